// Text with entities, as elements. Offsets count UTF-16 units, as strings do here.

import { h } from "./dom.js";

const TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};

/** The nodes of a text. `on.link(url)`, `on.command(text)` are called for what is clicked. */
export function richText(text, entities, on) {
  return stretch(text, 0, text.length, [...entities].sort(outerFirst), on);
}

/** A text in one line, without marks. */
export function plainLine(text) {
  return text.replace(/\s+/g, " ").trim();
}

function outerFirst(one, other) {
  return one.offset - other.offset || other.length - one.length;
}

function stretch(text, start, end, entities, on) {
  const nodes = [];
  let at = start;
  let index = 0;
  while (index < entities.length) {
    const entity = entities[index];
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    let next = index + 1;
    while (next < entities.length && entities[next].offset < to) next += 1;
    if (to > from) {
      if (from > at) nodes.push(text.slice(at, from));
      const inner = stretch(text, from, to, entities.slice(index + 1, next), on);
      nodes.push(marked(entity, text.slice(from, to), inner, on));
      at = to;
    }
    index = next;
  }
  if (at < end) nodes.push(text.slice(at, end));
  return nodes;
}

function marked(entity, text, inner, on) {
  if (entity.type === "text_link" || entity.type === "url") return link(entity.url ?? text, inner, on);
  if (entity.type === "bot_command") {
    return h("button", { type: "button", class: "inline-link", onclick: () => on.command(text) }, inner);
  }
  if (entity.type === "text_mention" || entity.type === "mention") return h("span", { class: "mention" }, inner);
  if (entity.type === "spoiler") return spoiler(inner);
  const tag = TAGS[entity.type];
  return tag ? h(tag, {}, inner) : h("span", {}, inner);
}

function link(address, inner, on) {
  return h("button", { type: "button", class: "inline-link", title: address, onclick: () => on.link(address) }, inner);
}

function spoiler(inner) {
  const node = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-expanded": "false" }, inner);
  const show = () => {
    node.classList.add("shown");
    node.setAttribute("aria-expanded", "true");
  };
  node.addEventListener("click", show);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") show();
  });
  return node;
}

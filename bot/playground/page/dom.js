// Making elements. Whatever comes from people goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `on…` properties are listeners, true is an empty attribute, null and false leave out. */
export function h(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const PATHS = {
  back: "M15 5l-7 7 7 7",
  send: "M4 12l16-8-6 16-3-7z",
  split: "M4 5h16v14H4zM12 5v14",
  trouble: "M12 4l9 16H3zM12 10v4M12 17v.5",
  theme: "M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8z",
  language: "M4 6h9M8.500 4v2M11 6c-1 4-4 7-7 8M6 9c1 2 4 4 6 5M13 20l4-10 4 10M14.500 17h5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  slash: "M15 5L9 19",
  frozen: "M12 3v18M4 7.500l16 9M20 7.500l-16 9",
  reply: "M10 6l-6 5 6 5M4 11h9c4 0 6 2 7 6",
  link: "M8 16L16 8M10 8h6v6",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  add: "M12 6v12M6 12h12",
};

/** A line drawing of our own, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button that shows an icon and says `label` to those who cannot see it. */
export function iconButton(name, label, onclick, properties = {}) {
  return h("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick, ...properties }, icon(name));
}

/** A round picture with the first letter of a name, coloured by an id. */
export function avatar(name, id, extra = "") {
  const first = [...new Intl.Segmenter("zh").segment(name.trim() || "?")][0].segment;
  return h("span", { class: `avatar avatar-${Math.abs(id) % 7} ${extra}`, "aria-hidden": "true" }, first);
}

/** First and last name. */
export function fullName(user) {
  return [user.first_name, user.last_name].filter(Boolean).join(" ");
}

const kept = new WeakMap();

/**
 * Make the children of a container be what `entries` say: each `{ key, mark, make(old) }`. A child is made anew
 * (or changed, if `make` gives the old one back) only if its mark has changed. The focus stays where it was.
 */
export function patch(container, entries) {
  const before = kept.get(container) ?? new Map();
  const now = new Map();
  for (const { key, mark, make } of entries) {
    const old = before.get(key);
    if (old && old.mark === mark) now.set(key, old);
    else now.set(key, { mark, node: old ? swap(old.node, make) : make(null) });
  }
  for (const [key, { node }] of before) {
    if (!now.has(key)) node.remove();
  }
  let next = container.firstElementChild;
  for (const { node } of now.values()) {
    if (node === next) next = next.nextElementSibling;
    else container.insertBefore(node, next);
  }
  kept.set(container, now);
}

function swap(old, make) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const buttons = [...old.querySelectorAll("button")];
  const [index, label] = [buttons.indexOf(focused), focused?.textContent];
  const node = make(old);
  if (node !== old) old.replaceWith(node);
  if (focused && !focused.isConnected) {
    const there = node.matches("button") ? [node] : [...node.querySelectorAll("button")];
    (there.find((button) => button.textContent === label) ?? there[index] ?? there[0])?.focus({ preventScroll: true });
  }
  return node;
}

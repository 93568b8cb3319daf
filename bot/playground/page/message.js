// One message: bubble, picture, text, time, and the keyboard below it.

import { avatar, fullName, h, icon, iconButton, patch } from "./dom.js";
import { fileAddress } from "./remote.js";
import { plainLine, richText } from "./richtext.js";
import { isService, serviceText } from "./service.js";
import { clockTime, t } from "./words.js";

const standing = new WeakMap();

/**
 * The element of a message. `place` says how it stands: own, group, first and last of its author's row, the
 * message it answers (`quoted`), and the button whose answer is awaited (`pending`). `on` has what can be done
 * with it: press(message, button), link(url), command(text), menu(message, event), enlarge(photo, text).
 *
 * An old element is changed: a button that stays is the same element, so that an edit never swallows a click.
 */
export function messageElement(message, place, on, old) {
  if (isService(message)) {
    return h("li", { class: "message service" }, h("span", { class: "pill" }, serviceText(message)));
  }
  const node = standing.has(old) ? old : h("li", { oncontextmenu: (event) => on.menu(standing.get(node), event) });
  standing.set(node, message);
  const ends = `${place.first ? "first" : ""} ${place.last ? "last" : ""}`;
  node.className = `message ${place.own ? "own" : "other"} ${ends}`;
  node.dataset.id = message.message_id;
  const menu = { key: "menu", mark: "", make: () => menuButton((event) => on.menu(standing.get(node), event)) };
  patch(node, [...face(message, place), { key: "stack", mark: "", make: () => h("div") }, menu]);
  fillStack(node.querySelector(":scope > div"), message, place, on, (button) => on.press(standing.get(node), button));
  return node;
}

function senderOf(message) {
  return message.sender ?? { id: message.chat_id, first_name: "" };
}

function face(message, place) {
  if (!place.group || place.own) return [];
  const sender = senderOf(message);
  const make = () => (place.last ? avatar(fullName(sender), sender.id, "small") : h("span", { class: "no-face" }));
  return [{ key: "face", mark: `${place.last}`, make }];
}

function fillStack(stack, message, place, on, press) {
  const keyed = message.keyboard.length > 0;
  stack.className = `stack ${keyed ? "keyed" : ""} ${message.photo ? "pictured" : ""}`;
  if (message.photo) stack.style.setProperty("--ratio", message.photo.width / message.photo.height);
  const { quoted, pending, ...look } = place;
  const mark = JSON.stringify([message.versions, message.text, look, quoted?.message_id, quoted?.versions]);
  const text = { key: "bubble", mark, make: (old) => bubble(message, place, senderOf(message), on, old) };
  const keys = { key: "keyboard", mark: "", make: () => h("div", { class: "keyboard" }) };
  patch(stack, keyed ? [text, keys] : [text]);
  if (keyed) fillKeyboard(stack.lastElementChild, message.keyboard, pending, press);
}

function fillKeyboard(keyboard, rows, pending, press) {
  patch(keyboard, rows.map((_, index) => ({ key: index, mark: "", make: () => h("div", { class: "row" }) })));
  rows.forEach((row, index) => {
    const node = keyboard.children[index];
    patch(node, row.map((button, at) => keyEntry(button, at, press)));
    row.forEach((button, at) => setBusy(node.children[at], button.data !== null && button.data === pending));
  });
}

function keyEntry(button, at, press) {
  const style = button.style ? `key-${button.style}` : "";
  const make = () =>
    h("button", { type: "button", class: `key ${style}`, onclick: () => press(button) }, h("span", {}, button.text), button.url && icon("link"));
  return { key: `${at} ${button.data ?? button.url} ${button.text}`, mark: style, make };
}

function setBusy(key, busy) {
  key.classList.toggle("busy", busy);
  if (busy) key.setAttribute("aria-busy", "true");
  else key.removeAttribute("aria-busy");
}

function bubble(message, place, sender, on, old) {
  const showsName = place.group && !place.own && place.first;
  return h(
    "div",
    { class: "bubble" },
    showsName && h("div", { class: `name name-${Math.abs(sender.id) % 7}` }, fullName(sender)),
    place.quoted && quote(place.quoted),
    message.photo && picture(message, on, old),
    message.document && file(message.document),
    h("div", { class: "text" }, richText(message.text, message.entities, on), meta(message)),
  );
}

function quote(message) {
  const name = message.sender ? fullName(message.sender) : "";
  return h("div", { class: "quote" }, h("b", {}, name), h("span", {}, summary(message)));
}

function picture(message, on, old) {
  const { path, width, height } = message.photo;
  // The old element goes on showing its picture until the new one is there.
  const shown = old?.querySelector("img") ?? h("img", { decoding: "async" });
  const address = fileAddress(path);
  if (shown.getAttribute("src") !== address) shown.setAttribute("src", address);
  shown.setAttribute("width", width);
  shown.setAttribute("height", height);
  shown.setAttribute("alt", t("picture_of", { text: plainLine(message.text) }));
  const enlarge = () => on.enlarge(address, message.text);
  return h("button", { type: "button", class: "photo", "aria-label": t("photo"), onclick: enlarge }, shown);
}

function file(document) {
  const address = fileAddress(document.path);
  return h("a", { class: "file", href: address, download: document.name }, icon("file"), h("span", {}, document.name));
}

function meta(message) {
  return h(
    "span",
    { class: "meta" },
    message.edited && h("span", {}, `${t("edited")} `),
    h("time", { datetime: new Date(message.date * 1000).toISOString() }, clockTime(message.date)),
  );
}

function menuButton(open) {
  return iconButton("more", t("message_menu"), open, { class: "tool message-menu" });
}

/** A message in one line, for lists and quotes. */
export function summary(message) {
  if (isService(message)) return serviceText(message);
  const kind = message.photo ? `[${t("photo")}] ` : message.document ? `[${t("document")}] ` : "";
  return kind + plainLine(message.text).slice(0, 80);
}

// One message: bubble, picture, text, time, and the keyboard below it.

import { avatar, fullName, h, icon } from "./dom.js";
import { fileAddress } from "./remote.js";
import { plainLine, richText } from "./richtext.js";
import { isService, serviceText } from "./service.js";
import { clockTime, t } from "./words.js";

/**
 * The element of a message. `place` says how it stands: own, group, first and last of its author's row, the
 * message it answers (`quoted`), and the button whose answer is awaited (`pending`). `on` has what can be done
 * with it: press(message, button), link(url), command(text), menu(message, event), enlarge(photo, text).
 */
export function messageElement(message, place, on, old) {
  if (isService(message)) {
    return h("li", { class: "message service" }, h("span", { class: "pill" }, serviceText(message)));
  }
  const side = place.own ? "own" : "other";
  const ends = `${place.first ? "first" : ""} ${place.last ? "last" : ""}`;
  const sender = message.sender ?? { id: message.chat_id, first_name: "" };
  const showsFace = place.group && !place.own;
  return h(
    "li",
    { class: `message ${side} ${ends}`, "data-id": message.message_id, oncontextmenu: (event) => on.menu(message, event) },
    showsFace && (place.last ? avatar(fullName(sender), sender.id, "small") : h("span", { class: "no-face" })),
    stack(message, bubble(message, place, sender, on, old), keyboard(message, place.pending, on)),
    menuButton(message, on),
  );
}

function stack(message, ...parts) {
  const wide = `${message.keyboard.length > 0 ? "keyed" : ""} ${message.photo ? "pictured" : ""}`;
  const node = h("div", { class: `stack ${wide}` }, parts);
  if (message.photo) node.style.setProperty("--ratio", message.photo.width / message.photo.height);
  return node;
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

function keyboard(message, pending, on) {
  if (message.keyboard.length === 0) return null;
  const rows = message.keyboard.map((row) =>
    h("div", { class: "row" }, row.map((button) => key(message, button, pending === button.data && pending, on))),
  );
  return h("div", { class: "keyboard" }, rows);
}

function key(message, button, busy, on) {
  const style = button.style ? `key-${button.style}` : "";
  return h(
    "button",
    {
      type: "button",
      class: `key ${style} ${busy ? "busy" : ""}`,
      "aria-busy": busy ? "true" : null,
      onclick: () => on.press(message, button),
    },
    h("span", {}, button.text),
    button.url && icon("link"),
  );
}

function menuButton(message, on) {
  const open = (event) => on.menu(message, event);
  const label = t("message_menu");
  return h("button", { type: "button", class: "tool message-menu", "aria-label": label, title: label, onclick: open }, icon("more"));
}

/** A message in one line, for lists and quotes. */
export function summary(message) {
  if (isService(message)) return serviceText(message);
  const kind = message.photo ? `[${t("photo")}] ` : message.document ? `[${t("document")}] ` : "";
  return kind + plainLine(message.text).slice(0, 80);
}

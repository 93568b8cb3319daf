// What lies over the page: toasts, alerts, questions, menus, enlarged pictures.

import { h, iconButton } from "./dom.js";
import { t } from "./words.js";

const TOAST_SECONDS = 4;

/** Show a text for a few seconds in a container that is a live region, in the place of the one before. */
export function toast(container, text) {
  const node = h("div", { class: "toast" }, text);
  container.replaceChildren(node);
  setTimeout(() => node.remove(), TOAST_SECONDS * 1000);
}

function dialog(className, ...content) {
  const node = h("dialog", { class: className, onclose: () => node.remove() }, ...content);
  node.addEventListener("click", (event) => {
    if (event.target === node) node.close();
  });
  document.body.append(node);
  node.showModal();
  return node;
}

/** Show a text until it is put away. */
export function alertBox(title, text) {
  const done = h("button", { type: "button", class: "action", onclick: () => node.close(), autofocus: true }, t("ok"));
  const node = dialog("box", h("h2", {}, title), h("p", {}, text), h("div", { class: "actions" }, done));
}

/** Ask whether to do something; `yes` is the label of doing it. */
export function ask(text, yes, carryOut) {
  const close = (act) => () => {
    node.close();
    if (act) carryOut();
  };
  const node = dialog(
    "box",
    h("p", {}, text),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "action quiet", onclick: close(false) }, t("cancel")),
      h("button", { type: "button", class: "action", onclick: close(true), autofocus: true }, yes),
    ),
  );
}

/** Ask for a short text. */
export function askText(label, yes, carryOut) {
  const field = h("input", { type: "text", maxlength: 64, required: true, autofocus: true, "aria-label": label });
  const submit = (event) => {
    event.preventDefault();
    node.close();
    carryOut(field.value.trim());
  };
  const node = dialog(
    "box",
    h("form", { onsubmit: submit }, h("h2", {}, label), field,
      h("div", { class: "actions" },
        h("button", { type: "button", class: "action quiet", onclick: () => node.close() }, t("cancel")),
        h("button", { type: "submit", class: "action" }, yes))),
  );
}

/** Show a picture as large as the window. */
export function enlarge(address, text) {
  const node = dialog(
    "lightbox",
    h("img", { src: address, alt: t("picture_of", { text }) }),
    iconButton("close", t("close"), () => node.close()),
  );
}

/** A menu at a point: `items` are `[label, act]`. */
export function menu(event, items) {
  event.preventDefault();
  const choose = (act) => () => {
    node.hidePopover();
    act();
  };
  const buttons = items.map(([label, act]) =>
    h("button", { type: "button", role: "menuitem", onclick: choose(act) }, label),
  );
  const node = h("div", { class: "menu", role: "menu", popover: "auto" }, buttons);
  node.addEventListener("toggle", (change) => {
    if (change.newState === "closed") node.remove();
  });
  document.body.append(node);
  node.showPopover();
  const box = event.target.getBoundingClientRect();
  const [x, y] = event.clientX || event.clientY ? [event.clientX, event.clientY] : [box.left, box.bottom];
  node.style.left = `${Math.max(8, Math.min(x, innerWidth - node.offsetWidth - 8))}px`;
  node.style.top = `${Math.max(8, Math.min(y, innerHeight - node.offsetHeight - 8))}px`;
  buttons[0]?.focus();
}

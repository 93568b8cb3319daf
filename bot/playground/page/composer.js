// Where one writes: commands with completion, answers to messages.

import { fullName, h, icon, iconButton, patch } from "./dom.js";
import { summary } from "./message.js";
import { t } from "./words.js";

export class Composer {
  /** `offers()` gives the commands of the chat; `send(text)` writes. */
  constructor(id, { offers, send }) {
    this.offers = offers;
    this.send = send;
    this.replyTo = null;
    this.found = [];
    this.chosen = -1;
    this.list = h("ul", { class: "offers", role: "listbox", id: `offers-${id}`, "aria-label": t("commands"), hidden: true });
    this.field = h("textarea", {
      rows: 1,
      maxlength: 4096,
      placeholder: t("message"),
      "aria-label": t("message"),
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": `offers-${id}`,
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
    });
    this.answering = h("div", { class: "answering", hidden: true });
    const commands = iconButton("slash", t("commands"), () => this.begin("/"));
    const sendButton = h("button", { type: "submit", class: "tool send", "aria-label": t("send"), title: t("send") }, icon("send"));
    const submit = (event) => {
      event.preventDefault();
      this.submit();
    };
    this.node = h("form", { class: "composer", onsubmit: submit }, this.list, this.answering,
      h("div", { class: "line" }, commands, this.field, sendButton));
  }

  /** Put a beginning into the field. */
  begin(text) {
    this.field.value = this.field.value.startsWith(text) ? "" : text;
    this.typed();
    this.field.focus();
  }

  /** Answer a message; null: none. */
  answer(message) {
    this.replyTo = message;
    this.answering.hidden = message === null;
    const name = message?.sender ? fullName(message.sender) : "";
    this.answering.replaceChildren(
      ...(message
        ? [h("div", { class: "quote" }, h("b", {}, name), h("span", {}, summary(message))), iconButton("close", t("cancel"), () => this.answer(null))]
        : []),
    );
    if (message) this.field.focus();
  }

  submit() {
    const text = this.field.value.trim();
    if (!text) return;
    const reply = this.replyTo?.message_id ?? null;
    this.field.value = "";
    this.answer(null);
    this.typed();
    this.send(text, reply);
  }

  typed() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, 140)}px`;
    const begun = /^\/[a-z0-9_]*$/i.exec(this.field.value);
    this.found = begun ? this.offers().filter((offer) => `/${offer.command}`.startsWith(this.field.value.toLowerCase())) : [];
    this.chosen = this.found.length > 0 && this.field.value.length > 1 ? 0 : -1;
    this.showOffers();
  }

  showOffers() {
    patch(
      this.list,
      this.found.map((offer, index) => ({
        key: offer.command,
        mark: `${offer.description}${index === this.chosen}`,
        make: () => this.offerElement(offer, index),
      })),
    );
    this.list.hidden = this.found.length === 0;
    this.field.setAttribute("aria-expanded", String(this.found.length > 0));
    const active = this.chosen >= 0 ? `${this.list.id}-${this.found[this.chosen].command}` : "";
    this.field.setAttribute("aria-activedescendant", active);
    if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }

  offerElement(offer, index) {
    const chosen = index === this.chosen;
    return h(
      "li",
      {
        id: `${this.list.id}-${offer.command}`,
        role: "option",
        class: chosen ? "chosen" : "",
        "aria-selected": String(chosen),
        onmousedown: (event) => {
          event.preventDefault();
          this.take(offer);
        },
      },
      h("b", {}, `/${offer.command}`),
      h("span", {}, offer.description),
    );
  }

  take(offer) {
    this.field.value = `/${offer.command}`;
    this.submit();
  }

  key(event) {
    const open = !this.list.hidden;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.chosen = (this.chosen + step + this.found.length) % this.found.length;
      this.showOffers();
    } else if (open && event.key === "Tab" && this.chosen >= 0) {
      event.preventDefault();
      this.field.value = `/${this.found[this.chosen].command} `;
      this.typed();
    } else if (event.key === "Escape" && (open || this.replyTo)) {
      this.answer(null);
      this.found = [];
      this.chosen = -1;
      this.showOffers();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (open && this.chosen >= 0) this.take(this.found[this.chosen]);
      else this.submit();
    }
  }
}

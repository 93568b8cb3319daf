// An open chat: its head, topics, messages, and what stands below them.

import { chatFace, chatSubtitle, chatTitle } from "./chats.js";
import { Composer } from "./composer.js";
import { h, iconButton, patch } from "./dom.js";
import { hintCard, namesAButton } from "./hints.js";
import { messageElement } from "./message.js";
import { isService, serviceText } from "./service.js";
import { t } from "./words.js";

const NEAR_END = 80;

export class ChatView {
  /** `pane` is where the chat stands: it knows the person, and does what is done. */
  constructor(pane, world) {
    this.pane = pane;
    this.world = world;
    this.shown = "";
    this.title = h("div", { class: "chat-title" });
    this.toasts = h("div", { class: "toasts", role: "status", "aria-live": "assertive" });
    this.thaw = h("button", { type: "button", class: "thaw", hidden: true, onclick: () => pane.freeze(false) }, t("thaw"));
    this.topics = h("div", { class: "topics", hidden: true, role: "group", "aria-label": t("topics") });
    this.messages = h("ol", { class: "messages", role: "log", "aria-live": "polite", tabindex: "0" });
    this.atEnd = true;
    this.messages.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.stay()).observe(this.messages);
    this.foot = h("div", { class: "foot" });
    this.composer = new Composer(pane.number, {
      offers: () => world.commandsFor(pane.person, pane.chat),
      send: (text, reply) => pane.send(text, reply),
    });
    this.node = h(
      "section",
      { class: "chat" },
      h("header", { class: "chat-top" }, iconButton("back", t("back"), () => pane.openList(), { class: "tool back" }), this.title),
      this.thaw,
      this.topics,
      this.messages,
      this.foot,
      this.toasts,
    );
  }

  /** Show the chat of the pane as it is now. */
  render() {
    const { chat, thread } = this.pane;
    this.node.classList.toggle("empty", !chat);
    if (!chat) {
      this.title.replaceChildren();
      patch(this.messages, []);
      patch(this.foot, [{ key: "nothing", mark: "", make: () => h("p", { class: "nothing" }, t("choose_chat")) }]);
      this.shown = "";
      return;
    }
    const title = chatTitle(this.world, chat);
    this.node.setAttribute("aria-label", title);
    this.messages.setAttribute("aria-label", title);
    patch(this.title, [{ key: "title", mark: `${chat.id}${title}${chatSubtitle(this.world, chat)}`, make: () => this.head(chat, title) }]);
    this.thaw.hidden = this.pane.frozen === null;
    this.renderTopics(chat, thread);
    this.renderFoot(chat);
    this.renderMessages(chat, thread);
  }

  head(chat, title) {
    return h(
      "div",
      { class: "chat-name" },
      chatFace(this.world, chat),
      h("div", {}, h("h1", {}, title), h("p", {}, chatSubtitle(this.world, chat))),
    );
  }

  renderTopics(chat, thread) {
    this.topics.hidden = !chat.is_forum;
    if (!chat.is_forum) return;
    const all = [{ thread_id: null, name: t("general") }, ...chat.topics];
    const tabs = all.map((topic) => ({
      key: topic.thread_id ?? "general",
      mark: `${topic.name}${topic.thread_id === thread}`,
      make: () => this.topicTab(topic, topic.thread_id === thread),
    }));
    const add = () => iconButton("add", t("new_topic"), () => this.pane.newTopic());
    patch(this.topics, [...tabs, { key: "add", mark: "", make: add }]);
  }

  topicTab(topic, chosen) {
    const onclick = () => this.pane.openTopic(topic.thread_id);
    return h("button", { type: "button", class: "topic", "aria-pressed": String(chosen), onclick }, topic.name);
  }

  renderMessages(chat, thread) {
    const where = `${this.pane.person.id}:${chat.id}:${thread}`;
    const list = this.messages;
    const moved = where !== this.shown;
    if (moved) this.atEnd = true;
    const messages = this.world
      .messagesIn(chat.id, thread, this.pane.frozen ?? this.world.messages)
      .filter((message) => !isService(message) || serviceText(message) !== "");
    patch(list, messages.map((message, index) => this.entry(message, messages[index - 1], messages[index + 1], where)));
    this.shown = where;
    this.stay();
  }

  /** Stay with the newest message, if that is what one looks at. */
  stay() {
    if (this.atEnd) this.messages.scrollTop = this.messages.scrollHeight;
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.messages;
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  entry(message, before, after, where) {
    const chat = this.pane.chat;
    const quoted = message.reply_to ? this.world.messages.get(chat.id)?.get(message.reply_to) : null;
    const place = {
      own: message.sender?.id === this.pane.person.id,
      group: chat.type !== "private",
      first: !together(before, message),
      last: !together(message, after),
      pending: this.pane.pendingIn(message),
    };
    return {
      key: `${where}:${message.message_id}`,
      mark: JSON.stringify([message.versions, message.text.length, place, quoted?.versions, quoted?.message_id]),
      make: (old) => messageElement(message, { ...place, quoted }, this.pane.on, old),
    };
  }

  renderFoot(chat) {
    const wanted = this.footFor(chat);
    // A newcomer is led to the private chat, and needs no leading there.
    const helps = chat.type !== "private" && namesAButton(this.pane.hints.steps, this.world.messagesIn(chat.id, this.pane.thread));
    patch(this.foot, [...(helps ? hintCard(this.pane.hints) : []), wanted]);
  }

  footFor(chat) {
    const { person, startPayload } = this.pane;
    if (chat.type === "private" && person.blocked) {
      return { key: "unblock", mark: "", make: () => this.wide(t("unblock"), "", () => this.pane.start("")) };
    }
    if (chat.type === "private" && (!person.started || startPayload !== null)) {
      const hint = person.started ? "" : t("start_hint");
      const start = () => this.pane.start(this.pane.startPayload ?? "");
      return { key: "start", mark: hint, make: () => this.wide(t("start"), hint, start) };
    }
    return { key: "composer", mark: "", make: () => this.composer.node };
  }

  wide(label, hint, onclick) {
    return h("div", { class: "wide-foot" }, hint && h("p", {}, hint), h("button", { type: "button", class: "wide", onclick }, label));
  }
}

function together(one, other) {
  if (!one || !other || isService(one) || isService(other)) return false;
  return one.sender?.id === other.sender?.id && other.date - one.date < 600;
}

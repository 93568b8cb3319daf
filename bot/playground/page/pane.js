// One person's Telegram: who one is, the chats, the open chat, and all that one does there.

import { ChatView } from "./chat.js";
import { chatEntries, chatTitle, personEntries } from "./chats.js";
import { fullName, h, patch } from "./dom.js";
import { hideHints, stepsOf } from "./hints.js";
import { alertBox, ask, askText, enlarge, menu, toast } from "./popups.js";
import { act } from "./remote.js";
import { t } from "./words.js";

const ANSWER_SECONDS = 10;

export class Pane {
  /** `app` has the world, `mischief` (what happens to presses), and `changed()` to draw everything anew. */
  constructor(app, number, { personId, chatId = null }) {
    this.app = app;
    this.world = app.world;
    this.number = number;
    this.personId = personId;
    this.chatId = chatId;
    this.thread = null;
    this.frozen = null;
    this.startPayload = null;
    this.pending = new Map();
    this.on = {
      press: (message, button) => this.press(message, button),
      link: (address) => this.follow(address),
      command: (text) => this.send(text.split("@")[0], null),
      menu: (message, event) => this.messageMenu(message, event),
      enlarge,
    };
    this.people = h("div", { class: "people", role: "group", "aria-label": t("you_are") });
    this.list = h("ul", { class: "chat-list" });
    this.view = new ChatView(this, this.world);
    this.toasts = this.view.toasts;
    this.body = h("div", { class: "body" }, h("nav", { class: "chats", "aria-label": t("chats") }, this.list), this.view.node);
    this.node = h("main", { class: "pane" }, h("header", { class: "who" }, this.people), this.body);
  }

  get person() {
    return this.world.people.get(this.personId);
  }

  get chat() {
    const chat = this.world.chats.get(this.chatId);
    return chat && this.world.inside(this.personId, chat) && !chat.deleted ? chat : null;
  }

  /** What a newcomer is told, and how it is put away. */
  get hints() {
    const steps = this.number === 0 ? stepsOf(this.world.state) : [];
    const close = () => {
      hideHints(this.world.state);
      this.app.changed();
    };
    return { steps, close };
  }

  render() {
    this.followMigration();
    if (this.chat && this.frozen === null && !document.hidden && this.showsChat()) {
      this.world.markRead(this.personId, this.chatId);
    }
    this.node.setAttribute("aria-label", fullName(this.person));
    this.body.dataset.shows = this.chat ? "chat" : "list";
    patch(this.people, personEntries(this.world, this.personId, (id) => this.become(id)));
    patch(this.list, chatEntries(this.world, this.personId, this.chatId, (id) => this.open(id)));
    this.view.render();
  }

  followMigration() {
    const moved = this.world.chats.get(this.chatId)?.migrated_to;
    if (moved && this.world.chats.has(moved)) this.chatId = moved;
  }

  showsChat() {
    return this.view.node.offsetParent !== null || !this.node.isConnected;
  }

  become(personId) {
    if (personId === this.personId) return;
    const wasPrivate = this.chatId === this.personId;
    this.personId = personId;
    if (wasPrivate) this.chatId = personId;
    this.leaveChat();
  }

  open(chatId) {
    this.chatId = chatId;
    this.thread = null;
    this.leaveChat();
  }

  openList() {
    this.chatId = null;
    this.leaveChat();
  }

  openTopic(threadId) {
    this.thread = threadId;
    this.app.changed();
  }

  leaveChat() {
    this.startPayload = null;
    this.frozen = null;
    this.view.composer.answer(null);
    this.app.changed();
  }

  freeze(on) {
    this.frozen = on ? new Map([...this.world.messages].map(([id, messages]) => [id, new Map(messages)])) : null;
    this.app.changed();
  }

  newTopic() {
    const chat = this.chatId;
    askText(t("topic_name"), t("ok"), (name) => name && this.attempt(() => act("topic", { chat, name })));
  }

  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      toast(this.toasts, t("lost", { why: error.message }));
      return null;
    }
  }

  send(text, replyTo) {
    const body = { person: this.personId, chat: this.chatId, text, thread_id: this.thread, reply_to: replyTo };
    return this.attempt(() => act("send", body));
  }

  async start(payload) {
    this.startPayload = null;
    await this.attempt(() => act("start", { person: this.personId, payload }));
    this.app.changed();
  }

  /** Open an address: the private chat with START offered, or another page after a question. */
  follow(address) {
    const payload = this.world.startPayload(address);
    if (payload !== null) {
      this.open(this.personId);
      if (payload) this.startPayload = payload;
      hideHints(this.world.state);
      this.app.changed();
    } else if (/^https?:\/\//i.test(address)) {
      ask(t("opens", { url: address }), t("open"), () => window.open(address, "_blank", "noopener,noreferrer"));
    }
  }

  pendingIn(message) {
    for (const press of this.pending.values()) {
      if (press.personId !== this.personId) continue;
      if (press.chatId === message.chat_id && press.messageId === message.message_id) return press.data;
    }
    return null;
  }

  async press(message, button) {
    if (button.data === null) {
      this.follow(button.url);
      return;
    }
    const { late, twice } = this.app.mischief;
    const key = Symbol(button.data);
    const { chat_id: chatId, message_id: messageId } = message;
    this.pending.set(key, { personId: this.personId, chatId, messageId, data: button.data, query: null });
    setTimeout(() => this.unanswered(key), ANSWER_SECONDS * 1000);
    this.view.render();
    const body = { person: this.personId, chat: message.chat_id, message_id: message.message_id, button: button.data };
    const sent = await this.attempt(() => act("press", { ...body, version: message.versions - 1, ago: late }));
    if (sent === null) {
      this.settle(key);
      return;
    }
    if (this.pending.has(key)) this.pending.get(key).query = sent.query_id;
    const early = this.app.answers.get(sent.query_id);
    if (early) this.answered(early);
    if (twice) await this.attempt(() => act("press_again", { query_id: sent.query_id }));
  }

  unanswered(key) {
    if (!this.pending.has(key)) return;
    this.settle(key);
    toast(this.toasts, t("no_answer"));
  }

  settle(key) {
    this.pending.delete(key);
    this.view.render();
  }

  /** Show the answer to a press that was made here, if it is still the same person's screen. */
  answered(popup) {
    for (const [key, press] of this.pending) {
      if (press.query !== popup.query_id) continue;
      this.settle(key);
      if (press.personId !== this.personId) continue;
      if (popup.show_alert && popup.text) {
        const names = { bot: fullName(this.world.state.bot), name: fullName(this.person) };
        alertBox(t("says_to", names), popup.text);
      } else if (popup.text) toast(this.toasts, popup.text);
      if (popup.url) this.follow(popup.url);
    }
  }

  messageMenu(message, event) {
    const where = { chat: message.chat_id, message_id: message.message_id };
    menu(event, [
      [t("reply"), () => this.view.composer.answer(message)],
      [t("copy"), () => this.attempt(() => navigator.clipboard.writeText(message.text))],
      [t("delete"), () => this.attempt(() => act("delete_message", where))],
    ]);
  }

  /** The title of the open chat, "" if none is open. */
  get title() {
    return this.chat ? chatTitle(this.world, this.chat) : "";
  }
}

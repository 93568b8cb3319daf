// Misfortune on request: what can go wrong between people, Telegram and the bot.

import { fullName, h, iconButton, patch } from "./dom.js";
import { askText, toast } from "./popups.js";
import { act } from "./remote.js";
import { chatTitle } from "./chats.js";
import { clockTime, t } from "./words.js";

const GROUP_ACTS = [
  ["kick_bot", "kick"],
  ["add_bot", "bring"],
  ["mute_bot", "mute"],
  ["unmute_bot", "unmute"],
  ["promote_bot", "promote"],
  ["demote_bot", "demote"],
  ["migrate", "migrate"],
  ["delete", "delete_chat"],
];
const SPEEDS = [1, 2, 10, 60];
const JUMPS = [
  [60, "minute"],
  [3600, "hour"],
];

export class Panel {
  constructor(app) {
    this.app = app;
    this.open = false;
    this.seconds = h("input", { type: "number", min: 1, max: 300, value: 30, "aria-label": t("flood_for") });
    this.where = h(
      "select",
      { "aria-label": t("where") },
      h("option", { value: "all" }, t("everywhere")),
      h("option", { value: "chat" }, t("this_chat")),
    );
    this.limits = h("input", { type: "checkbox", onchange: () => this.act("limits", { enabled: this.limits.checked }) });
    this.twice = h("input", { type: "checkbox", onchange: () => this.mischief() });
    this.late = h("input", { type: "number", min: 0, max: 600, value: 0, "aria-label": t("late_by"), oninput: () => this.mischief() });
    this.changing = h("div", { class: "sections" });
    this.toasts = h("div", { class: "toasts", role: "status", "aria-live": "assertive" });
    this.node = h(
      "aside",
      { class: "panel", hidden: true, "aria-label": t("trouble"), onkeydown: (event) => event.key === "Escape" && this.toggle() },
      h("header", {}, h("h2", {}, t("trouble")), iconButton("close", t("close"), () => this.toggle())),
      h("div", { class: "panel-body" }, this.network(), this.presses(), this.changing),
      this.toasts,
    );
  }

  toggle() {
    this.open = !this.open;
    this.node.hidden = !this.open;
    if (this.open) this.node.querySelector("button").focus();
    this.app.changed();
  }

  get pane() {
    return this.app.panes[0];
  }

  async act(name, body = {}) {
    try {
      await act(name, body);
    } catch (error) {
      toast(this.toasts, t("lost", { why: error.message }));
    }
    await this.app.lookAgain();
  }

  mischief() {
    this.app.mischief = { late: Math.max(0, Number(this.late.value) || 0), twice: this.twice.checked };
  }

  fault(body) {
    const chat = this.where.value === "chat" && this.pane.chatId !== null ? { chat_id: this.pane.chatId } : {};
    return () => this.act("fault", { ...body(), ...chat });
  }

  button(label, onclick) {
    return h("button", { type: "button", class: "action quiet", onclick }, label);
  }

  section(title, ...content) {
    return h("section", {}, h("h3", {}, title), ...content);
  }

  network() {
    const flood = () => ({ kind: "flood", seconds: Number(this.seconds.value) || 30 });
    return this.section(
      t("network"),
      h("label", { class: "field" }, h("span", {}, t("where")), this.where),
      h("label", { class: "field" }, h("span", {}, t("flood_for")), this.seconds, this.button(t("send_flood"), this.fault(flood))),
      h(
        "div",
        { class: "buttons" },
        this.button(t("time_out_before"), this.fault(() => ({ kind: "time_out" }))),
        this.button(t("time_out_after"), this.fault(() => ({ kind: "time_out", after: true }))),
        this.button(t("drop_after"), this.fault(() => ({ kind: "drop", after: true }))),
        this.button(t("error_502"), this.fault(() => ({ kind: "error", code: 502, description: "Bad Gateway" }))),
        this.button(t("clear_faults"), () => this.act("clear_faults")),
      ),
      h("label", { class: "check" }, this.limits, h("span", {}, t("limits"))),
    );
  }

  presses() {
    return this.section(
      t("presses"),
      h("label", { class: "check" }, this.twice, h("span", {}, t("twice"))),
      h("label", { class: "field" }, h("span", {}, t("late")), this.late),
    );
  }

  /** Show what is switched on, and what can be done with the person and the chat of the first pane. */
  render() {
    if (!this.open || !this.pane) return;
    const { state } = this.app.world;
    this.limits.checked = state.limits;
    const faults = state.faults.map((fault) => fault.kind).join("、");
    const { person, chat } = this.pane;
    patch(this.changing, [
      { key: "faults", mark: faults, make: () => h("p", { class: "waiting" }, faults && t("pending_faults", { list: faults })) },
      { key: "person", mark: JSON.stringify([person, this.left().map((each) => each.id)]), make: () => this.personSection(person) },
      { key: "group", mark: JSON.stringify([chat?.id, chat?.title]), make: () => this.groupSection(chat) },
      { key: "clock", mark: `${state.now}${state.speed}`, make: () => this.clockSection(state) },
      { key: "calls", mark: JSON.stringify(this.app.world.calls.slice(0, 12)), make: () => this.callsSection() },
    ]);
  }

  /** The groups in which a person is not, but could be. */
  left() {
    const { world } = this.app;
    const living = [...world.chats.values()].filter((chat) => chat.type !== "private" && !chat.deleted && !chat.migrated_to);
    return living.filter((chat) => !world.inside(this.pane.personId, chat));
  }

  personSection(person) {
    const id = person.id;
    const again = this.left().map((chat) => this.button(t("rejoin", { title: chat.title }), () => this.act("join", { person: id, chat: chat.id })));
    const create = (name) => name && this.act("person", { first_name: name });
    return this.section(
      t("person_of", { name: fullName(person) }),
      h(
        "div",
        { class: "buttons" },
        this.button(t(person.blocked ? "unblock" : "block"), () => this.act("block", { person: id, off: person.blocked })),
        this.button(t("leave_chat"), () => this.act("leave", { person: id, chat: this.pane.chatId })),
        again,
        this.button(t("add_person"), () => askText(t("person_name"), t("ok"), create)),
      ),
    );
  }

  groupSection(chat) {
    const people = [...this.app.world.people.keys()];
    const members = [this.pane.personId, ...people.filter((id) => id !== this.pane.personId)];
    const fresh = [
      this.button(t("new_group"), () => this.act("group", { title: t("new_group"), members })),
      this.button(t("new_forum"), () => this.act("group", { title: t("new_forum"), members, topics: true })),
    ];
    if (!chat || chat.type === "private") {
      return this.section(t("group_of", { title: "" }), h("p", { class: "waiting" }, t("choose_group")), h("div", { class: "buttons" }, fresh));
    }
    const acts = GROUP_ACTS.map(([name, label]) => this.button(t(label), () => this.act(name, { chat: chat.id })));
    const title = chatTitle(this.app.world, chat);
    return this.section(t("group_of", { title }), h("div", { class: "buttons" }, acts, fresh));
  }

  clockSection(state) {
    const speeds = SPEEDS.map((speed) => this.button(`×${speed}`, () => this.act("clock", { speed })));
    const jumps = JUMPS.map(([advance, name]) => this.button(t("ahead", { n: t(name) }), () => this.act("clock", { advance })));
    return this.section(
      t("clock"),
      h("p", { class: "waiting" }, t("clock_now", { time: clockTime(state.now), speed: state.speed })),
      h("div", { class: "buttons" }, speeds, jumps),
    );
  }

  callsSection() {
    const lines = this.app.world.calls.slice(0, 12).map((call) =>
      h("li", { class: call.code === 200 ? "" : "bad" }, h("code", {}, call.method), ` ${call.code} ${call.description}`),
    );
    return this.section(t("calls"), h("ol", { class: "calls" }, lines.length > 0 ? lines : h("li", {}, t("no_calls"))));
  }
}

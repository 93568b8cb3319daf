// The page: one or two people's Telegram, the tools, and the line to the server.

import { h, iconButton } from "./dom.js";
import { Pane } from "./pane.js";
import { Panel } from "./panel.js";
import { place, prefer, prefs, otherTheme, rememberPlace } from "./prefs.js";
import { menu } from "./popups.js";
import { follow, look } from "./remote.js";
import { t } from "./words.js";
import { World } from "./world.js";

const ANSWERS_KEPT = 200;

class App {
  constructor() {
    this.world = new World();
    this.panes = [];
    this.mischief = { late: 0, twice: false };
    this.answers = new Map();
    this.drawing = false;
    this.build();
  }

  build() {
    document.title = t("title");
    this.offline = h("p", { class: "offline", role: "status", hidden: true }, t("offline"));
    this.stage = h("div", { class: "stage" });
    this.panel = new Panel(this);
    const wide = [
      ["split", t("split"), () => this.split()],
      ["frozen", t("freeze"), () => this.freeze()],
      ["trouble", t("trouble"), () => this.panel.toggle()],
      ["theme", t("theme"), () => prefer({ theme: otherTheme() })],
      ["language", t("language"), () => this.speak()],
    ];
    const all = (event) => menu(event, wide.filter(([name]) => name !== "split").map(([, label, carryOut]) => [label, carryOut]));
    this.tools = h(
      "div",
      { class: "tools" },
      wide.map(([name, label, carryOut]) => iconButton(name, label, carryOut, { class: "tool wide-tool" })),
      iconButton("more", t("more"), all, { class: "tool narrow-tool", "aria-haspopup": "menu" }),
    );
    document.body.replaceChildren(this.stage, this.tools, this.panel.node, this.offline);
  }

  begin(world) {
    const first = this.world.state === null || this.world.state.run !== world.run;
    this.world.begin(world);
    if (first) this.openPanes(place(world.run)?.panes);
    this.changed();
  }

  openPanes(remembered) {
    const [someone] = this.world.people.keys();
    if (someone === undefined) return;
    const group = this.world.chatsOf(someone).find((chat) => chat.type !== "private");
    const known = remembered?.filter((pane) => this.world.people.has(pane.personId)) ?? [];
    const wanted = known.length > 0 ? known : [{ personId: someone, chatId: group?.id ?? someone }];
    this.panes = wanted.map((pane, number) => new Pane(this, number, pane));
    this.stage.replaceChildren(...this.panes.map((pane) => pane.node));
  }

  hear(changes) {
    const again = this.world.hear(changes);
    for (const change of changes.filter((each) => each.kind === "popup")) {
      this.answers.set(change.data.query_id, change.data);
      if (this.answers.size > ANSWERS_KEPT) this.answers.delete(this.answers.keys().next().value);
      for (const pane of this.panes) pane.answered(change.data);
    }
    if (again) this.lookAgain();
    this.changed();
  }

  /** Ask for the state of people, chats and clock. */
  async lookAgain() {
    try {
      this.world.setState(await look("state"));
    } catch {
      return; // The line is down: everything is asked anew when it stands again.
    }
    if (this.panes.length === 0) this.openPanes();
    this.changed();
  }

  /** Draw everything anew, once for all that changes at the same time. */
  changed() {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      this.draw();
    });
  }

  draw() {
    if (this.world.state === null) return;
    this.stage.classList.toggle("two", this.panes.length > 1);
    for (const pane of this.panes) pane.render();
    this.panel.render();
    const panes = this.panes.map(({ personId, chatId }) => ({ personId, chatId }));
    rememberPlace({ run: this.world.state.run, panes });
  }

  split() {
    if (this.panes.length > 1) {
      this.panes.pop().node.remove();
    } else {
      const ids = [...this.world.people.keys()];
      const one = this.panes[0];
      const other = ids[(ids.indexOf(one.personId) + 1) % ids.length];
      const chatId = one.chatId === one.personId ? other : one.chatId;
      this.panes.push(new Pane(this, 1, { personId: other, chatId }));
      this.stage.append(this.panes[1].node);
    }
    this.changed();
  }

  freeze() {
    const on = this.panes.some((pane) => pane.frozen === null);
    for (const pane of this.panes) pane.freeze(on);
  }

  speak() {
    prefer({ language: prefs.language === "en" ? "zh" : "en" });
    const panes = this.panes.map(({ personId, chatId }) => ({ personId, chatId }));
    this.build();
    this.openPanes(panes);
    this.changed();
  }

  connected(yes) {
    this.offline.hidden = yes;
  }
}

const app = new App();
document.addEventListener("visibilitychange", () => app.changed());
addEventListener("resize", () => app.changed());
follow({
  begin: (world) => app.begin(world),
  hear: (changes) => app.hear(changes),
  connected: (yes) => app.connected(yes),
});

// Who one is, and the chats that one has.

import { avatar, fullName, h } from "./dom.js";
import { summary } from "./message.js";
import { clockTime, t } from "./words.js";

/** The entries of the row of people, of whom one is chosen: for `patch`. */
export function personEntries(world, chosenId, choose) {
  return [...world.people.values()].map((person) => {
    const chosen = person.id === chosenId;
    const unread = chosen ? 0 : world.chatsOf(person.id).reduce((sum, chat) => sum + world.unread(person.id, chat.id), 0);
    const waits = !chosen && world.waits(person.id);
    return {
      key: person.id,
      mark: JSON.stringify([fullName(person), chosen, unread, waits]),
      make: () => personChip(person, { chosen, unread, waits }, choose),
    };
  });
}

function personChip(person, { chosen, unread, waits }, choose) {
  const name = fullName(person);
  const news = [unread > 0 && t("unread", { n: unread }), waits && t("waits")].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class: "person",
      "aria-pressed": String(chosen),
      "aria-label": [name, ...news].join("，"),
      onclick: () => choose(person.id),
    },
    avatar(name, person.id, "tiny"),
    h("span", {}, name),
    waits ? h("i", { class: "dot" }) : unread > 0 && h("i", { class: "badge" }, unread > 99 ? "99+" : unread),
  );
}

/** The name of a chat as a person sees it. */
export function chatTitle(world, chat) {
  return chat.type === "private" ? fullName(world.state.bot) : chat.title;
}

/** What stands below the name. */
export function chatSubtitle(world, chat) {
  if (chat.type === "private") return t("bot");
  const inside = Object.keys(chat.members).filter((id) => !["left", "kicked"].includes(chat.members[id]));
  return t(inside.length === 1 ? "member" : "members", { n: inside.length });
}

/** The face of a chat. */
export function chatFace(world, chat) {
  return avatar(chatTitle(world, chat), chat.type === "private" ? world.state.bot.id : chat.id);
}

/** The entries of the list of a person's chats: for `patch`. */
export function chatEntries(world, personId, openId, open) {
  return world.chatsOf(personId).map((chat) => {
    const last = world.lastOf(chat.id);
    const seen = {
      title: chatTitle(world, chat),
      line: last ? lineOf(last, personId, chat) : t("no_messages"),
      time: last ? clockTime(last.date) : "",
      unread: world.unread(personId, chat.id),
      waits: chat.id === personId && chat.id !== openId && world.waits(personId),
      chosen: chat.id === openId,
    };
    return { key: chat.id, mark: JSON.stringify(seen), make: () => chatRow(world, chat, seen, open) };
  });
}

function lineOf(message, personId, chat) {
  const text = summary(message);
  const named = chat.type !== "private" && message.sender && !message.service.new_chat_members;
  return named && Object.keys(message.service).length === 0 ? `${fullName(message.sender)}: ${text}` : text;
}

function chatRow(world, chat, seen, open) {
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "chat-row",
        "aria-current": seen.chosen ? "true" : null,
        "aria-label": [seen.title, seen.unread > 0 && t("unread", { n: seen.unread })].filter(Boolean).join("，"),
        title: seen.title,
        onclick: () => open(chat.id),
      },
      chatFace(world, chat),
      h(
        "span",
        { class: "chat-lines" },
        h("span", { class: "chat-head" }, h("b", {}, seen.title), h("time", {}, seen.time)),
        h("span", { class: "chat-line" }, seen.line),
      ),
      seen.unread > 0 ? h("i", { class: "badge" }, seen.unread > 99 ? "99+" : seen.unread) : seen.waits && h("i", { class: "dot" }),
    ),
  );
}

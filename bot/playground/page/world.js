// Everything that is known, kept up to date by the server's changes. Messages are replaced, never changed.

const CALLS_KEPT = 40;
const CHANGES_STATE = new Set(["person", "chat", "member", "commands"]);

export class World {
  constructor() {
    this.state = null;
    this.messages = new Map();
    this.calls = [];
    this.read = new Map();
    this.looked = new Map();
  }

  /** Take in a whole world; what is in it counts as read. */
  begin(world) {
    this.setState(world);
    this.messages = new Map();
    for (const [chatId, list] of Object.entries(world.messages)) {
      this.messages.set(Number(chatId), new Map(list.map((message) => [message.message_id, message])));
    }
    this.read.clear();
    this.looked.clear();
    for (const person of world.people) {
      for (const chat of this.chatsOf(person.id)) this.markRead(person.id, chat.id);
    }
  }

  /** Take in the state of people, chats and clock. */
  setState(state) {
    this.state = state;
    this.people = new Map(state.people.map((person) => [person.id, person]));
    this.chats = new Map(state.chats.map((chat) => [chat.id, chat]));
  }

  /** Take in changes; whether the state has to be looked at again. */
  hear(changes) {
    let again = false;
    for (const change of changes) {
      if (change.kind === "message" || change.kind === "edit") again = this.put(change.data) || again;
      else if (change.kind === "delete") this.messages.get(change.chat_id)?.delete(change.data.message_id);
      else if (change.kind === "call") this.note(change);
      else if (CHANGES_STATE.has(change.kind)) again = true;
    }
    return again;
  }

  /** Keep a message; whether it tells of a new topic. */
  put(message) {
    if (!this.messages.has(message.chat_id)) this.messages.set(message.chat_id, new Map());
    this.messages.get(message.chat_id).set(message.message_id, message);
    return "forum_topic_created" in message.service;
  }

  note(change) {
    this.calls.unshift({ at: change.at, chat_id: change.chat_id, ...change.data });
    this.calls.length = Math.min(this.calls.length, CALLS_KEPT);
  }

  /** The messages of a chat, oldest first; of one topic if the chat has topics. */
  messagesIn(chatId, threadId, source = this.messages) {
    const all = [...(source.get(chatId)?.values() ?? [])];
    return this.chats.get(chatId)?.is_forum ? all.filter((message) => message.thread_id === threadId) : all;
  }

  /** Whether a person is in a chat now. */
  inside(personId, chat) {
    if (chat.type === "private") return chat.id === personId;
    return !["left", "kicked", undefined].includes(chat.members[personId]);
  }

  /** The chats that a person has on the phone, the liveliest first. */
  chatsOf(personId) {
    const there = [...this.chats.values()].filter(
      (chat) => this.inside(personId, chat) && !chat.deleted && !chat.migrated_to,
    );
    const order = (chat) => this.lastOf(chat.id)?.date ?? 0;
    return there.sort((one, other) => order(other) - order(one));
  }

  lastOf(chatId) {
    return [...(this.messages.get(chatId)?.values() ?? [])].at(-1);
  }

  /** Note that a person has a chat before them. */
  markRead(personId, chatId) {
    this.read.set(`${personId}:${chatId}`, this.lastOf(chatId)?.message_id ?? 0);
    if (chatId === personId) this.looked.set(personId, this.buttonsBefore(personId));
  }

  /** How many messages of others came since a person last had a chat before them. */
  unread(personId, chatId) {
    const since = this.read.get(`${personId}:${chatId}`) ?? 0;
    const newer = [...(this.messages.get(chatId)?.values() ?? [])].filter((message) => message.message_id > since);
    return newer.filter((message) => message.sender?.id !== personId).length;
  }

  /** Whether other buttons are before a person in private than when they last looked. */
  waits(personId) {
    const buttons = this.buttonsBefore(personId);
    return buttons !== "" && buttons !== (this.looked.get(personId) ?? "");
  }

  buttonsBefore(personId) {
    const asked = [...(this.messages.get(personId)?.values() ?? [])].filter((message) => message.keyboard.length > 0);
    return asked.length > 0 ? JSON.stringify([asked.at(-1).message_id, asked.at(-1).keyboard]) : "";
  }

  /** What the bot offers to be typed in a chat, in a person's language if it has it. */
  commandsFor(person, chat) {
    const scopes = chat.type === "private" ? ["all_private_chats", "default"] : ["all_group_chats", "default"];
    const language = (person.language_code ?? "").slice(0, 2);
    for (const scope of scopes) {
      for (const wanted of [language, ""]) {
        const found = this.state.commands.find((each) => each.scope === scope && each.language === wanted);
        if (found) return found.commands;
      }
    }
    return [];
  }

  /** The payload if an address leads to the private chat with the bot, else null. */
  startPayload(address) {
    const name = this.state.bot.username.toLowerCase();
    let url;
    try {
      url = new URL(/^[\w-]+\.me\//i.test(address) ? `https://${address}` : address);
    } catch {
      return null;
    }
    const web = ["t.me", "telegram.me"].includes(url.hostname) && url.pathname.slice(1).toLowerCase() === name;
    const app = url.protocol === "tg:" && url.searchParams.get("domain")?.toLowerCase() === name;
    return web || app ? (url.searchParams.get("start") ?? "") : null;
  }
}

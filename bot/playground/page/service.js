// Service messages in words: who came, who went, what the chat became.

import { fullName } from "./dom.js";
import { t } from "./words.js";

/** The sentence of a service message, "" if there is none for it. */
export function serviceText(message) {
  const service = message.service;
  const by = message.sender ? fullName(message.sender) : t("someone");
  if (service.group_chat_created) return t("created_group", { name: by });
  if (service.new_chat_members) {
    const names = service.new_chat_members.map(fullName).join("、");
    const alone = service.new_chat_members.length === 1 && service.new_chat_members[0].id === message.sender?.id;
    return alone ? t("joined", { name: names }) : t("added", { by, name: names });
  }
  if (service.left_chat_member) {
    const name = fullName(service.left_chat_member);
    return service.left_chat_member.id === message.sender?.id ? t("left", { name }) : t("removed", { by, name });
  }
  if (service.migrate_to_chat_id || service.migrate_from_chat_id) return t("migrated");
  if (service.pinned_message) return t("pinned", { name: by });
  if (service.forum_topic_created) return t("topic_opened", { name: by, topic: service.forum_topic_created.name });
  return "";
}

/** Whether a message is a service message. */
export function isService(message) {
  return Object.keys(message.service).length > 0;
}

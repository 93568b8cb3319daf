// What a newcomer is told to do, until it is put away.

import { h } from "./dom.js";
import { prefs } from "./prefs.js";
import { t } from "./words.js";

const KEY = "hint-closed";

/** The steps for who plays here, [] if there are none or they were put away on this server's run. */
export function stepsOf(state) {
  const steps = state.hints[prefs.language] ?? state.hints.zh ?? [];
  try {
    return sessionStorage.getItem(KEY) === state.run ? [] : steps;
  } catch {
    return steps;
  }
}

/** Whether the steps speak of a button that is the newest to press: later they would only be in the way. */
export function namesAButton(steps, messages) {
  const newest = messages.filter((message) => message.keyboard.length > 0).at(-1);
  const labels = newest ? newest.keyboard.flat().map((button) => button.text) : [];
  return steps.some((step) => labels.some((label) => step.includes(label)));
}

/** The entries (none or one) of the card, for `patch`. `close` puts it away. */
export function hintCard({ steps, close }) {
  if (steps.length === 0) return [];
  const make = () =>
    h(
      "aside",
      { class: "hint", "aria-label": t("first_steps") },
      h("b", {}, t("first_steps")),
      h("ol", {}, steps.map((step) => h("li", {}, step))),
      h("button", { type: "button", class: "action", onclick: close }, t("hide_hint")),
    );
  return [{ key: "hint", mark: steps.join("|"), make }];
}

/** Put the card away for as long as the server runs. */
export function hideHints(state) {
  try {
    sessionStorage.setItem(KEY, state.run);
  } catch {
    // Then it comes back with the next visit.
  }
}

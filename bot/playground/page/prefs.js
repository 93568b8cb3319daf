// What the person at this browser likes, and where they were: kept in the browser alone.

function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing is fine.
  }
}

const kept = read(localStorage, "likes") ?? {};

export const prefs = {
  language: kept.language ?? (navigator.language.startsWith("zh") || !navigator.language ? "zh" : "en"),
  theme: kept.theme ?? "auto",
};

function apply() {
  document.documentElement.dataset.theme = prefs.theme;
  document.documentElement.lang = prefs.language === "en" ? "en" : "zh-Hans";
}

/** Change a preference and keep it. */
export function prefer(change) {
  Object.assign(prefs, change);
  write(localStorage, "likes", prefs);
  apply();
}

/** The other of light and dark, from what is seen now. */
export function otherTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return (prefs.theme === "auto" ? system : prefs.theme) === "dark" ? "light" : "dark";
}

/** Where this tab was when it was last shown, if the server is still the same. */
export function place(run) {
  const found = read(sessionStorage, "place");
  return found?.run === run ? found : null;
}

/** Remember where this tab is. */
export function rememberPlace(value) {
  write(sessionStorage, "place", value);
}

apply();

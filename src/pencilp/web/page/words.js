// The texts of the page in its language: words.json in English, and the catalogues of other languages (pencilp/translations).
// Texts about genres come from the server in the requested language.

import { lasting } from "./storage.js";

const WORDS = {}; // per language: the server fills them in

const LANGUAGE = "pencilp:language"; // the key of the language in the browser's storage
const known = (code) => Object.keys(WORDS).find((language) => tagOf(language).toLowerCase() === code.toLowerCase());
const tagOf = (language) => language.replace("_", "-"); // the spelling of HTML and Intl

// the first of the browser's languages that the page has, also without its country
const usual = () => navigator.languages.map((code) => known(code) ?? known(code.split("-")[0])).find(Boolean) ?? "en";

let spoken = known(tagOf(lasting.get(LANGUAGE) ?? "")) ?? usual();

// a text of the page; each {} is replaced by the next value, {0} by the first one
export function t(key, ...values) {
  let next = 0;
  return (WORDS[spoken][key] ?? WORDS.en[key])?.replace(/\{(\d*)\}/g, (_, n) => values[n || next++]);
}

export const duration = (s) => t("seconds", s.toFixed(s < 0.1 ? 3 : 1));

// several sentences as one text
export const sentences = (...each) => each.length ? each.reduce((before, next) => t("sentences", before, next)) : "";

export const language = () => spoken;

export const languageTag = () => tagOf(spoken);

// all languages, each with its own name for itself
export const languages = () =>
  Object.keys(WORDS).map((code) => ({ code, tag: tagOf(code), name: new Intl.DisplayNames([tagOf(code)], { type: "language" }).of(tagOf(code)) }));

// The language of a text from elsewhere, null if it is the page's: a user's own genres, formulas and most messages about files are
// in English. Other languages in Latin letters are not recognised.
export function foreign(text) {
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return /^(ja|zh)\b/.test(languageTag()) ? null : "ja";
  return /[A-Za-z]{3}/.test(text) && !/[A-Za-z]{3}/.test(t("rules")) ? "en" : null;
}

export function speak(other) {
  spoken = other;
  lasting.put(LANGUAGE, other);
  document.documentElement.lang = languageTag();
}

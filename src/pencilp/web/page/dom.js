// Makes elements: make("button", {class: "quiet", onclick: f}, "text", child). And what else is done to elements.

import { foreign } from "./words.js";

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

// an element with a text of somebody else's
export const told = (name, text, attributes = {}) => make(name, { lang: foreign(text), ...attributes }, text);

// an element says a text of somebody else's
export function say(element, text) {
  const lang = foreign(text);
  element.textContent = text;
  if (lang) element.lang = lang;
  else element.removeAttribute("lang");
}

// Does something by which an element may be hidden, switched off or emptied: the focus, if it was there, goes to `next`.
export function handOn(element, act, next = $("board")) {
  const had = element.contains(document.activeElement);
  act();
  const there = element.contains(document.activeElement) && element.checkVisibility() && !element.disabled;
  if (had && !there) next.focus({ preventScroll: true });
}

export const $ = (id) => document.getElementById(id);

// hands a file to the person
export function save(name, content, type = "application/octet-stream") {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// bytes as text for a request
export function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
}

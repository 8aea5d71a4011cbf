// Helpers for elements. make("button", {class: "quiet", onclick: f}, "text", child) makes one.

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

// an element with a text that may be in another language than the page
export const textElement = (name, text, attributes = {}) => make(name, { lang: foreign(text), ...attributes }, text);

// puts a text, which may be in another language than the page, into an element
export function setText(element, text) {
  const lang = foreign(text);
  element.textContent = text;
  if (lang) element.lang = lang;
  else element.removeAttribute("lang");
}

// Does something that may hide, disable or empty an element; if it had the focus, the focus goes to `next`.
export function keepFocus(element, act, next = $("board")) {
  const had = element.contains(document.activeElement);
  act();
  const there = element.contains(document.activeElement) && element.checkVisibility() && !element.disabled;
  if (had && !there) next.focus({ preventScroll: true });
}

export const $ = (id) => document.getElementById(id);

// offers a file for download
export function save(name, content, type = "application/octet-stream") {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// bytes as base64 for a request
export function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
}

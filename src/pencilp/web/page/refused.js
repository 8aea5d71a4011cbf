// Questions that were not answered.

import { language, t } from "./words.js";

const STATUS = { input: 422, late: 408, failed: 500, busy: 503 }; // of each kind of refusal

export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
  // whether a retry may help: the server was busy, or cannot be reached
  get passing() {
    return this.status === 503 || this.status === 0;
  }
}

// the refusal of a kind, or with a status, in the page's language: jobs answer in it, the server itself in English
export function refusal(message, kind) {
  const status = STATUS[kind] ?? kind;
  return new Refused((language() === "en" ? null : t(`refused.${status}`)) ?? message, status);
}

// dispatches "lost" when nobody answers, and "newer" when there is a newer version of the page
export const reach = new EventTarget();

export function lost() {
  reach.dispatchEvent(new Event("lost"));
  return new Refused(t("away"), 0);
}

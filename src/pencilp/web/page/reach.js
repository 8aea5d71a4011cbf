// Whether the server can be reached: says so when it cannot, keeps asking, and goes on when it is back.

import { reach } from "./server.js";
import { t } from "./words.js";

const AGAIN = 1500; // milliseconds from one try to the next

export function watch(notice, back) {
  let trying = null;
  reach.addEventListener("lost", () => {
    notice(t("away"));
    trying ??= setInterval(tryAgain, AGAIN);
  });
  async function tryAgain() {
    const reply = await fetch("first", { cache: "no-store" }).catch(() => null);
    if (!reply?.ok || trying === null) return;
    clearInterval(trying);
    trying = null;
    notice("");
    back();
  }
}

// the page's files are kept in the browser where it allows that: on this machine, or by https
export function keepShell() {
  if (!navigator.serviceWorker) return;
  const register = () => navigator.serviceWorker.register("offline.js").catch((error) => console.warn("the page is not kept:", error.message));
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

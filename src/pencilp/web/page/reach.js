// Watches the connection to the server: shows a notice when it is lost, and retries until it is back.

import { reach } from "./server.js";
import { t } from "./words.js";

const RETRY_MILLISECONDS = 1500; // between two tries

export function watch(notice, back) {
  let trying = null;
  reach.addEventListener("lost", () => {
    notice(t("away"));
    trying ??= setInterval(tryAgain, RETRY_MILLISECONDS);
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

// caches the page's files in the browser, which allows that on this machine or by https
export function keepShell() {
  if (!navigator.serviceWorker) return;
  const register = () => navigator.serviceWorker.register("offline.js").catch((error) => console.warn("the page is not kept:", error.message));
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

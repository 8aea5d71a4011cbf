// Watches the connection to the server: shows a notice when it is lost, and retries until it is back.

import { reach } from "./refused.js";
import { opening } from "./server.js";
import { t } from "./words.js";

const RETRY_MILLISECONDS = 1500; // between two tries
const VERSION = new URL(import.meta.url).pathname.split("/").at(-2); // of this page

// `back` is called when the server is back, and `newer` with a function that changes to the server's page if that is another version
export function watch(notice, back, newer) {
  let trying = null;
  reach.addEventListener("lost", () => {
    notice(t("away"));
    trying ??= setInterval(tryAgain, RETRY_MILLISECONDS);
  });
  async function tryAgain() {
    const reply = await opening();
    if (!reply || trying === null) return;
    clearInterval(trying);
    trying = null;
    notice("");
    if (reply.version !== VERSION) newer(() => location.reload());
    back();
  }
}

// Caches the page's files in the browser, which allows that on this machine or by https. If a newer version waits, `newer` is
// called with a function that changes to it.
export function keepShell(newer) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const register = async () => {
    try {
      const kept = await serviceWorker.register("offline.js");
      const waits = () => kept.waiting && serviceWorker.controller && newer(() => {
        serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        kept.waiting.postMessage("begin");
      });
      waits();
      kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", waits));
    } catch (error) {
      console.warn("the page is not kept:", error.message);
    }
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

// Watches the connection to the server: shows a notice when it is lost, and retries until it is back.

import { reach } from "./refused.js";
import { opening } from "./server.js";
import { t } from "./words.js";

const RETRY_MILLISECONDS = 1500; // between two tries

export function watch(notice, back) {
  let trying = null;
  reach.addEventListener("lost", () => {
    notice(t("away"));
    trying ??= setInterval(tryAgain, RETRY_MILLISECONDS);
  });
  async function tryAgain() {
    if (!(await opening()) || trying === null) return;
    clearInterval(trying);
    trying = null;
    notice("");
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


"use strict";
const at = (id) => document.getElementById(id);
const links = [...at("steps").querySelectorAll("a")];
const last = links.length - 1;
const parts = [...document.querySelectorAll("[data-in]")].map((element) => {
  const runs = element.dataset.in.split(" ").map((run) => run.split("-").map(Number));
  return { element, runs };
});
let now = -1;

function show(number) {
  const step = Math.min(Math.max(number, 0), last);
  if (step === now) return;
  now = step;
  for (const { element, runs } of parts) {
    const shown = runs.some((run) => run[0] <= step && step <= run[run.length - 1]);
    if (shown) element.removeAttribute("display");
    else element.setAttribute("display", "none");
  }
  const sentence = links[step].textContent;
  at("sentence").textContent = step === 0 ? sentence : `${step}. ${sentence}`;
  at("sentence").lang = links[step].lang || document.documentElement.lang;
  at("slider").value = step;
  at("slider").setAttribute("aria-valuetext", `${step} / ${last}`);
  at("number").textContent = `${step} / ${last}`;
  at("first").disabled = at("back").disabled = step === 0;
  at("last").disabled = at("next").disabled = step === last;
  for (const link of links) link.removeAttribute("aria-current");
  links[step].setAttribute("aria-current", "step");
  const list = at("steps");
  const item = links[step].parentElement;
  if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop;
  const over = item.offsetTop + item.offsetHeight - list.scrollTop - list.clientHeight;
  if (over > 0) list.scrollTop += over;
}

function go(number) {
  show(number);
  history.replaceState(null, "", `#${now}`);
}

function fromAddress() {
  const found = /^#(\d+)$/.exec(location.hash);
  show(found ? Number(found[1]) : 0);
}

at("first").addEventListener("click", () => go(0));
at("back").addEventListener("click", () => go(now - 1));
at("next").addEventListener("click", () => go(now + 1));
at("last").addEventListener("click", () => go(last));
at("slider").addEventListener("input", () => go(Number(at("slider").value)));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target === at("slider")) return;
  const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
});
addEventListener("hashchange", fromAddress);
fromAddress();

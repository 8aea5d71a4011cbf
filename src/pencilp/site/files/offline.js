// The service worker of a page without a server: it caches all files in the browser, so that the page works without a network.
// All addresses but a few (SHELL.changing) change with their contents, so a cached file is never asked for again.

const SHELL = {}; // the build inserts the version, the page's files, and those that its workers load

const here = new URL("./", location.href).href;
const nameOf = (address) => {
  const [plain] = address.split(/[?#]/);
  return plain.startsWith(here) ? plain.slice(here.length) : null;
};

self.addEventListener("install", (event) => {
  event.waitUntil(keep(SHELL.files));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith(SHELL.site) && ![SHELL.version, SHELL.snapshots].includes(name)) await caches.delete(name);
    await self.clients.claim();
  })());
});

// the page asks to cache what its workers have loaded, or to take over from the version before
self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keep(SHELL.rest));
  if (event.data === "begin") self.skipWaiting();
});

// caches files, from older versions where they are the same
async function keep(names) {
  const cache = await caches.open(SHELL.version);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  for (const name of names) {
    if (kept.has(here + name)) continue;
    const changes = SHELL.changing.includes(name);
    const known = !changes && (await caches.match(here + name));
    if (known) await cache.put(here + name, known);
    else await cache.add(new Request(here + name, changes ? { cache: "reload" } : {}));
  }
}

self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request.url);
  if (event.request.method !== "GET" || name === null || !(SHELL.files.includes(name) || SHELL.rest.includes(name))) return;
  event.respondWith((async () => {
    const cache = await caches.open(SHELL.version);
    return (await cache.match(here + name)) ?? fetch(event.request);
  })());
});

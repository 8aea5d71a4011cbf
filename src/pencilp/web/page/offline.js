// The service worker: it keeps the page's files, so that the page opens while its server is away. The server says which files
// there are and writes a new version here whenever one of them has changed; then all are kept anew.

const SHELL = {};

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(SHELL.version);
    // the others have their version in their address: the page has just fetched them
    await kept.addAll(SHELL.files.map((file) => (file === "/" ? new Request(file, { cache: "reload" }) : file)));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("pencilp ") && name !== SHELL.version) await caches.delete(name);
    await self.clients.claim();
  })());
});

// the server's own files as long as it answers
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !SHELL.files.includes(pathname)) return;
  event.respondWith(fetch(event.request).catch(async () => (await (await caches.open(SHELL.version)).match(pathname)) ?? Response.error()));
});

// The service worker, which caches the page's files, so that the page opens even if its server cannot be reached. The server inserts
// the list of files and a version, which changes with each file; then all files are cached again.

const SHELL = {};

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(SHELL.version);
    // the other files have their version in their address, and the page has just loaded them
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

// answers with the server's file, or, if the server cannot be reached, with the cached one
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !SHELL.files.includes(pathname)) return;
  event.respondWith(fetch(event.request).catch(async () => (await (await caches.open(SHELL.version)).match(pathname)) ?? Response.error()));
});

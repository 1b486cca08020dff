import { createHash } from "node:crypto";
import { BALANCE_CACHE, BALANCE_PATH } from "../lib/kept-balance";
import offlinePage from "./offline.html?raw";

export { offlinePage };

export const OFFLINE_PATH = "/offline.html";

/** Where the offline page has the last seen balance. */
const BALANCE_PLACE = "<!--balance-->";

const version = createHash("sha256").update(offlinePage).digest("hex").slice(0, 8);

/**
 * The service worker (≤ 2 KB). Its one subject is a page that can't be opened for want of a network: then the offline page is
 * shown at the same address. It stores that page and nothing else; no page, file or reply of the portal passes through its
 * cache. The balance is there only if its owner has asked for it (`app/lib/kept-balance.ts`), is stored here only, and goes with a
 * logout, also one without script. Another offline page makes another worker, which replaces the old one at once.
 */
export const SERVICE_WORKER = `
const page = "${OFFLINE_PATH}", own = "offline-${version}", kept = "${BALANCE_CACHE}";
// Forgotten when the browser stops the idle worker, after half a minute: longer than a logout takes.
let loggedOutAt = 0;
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(own).then((cache) => cache.add(new Request(page, { cache: "reload" }))));
});
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== own && name !== kept) await caches.delete(name);
  // The request of a page doesn't wait for the start of the worker.
  if (registration.navigationPreload) await registration.navigationPreload.enable();
  await clients.claim();
})()));
addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  if (request.method === "POST" && /^\\/logout\\b/.test(new URL(request.url).pathname)) {
    loggedOutAt = Date.now();
    event.waitUntil(caches.delete(kept));
  }
  if (request.method !== "GET" || request.mode !== "navigate") return;
  event.respondWith((async () => {
    try {
      return (await preloadResponse) || (await fetch(request));
    } catch (error) {
      const stored = await caches.match(page);
      if (!stored) throw error;
      const balance = await caches.match("${BALANCE_PATH}");
      return new Response((await stored.text()).replace("${BALANCE_PLACE}", balance ? tell(await balance.json()) : ""), {
        headers: stored.headers
      });
    }
  })());
});
addEventListener("message", (event) => event.waitUntil(keep(event.data)));
async function keep({ points, openedAt, isWanted }) {
  if (points === null) return caches.delete(kept);
  // A page from before the logout, whose scripts have only just arrived, brings nothing back.
  if (openedAt <= loggedOutAt || !(isWanted || (await caches.match("${BALANCE_PATH}")))) return;
  const cache = await caches.open(kept);
  await cache.put("${BALANCE_PATH}", new Response(JSON.stringify({ points, at: Date.now() })));
}
function tell({ points, at }) {
  const seen = new Date(at).toLocaleString("ru", { day: "2-digit", month: "2-digit", year: "2-digit", hour: "2-digit", minute: "2-digit" });
  return '<p class="kept">Баланс: <b>' + Number(points).toLocaleString("ru") + "</b><br><span>каким вы видели его " + seen + "</span></p>";
}
`.replace(/^ +| *\/\/ .*\n/gm, "");

/** Takes the place of the worker where there should be none any more: it removes what was stored, and then itself. */
export const REMOVED_SERVICE_WORKER = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

// What opens pages without a network, where the browser allows it (https or localhost; in a hall see /trust/). Served as
// /sw.js with SHELL before it (tournaments/public/without_network.py).
// Kept are: the page that says what waits, the page of codes, and the pages of tables that were opened, each with the files
// it names. A page of a table is kept only if its answer says for whom (X-Keep: account:7), and it is gone as soon as somebody
// signs in or out, or the site answers otherwise. No other page is ever kept: what nobody may see is not here to be found.
// A page comes from the network as long as there is one; lines of the log are not here at all (phone/outbox.js has them).
// A new worker waits until no page is open, or until somebody agrees; then no game is open in another tab (phone/worker.js).

/** @typedef {{version: string, files: string, pages: string[], fallback: string, leaving: string[], off: boolean}} Shell */
const worker = /** @type {any} */ (self);
const shell = /** @type {Shell} */ (worker.SHELL);
const FILES = "scwu-files", PAGES = "scwu-pages", SHELL = `scwu-shell-${shell.version}`;
const TABLE = /^\/t\/[-\w]+\/\d+\/\d+\/$/, HASHED = /\.[0-9a-f]{12}\.\w+$/, WHO = "X-Keep";
const MOST_PAGES = 12, PATIENCE = 6000, ANY = { ignoreVary: true };
const NAMES = [
  /(?:src|href|data-script)="([^"#?]+\.\w+)["#?]/g, // what a page names
  /(?:^|\n)\s*(?:import|export)\b[^;"']*["'](\.{1,2}\/[^"']+)["']/g, // a script
  /url\(\s*["']?([^"')#?]+)/g, // a stylesheet
];

// --- Keeping ----------------------------------------------------------------------------------------------------------

/** Files of the site that a text names. @param {string} text @param {string} address */
function filesIn(text, address) {
  /** @type {string[]} */
  const found = [];
  for (const pattern of NAMES) {
    text.replace(pattern, (_, name) => {
      const file = new URL(name, address);
      if (file.origin === worker.location.origin && file.pathname.startsWith(shell.files)) found.push(file.pathname);
      return "";
    });
  }
  return found;
}

/** Keep every file that a page needs, and what these need in turn. Which they are. @param {string} text @param {string} address */
async function keepFiles(text, address) {
  const files = await caches.open(FILES), found = new Set(filesIn(text, address));
  for (const file of found) { // it grows on the way
    let kept = await files.match(file, ANY);
    if (!kept || !HASHED.test(file)) {
      const fresh = await fetch(file);
      if (!fresh.ok) continue;
      await files.put(file, fresh.clone());
      kept = fresh;
    }
    if (!/\.(js|css)$/.test(file)) continue;
    for (const more of filesIn(await kept.text(), new URL(file, address).href)) found.add(more);
  }
  return found;
}

/** The page of a table as the site has just answered. @param {string} path @param {Response} answer */
async function keepPage(path, answer) {
  await tidied;
  const pages = await caches.open(PAGES), who = answer.headers.get(WHO);
  if (answer.type === "opaqueredirect" || answer.redirected) return forget(); // to the sign-in, as a rule
  if (answer.status >= 500) return undefined;
  await pages.delete(path);
  if (!answer.ok || !who) return undefined;
  for (const old of await pages.keys()) {
    const kept = await pages.match(old, ANY);
    if (kept && kept.headers.get(WHO) !== who) await pages.delete(old);
  }
  await pages.put(path, answer.clone()); // last of all, so the first is the oldest
  const all = await pages.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST_PAGES))) await pages.delete(old);
  await keepFiles(await answer.text(), new URL(path, worker.location.href).href);
  return undefined;
}

/** Whoever was signed in is so no more. */
async function forget() {
  await caches.delete(PAGES);
}

async function keepShell() {
  const pages = await caches.open(SHELL);
  for (const page of shell.pages) {
    const answer = await fetch(page, { cache: "no-store" });
    if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
    await pages.put(page, answer.clone());
    await keepFiles(await answer.text(), new URL(page, worker.location.href).href);
  }
}

/** @type {Promise<void>} a page is kept before or after it, lest its files are dropped as nobody's */
let tidied = Promise.resolve();

/** Drop what an older worker kept and no page needs any more. */
async function tidy() {
  for (const name of await caches.keys()) if (name.startsWith("scwu-shell-") && name !== SHELL) await caches.delete(name);
  /** @type {Set<string>} */
  const needed = new Set();
  for (const name of [SHELL, PAGES]) {
    const pages = await caches.open(name);
    for (const request of await pages.keys()) {
      const page = await pages.match(request, ANY);
      if (page) for (const file of await keepFiles(await page.text(), request.url)) needed.add(file);
    }
  }
  const files = await caches.open(FILES);
  for (const request of await files.keys()) if (!needed.has(new URL(request.url).pathname)) await files.delete(request);
}

// --- Answering --------------------------------------------------------------------------------------------------------

/** A file: at once if its name says what is in it. @param {Request} request @param {string} path */
async function file(request, path) {
  const kept = await (await caches.open(FILES)).match(path, ANY);
  if (kept && HASHED.test(path)) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** A page: from the site; without it, or where it is too slow, as it was kept. @param {any} event @param {string} path */
async function page(event, path) {
  const isTable = TABLE.test(path);
  const kept = isTable ? await (await caches.open(PAGES)).match(path, ANY) : await (await caches.open(SHELL)).match(path, ANY);
  const asked = fetch(event.request);
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => { if (kept) setTimeout(() => resolve(null), PATIENCE); });
  try {
    const answer = await Promise.race([asked, late]);
    if (!answer || (kept && answer.status >= 500)) return /** @type {Response} */ (kept);
    if (isTable && !new URL(event.request.url).search) event.waitUntil(keepPage(path, answer.clone()));
    return answer;
  } catch (error) {
    const other = kept || await (await caches.open(SHELL)).match(shell.fallback, ANY);
    if (other) return other;
    throw error;
  }
}

/** @param {any} event */
function answer(event) {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.method === "POST" && shell.leaving.some((path) => url.pathname.startsWith(path))) event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event, url.pathname));
  else if (url.pathname.startsWith(shell.files)) event.respondWith(file(request, url.pathname));
}

/** A page says something. @param {any} event */
async function hear({ data, source }) {
  if (data.type === "opened" && TABLE.test(data.path)) await keepPage(data.path, await fetch(data.path, { credentials: "same-origin" }));
  if (data.type !== "take over") return;
  const others = (await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(
    /** @param {any} client */ (client) => client.id !== source.id && TABLE.test(new URL(client.url).pathname));
  if (others.length) source.postMessage({ type: "busy" });
  else await worker.skipWaiting();
}

// --- Being there, or not ----------------------------------------------------------------------------------------------

/** Take everything away that workers have kept, and end: SCWU_SERVICE_WORKER=0. The lines of the log stay where they are. */
async function end() {
  for (const name of await caches.keys()) if (name.startsWith("scwu-")) await caches.delete(name);
  await worker.registration.unregister();
}

if (shell.off) {
  worker.addEventListener("install", () => worker.skipWaiting());
  worker.addEventListener("activate", /** @param {any} event */ (event) => event.waitUntil(end()));
} else {
  worker.addEventListener("install", /** @param {any} event */ (event) => event.waitUntil(keepShell()));
  worker.addEventListener("activate", /** @param {any} event */ (event) => {
    tidied = tidy().catch(() => undefined);
    event.waitUntil(tidied.then(() => worker.clients.claim()));
  });
  worker.addEventListener("fetch", answer);
  worker.addEventListener("message", /** @param {any} event */ (event) => event.waitUntil(hear(event)));
}

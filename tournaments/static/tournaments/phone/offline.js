// The page in the place of one that cannot be had: the tables that this phone kept, as links, and a button to try again.
// What waits on this phone is said by the banner of every page (phone/everywhere.js).

const TABLE = /^\/t\/([-\w]+)\/(\d+)\/(\d+)\/$/;

/** @param {HTMLElement} list */
async function listTables(list) {
  const pages = await (await caches.open("scwu-pages")).keys();
  for (const request of Array.from(pages).reverse()) {
    const path = new URL(request.url).pathname, found = TABLE.exec(path);
    if (!found) continue;
    const item = document.createElement("li"), link = document.createElement("a");
    const values = { event: found[1], round: found[2], table: found[3] };
    link.href = path;
    link.textContent = (list.dataset.text || "").replace(/{(\w+)}/g, (_, name) => /** @type {any} */ (values)[name]);
    item.appendChild(link);
    list.appendChild(item);
  }
  /** @type {HTMLElement} */ (document.querySelector("[data-kept-tables]")).hidden = !list.children.length;
}

const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-kept-tables] ul"));
if (list && "caches" in window) void listTables(list);

/** Whoever has tapped a link goes there: another load of this page would take him off it, whichever comes first. */
let isLeaving = false;

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest("[data-try-again]")) location.reload();
  isLeaving = isLeaving || Boolean(event.target.closest("a"));
});
window.addEventListener("pageshow", () => { isLeaving = false; });

/** A network is not yet the site. */
async function reloadIfThere() {
  try {
    const isThere = (await fetch("/offline/", { method: "HEAD", cache: "no-store" })).ok;
    if (isThere && !isLeaving) location.reload();
  } catch (_) { /* the next network, or the button */ }
}

window.addEventListener("online", () => void reloadIfThere());

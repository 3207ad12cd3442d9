// Keeps <section data-live="fragment address" data-live-events="event stream" data-version="17"> up to date and says in
// [data-age] how old the page is. The stream only says "changed, version n"; what changed is fetched with If-None-Match.
// Every 30 s without a working stream, every 2 min with one (a dead connection looks like a quiet one), the fragment is asked
// for anyway. Nothing is swapped under a hand that is typing or choosing: a button offers the new data instead.

/**
 * @typedef {object} Live
 * @property {HTMLElement} section
 * @property {number} version
 * @property {string} etag
 * @property {number} wanted   the newest version heard of
 * @property {string} waiting  new content that was not swapped in yet
 * @property {boolean} busy
 */

const POLL = 30_000, QUIET = 120_000, LONGEST = 300_000, PATIENCE = 15_000;
/** @type {Live[]} */
const lives = [...document.querySelectorAll("[data-live]")].map((element) => {
  const section = /** @type {HTMLElement} */ (element);
  const version = Number(section.dataset.version || 0);
  return { section, version, etag: section.dataset.etag || "", wanted: version, waiting: "", busy: false };
});
/** @type {Map<string, EventSource>} */
const streams = new Map();
let confirmedAt = Date.now(), failures = 0, timer = 0, troubled = false;

/** @param {Live} live */
function inUse(live) {
  const active = document.activeElement;
  if (active && live.section.contains(active) && active.matches("input:not([type=radio]):not([type=checkbox]), textarea, select")) return true;
  if (live.section.querySelector("dialog[open], [data-pending], [data-sending]")) return true;
  return [...live.section.querySelectorAll("input, textarea, select")].some(changed);
}

/** @param {Element} field */
function changed(field) {
  if (field instanceof HTMLSelectElement) {
    const preset = [...field.options].some((option) => option.defaultSelected);
    return [...field.options].some((option, i) => option.selected !== (preset ? option.defaultSelected : !field.multiple && i === 0));
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  return field.type === "radio" || field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** What tells an element apart before and after the swap. @param {Element} element */
function name(element) {
  const own = element.id || element.getAttribute("data-key") || "";
  if (own || element.tagName !== "DETAILS") return own;
  return (element.querySelector("summary")?.textContent || "").trim();
}

/** @param {Live} live @param {string} html */
function swap(live, html) {
  const { section } = live;
  const open = new Set([...section.querySelectorAll("details[open]")].map(name));
  const active = document.activeElement;
  const focus = active && section.contains(active) ? { id: name(active), of: name(active.closest("details") || active), tag: active.tagName } : null;
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  const inner = fresh.querySelector("[data-live]") || fresh;
  section.replaceChildren(...inner.childNodes);
  live.waiting = "";
  for (const details of section.querySelectorAll("details")) if (open.has(name(details))) details.open = true;
  if (focus) refocus(section, focus);
  // @ts-ignore: htmx is there only on pages that load it
  window.htmx?.process(section);
  section.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
  tell();
}

/** @param {HTMLElement} section @param {{id: string, of: string, tag: string}} focus */
function refocus(section, focus) {
  const all = [...section.querySelectorAll("[id], [data-key]")];
  const same = focus.id ? all.find((element) => name(element) === focus.id) : undefined;
  const details = focus.tag === "SUMMARY" ? [...section.querySelectorAll("details")].find((d) => name(d) === focus.of) : undefined;
  /** @type {HTMLElement | null | undefined} */ (same || details?.querySelector("summary"))?.focus({ preventScroll: true });
}

/** @param {Live} live */
async function refresh(live) {
  if (live.busy) return;
  live.busy = true;
  const wanted = live.wanted;
  const abort = new AbortController();
  const patience = setTimeout(() => abort.abort(), PATIENCE);
  try {
    /** @type {Record<string, string>} */
    const headers = { Accept: "text/html", "X-Live": "1" };
    if (live.etag) headers["If-None-Match"] = live.etag;
    const answer = await fetch(live.section.dataset.live || "", { headers, credentials: "same-origin", signal: abort.signal });
    if (answer.status !== 304 && (!answer.ok || answer.redirected)) throw new Error(`answer ${answer.status}`);
    if (answer.status !== 304) {
      const html = await answer.text();
      live.etag = answer.headers.get("ETag") || "";
      live.waiting = html;
    }
    if (live.waiting && !inUse(live)) swap(live, live.waiting);
    live.version = Math.max(wanted, Number(answer.headers.get("X-Version") || 0));
    confirmedAt = Date.now();
    failures = 0;
  } catch {
    failures += 1;
  } finally {
    clearTimeout(patience);
    live.busy = false;
  }
  tell();
  if (!failures && live.wanted > live.version) await refresh(live);
}

function flowing() {
  return streams.size > 0 && [...streams.values()].every((stream) => stream.readyState === EventSource.OPEN);
}

function plan() {
  clearTimeout(timer);
  if (document.hidden || !lives.length) return;
  const pause = failures ? Math.min(POLL * 2 ** (failures - 1), LONGEST) : flowing() ? QUIET : POLL;
  timer = setTimeout(check, pause * (0.8 + 0.4 * Math.random()));
}

async function check() {
  listen();
  await Promise.all(lives.map(refresh));
  plan();
}

function listen() {
  if (typeof EventSource === "undefined") return;
  for (const address of new Set(lives.map(({ section }) => section.dataset.liveEvents || ""))) {
    const known = streams.get(address);
    if (!address || (known && known.readyState !== EventSource.CLOSED)) continue;
    const stream = new EventSource(address);
    stream.addEventListener("open", () => trouble(false));
    stream.addEventListener("error", () => trouble(true));
    stream.addEventListener("beat", () => { confirmedAt = Date.now(); tell(); });
    stream.addEventListener("changed", (event) => heard(address, /** @type {MessageEvent} */ (event).data));
    streams.set(address, stream);
  }
}

/** A stream broke or is back: ask soon, once, for it breaks anew with each of the browser's own attempts. @param {boolean} now */
function trouble(now) {
  if (now === troubled) return now ? undefined : plan();
  troubled = now;
  clearTimeout(timer);
  timer = setTimeout(check, now ? 1500 + 1500 * Math.random() : 500 * Math.random());
}

/** @param {string} address @param {string} data */
function heard(address, data) {
  const version = Number(JSON.parse(data).version);
  for (const live of lives.filter(({ section }) => section.dataset.liveEvents === address)) {
    if (version <= live.version) continue;
    live.wanted = Math.max(live.wanted, version);
    refresh(live).then(plan);
  }
}

function rest() {
  clearTimeout(timer);
  for (const stream of streams.values()) stream.close();
  streams.clear();
}

/** @param {DOMStringMap} texts @param {string} unit @param {number} n */
function phrase(texts, unit, n) {
  const form = new Intl.PluralRules(document.documentElement.lang || "en").select(n);
  const key = unit + form[0].toUpperCase() + form.slice(1);
  return (texts[key] || texts[unit] || "").replace("{n}", String(n));
}

function tell() {
  const seconds = Math.max(0, Math.round((Date.now() - confirmedAt) / 1000));
  const lost = failures > 0 || navigator.onLine === false;
  for (const place of document.querySelectorAll("[data-age]")) {
    const texts = /** @type {HTMLElement} */ (place).dataset;
    const clock = new Date(confirmedAt).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const text = lost ? (texts.lost || "").replace("{time}", clock)
      : seconds < 5 ? texts.now || ""
      : seconds < 60 ? phrase(texts, "seconds", seconds)
      : seconds < 3600 ? phrase(texts, "minutes", Math.floor(seconds / 60))
      : phrase(texts, "hours", Math.floor(seconds / 3600));
    const words = place.querySelector("[data-age-text]") || place;
    if (words.textContent !== text) words.textContent = text;
    words.classList.toggle("lost", lost);
    const show = /** @type {HTMLElement | null} */ (place.querySelector("[data-live-show]"));
    if (show) show.hidden = !lives.some(({ waiting }) => waiting);
  }
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-live-show]")) return;
  for (const live of lives) if (live.waiting) swap(live, live.waiting);
});
// outbox.js put a newer fragment into a live section: what was known of the older one no longer holds.
document.addEventListener("resend:swapped", (event) => {
  for (const live of lives.filter(({ section }) => section.contains(/** @type {Node} */ (event.target)))) {
    live.etag = "";
    live.waiting = "";
    live.version = Math.max(live.version, Number(/** @type {CustomEvent} */ (event).detail.version || 0));
  }
  confirmedAt = Date.now();
  tell();
});
document.addEventListener("visibilitychange", () => { if (document.hidden) rest(); else check(); });
window.addEventListener("online", check);
window.addEventListener("offline", tell);
window.addEventListener("pagehide", rest);
window.addEventListener("pageshow", (event) => { if (event.persisted) check(); });

if (lives.length) {
  listen();
  plan();
  setInterval(() => { if (!document.hidden) tell(); }, 1000);
  tell();
}

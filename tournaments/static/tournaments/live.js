// Keeps <section data-live="fragment address" data-live-events="event stream" data-version="17"> up to date and says in
// [data-age] how old the page is. The stream only says "changed, version n"; what changed is fetched with If-None-Match.
// A hall hears of a change in the same instant, so each page waits a little moment of its own, and several changes in
// that moment are one fetch. A stream that broke is opened anew from here, and not by the browser, which gives up for good
// after an answer that is no stream; until one is held (too many, a server that cannot) the fragment is asked for now and
// then. It is asked for now and then even with a stream, because a dead connection looks like a quiet one. A page that
// nobody sees asks for nothing, and asks at once when it is seen again.
// Nothing is swapped under a hand that is typing or choosing: a button offers the new data instead, until the hand is gone.

/**
 * @typedef {object} Live
 * @property {HTMLElement} section
 * @property {number} version
 * @property {string} etag
 * @property {number} wanted   the newest version heard of
 * @property {string} waiting  new content that was not swapped in yet
 * @property {boolean} busy
 * @property {number} timer    of the fetch that a change asked for
 * @property {number} askedAt
 */

/** How long a page waits with a fetch after it heard of a change, at most: so many requests are spread over so much time. */
const SPREAD = 150;
/** Two fetches that changes asked for lie at least so far apart: a change is shown within the sum of both and the answer. */
const APART = 200;
/** What failed is tried again after at most so long, and at least half of it: the first, second, third time … */
const AGAIN = [2000, 4000, 8000, 15000];
/** A stream that broke sooner was not held: its next pause is longer, not the first one again. */
const STEADY = 15000;
/** Asking without a stream, and with one; a fifth more or less. */
const POLL = 30000, QUIET = 120000;
const PATIENCE = 15000;

/** How long to wait before a fetch that a change asks for. `since`: the last one; `random`: 0–1. @param {number} since @param {number} random */
export function pauseBeforeFetch(since, random) {
  return Math.max(0, APART - since) + SPREAD * random;
}

/**
 * How long to wait before everything is asked for without a change. `failures`: checks that failed one after the other; `breaks`: streams.
 * A stream that cannot be had, while fragments can, is tried as often as they are.
 * @param {{failures: number, breaks: number, flowing: boolean}} so @param {number} random
 */
export function pauseBeforeCheck({ failures, breaks, flowing }, random) {
  const again = AGAIN[Math.min(failures, AGAIN.length) - 1] || (flowing ? 0 : AGAIN[breaks - 1]);
  return again ? again * (0.5 + 0.5 * random) : (flowing ? QUIET : POLL) * (0.8 + 0.4 * random);
}

/** @type {Live[]} */
const lives = [...document.querySelectorAll("[data-live]")].map((element) => {
  const section = /** @type {HTMLElement} */ (element);
  const version = Number(section.dataset.version || 0);
  return { section, version, etag: section.dataset.etag || "", wanted: version, waiting: "", busy: false, timer: 0, askedAt: 0 };
});
/** @type {Map<string, EventSource>} */
const streams = new Map();
let confirmedAt = Date.now(), failures = 0, breaks = 0, timer = 0;

/** @param {Live} live */
function inUse(live) {
  const active = document.activeElement;
  if (active && live.section.contains(active) && active.matches("input:not([type=radio]):not([type=checkbox]), textarea, select")) return true;
  if (live.section.querySelector("dialog[open], form[data-sending]") || isAsking(live)) return true;
  return [...live.section.querySelectorAll("input, textarea, select")].some(changed);
}

/** Whether lines of the section are on their way (phone/page.js): their answer brings what changed. @param {Live} live */
function isAsking(live) {
  return "asking" in live.section.dataset;
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
  const summary = element.querySelector("summary");
  return ((summary && summary.textContent) || "").trim();
}

/** @param {Live} live @param {string} html */
function swap(live, html) {
  const { section } = live;
  const open = new Set([...section.querySelectorAll("details[open]")].map(name));
  const active = document.activeElement;
  const focus = active && section.contains(active) ? { id: name(active), of: name(active.closest("details") || active), tag: active.tagName } : null;
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  const inner = fresh.querySelector("[data-live]") || fresh;
  section.textContent = "";
  section.append(...inner.childNodes);
  live.waiting = "";
  for (const details of section.querySelectorAll("details")) if (open.has(name(details))) details.open = true;
  if (focus) refocus(section, focus);
  const { htmx } = /** @type {any} */ (window); // there only on pages that load it
  if (htmx) htmx.process(section);
  section.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
  tell();
}

/** @param {HTMLElement} section @param {{id: string, of: string, tag: string}} focus */
function refocus(section, focus) {
  const all = [...section.querySelectorAll("[id], [data-key]")];
  const same = focus.id ? all.find((element) => name(element) === focus.id) : undefined;
  const details = focus.tag === "SUMMARY" ? [...section.querySelectorAll("details")].find((d) => name(d) === focus.of) : undefined;
  const target = /** @type {HTMLElement | null | undefined} */ (same || (details && details.querySelector("summary")));
  if (target) target.focus({ preventScroll: true });
}

/** Ask for the fragment; whether there was an answer. @param {Live} live */
async function refresh(live) {
  if (live.busy) return true;
  live.busy = true;
  live.askedAt = Date.now();
  const wanted = live.wanted;
  try {
    const { html, etag, version } = await soon((signal) => fragment(live, signal));
    if (html !== null) Object.assign(live, { etag, waiting: html });
    if (live.waiting && !inUse(live)) swap(live, live.waiting);
    live.version = Math.max(wanted, version);
    confirmedAt = Date.now();
    return true;
  } catch (broken) {
    return false;
  } finally {
    live.busy = false;
  }
}

/** What the site answers; `html` is null where nothing changed. @param {Live} live @param {AbortSignal | undefined} signal */
async function fragment(live, signal) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "text/html", "X-Live": "1" };
  if (live.etag) headers["If-None-Match"] = live.etag;
  const answer = await fetch(live.section.dataset.live || "", { headers, credentials: "same-origin", signal });
  if (answer.status !== 304 && (!answer.ok || answer.redirected)) throw new Error(`answer ${answer.status}`);
  const html = answer.status === 304 ? null : await answer.text();
  return { html, etag: answer.headers.get("ETag") || "", version: Number(answer.headers.get("X-Version") || 0) };
}

/**
 * What is asked, or a refusal when patience ends; a browser that can is told to ask no longer.
 * @template T @param {(signal: AbortSignal | undefined) => Promise<T>} ask
 */
async function soon(ask) {
  const abort = typeof AbortController === "undefined" ? null : new AbortController();
  let patience = 0;
  /** @type {Promise<never>} */
  const late = new Promise((_, refuse) => {
    patience = setTimeout(() => { refuse(new Error("late")); if (abort) abort.abort(); }, PATIENCE);
  });
  try {
    return await Promise.race([ask(abort ? abort.signal : undefined), late]);
  } finally {
    clearTimeout(patience);
  }
}

/** Fetch soon what was heard of and is not here yet; not while a form is under way. @param {Live} live */
function follow(live) {
  if (live.timer || live.busy || document.hidden || live.wanted <= live.version) return;
  live.timer = setTimeout(async () => {
    live.timer = 0;
    if (live.wanted > live.version && !isAsking(live)) heed([await refresh(live)]);
  }, pauseBeforeFetch(Date.now() - live.askedAt, Math.random()));
}

/** Remember how the last questions ended, and plan the next. @param {boolean[]} answered */
function heed(answered) {
  failures = answered.every(Boolean) ? 0 : failures + 1;
  if (!failures) lives.forEach(follow);
  tell();
  plan();
}

function flowing() {
  return streams.size > 0 && [...streams.values()].every((stream) => stream.readyState === EventSource.OPEN);
}

function plan() {
  clearTimeout(timer);
  if (document.hidden || !lives.length) return;
  timer = setTimeout(check, pauseBeforeCheck({ failures, breaks, flowing: flowing() }, Math.random()));
}

async function check() {
  clearTimeout(timer);
  listen();
  heed(await Promise.all(lives.map(refresh)));
}

/** There is reason to believe that it works again: ask at once, and as if nothing had ever failed. */
function wake() {
  failures = breaks = 0;
  check();
}

function listen() {
  if (typeof EventSource === "undefined") return;
  for (const address of new Set(lives.map(({ section }) => section.dataset.liveEvents || ""))) {
    if (address && !streams.has(address)) openStream(address);
  }
}

/** @param {string} address */
function openStream(address) {
  const stream = new EventSource(address);
  let since = Infinity;
  streams.set(address, stream);
  stream.addEventListener("open", () => { since = Date.now(); plan(); });
  stream.addEventListener("error", () => {
    stream.close();
    if (streams.get(address) !== stream) return;
    streams.delete(address);
    breaks = Date.now() - since > STEADY ? 1 : breaks + 1;
    plan();
  });
  stream.addEventListener("beat", () => { confirmedAt = Date.now(); tell(); });
  stream.addEventListener("changed", (event) => heard(address, /** @type {MessageEvent} */ (event).data));
}

/** @param {string} address @param {string} data */
function heard(address, data) {
  const version = Number(JSON.parse(data).version);
  for (const live of lives.filter(({ section }) => section.dataset.liveEvents === address)) {
    live.wanted = Math.max(live.wanted, version);
    follow(live);
  }
}

function rest() {
  clearTimeout(timer);
  for (const live of lives) {
    clearTimeout(live.timer);
    live.timer = 0;
  }
  for (const stream of streams.values()) stream.close();
  streams.clear();
}

/** @param {DOMStringMap} texts @param {string} unit @param {number} n */
function phrase(texts, unit, n) {
  const { PluralRules } = /** @type {any} */ (Intl); // of 2017
  const form = PluralRules ? new PluralRules(document.documentElement.lang || "en").select(n) : n === 1 ? "one" : "other";
  const key = unit + form[0].toUpperCase() + form.slice(1);
  return (texts[key] || texts[unit] || "").replace("{n}", String(n));
}

function tell() {
  const seconds = Math.max(0, Math.round((Date.now() - confirmedAt) / 1000));
  const lost = failures > 0 || document.documentElement.hasAttribute("data-no-network");
  for (const place of document.querySelectorAll("[data-age]")) {
    const texts = /** @type {HTMLElement} */ (place).dataset;
    const then = new Date(confirmedAt);  // written as the site writes a time, in each language
    const clock = [then.getHours(), then.getMinutes()].map((n) => String(n).padStart(2, "0")).join(":");
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
// phone/page.js has written onto the section what the site's answer to its lines said; or it cannot, and asks for all of it.
document.addEventListener("live:painted", (event) => {
  const { version, etag } = /** @type {CustomEvent} */ (event).detail;
  for (const live of lives.filter(({ section }) => section.contains(/** @type {Node} */ (event.target)))) {
    if (version < live.version) continue;
    Object.assign(live, { etag, version });
  }
});
document.addEventListener("live:answered", () => lives.forEach(follow));
document.addEventListener("live:again", () => lives.forEach((live) => {
  live.etag = "";
  void refresh(live);
}));
document.addEventListener("visibilitychange", () => { if (document.hidden) rest(); else wake(); });
window.addEventListener("online", wake);
window.addEventListener("offline", tell);
window.addEventListener("pagehide", rest);
window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });

if (lives.length) {
  if (!document.hidden) { listen(); plan(); }
  setInterval(() => {
    for (const live of lives) if (live.waiting && !live.busy && !inUse(live)) swap(live, live.waiting);
    if (!document.hidden) tell();
  }, 1000);
  tell();
}

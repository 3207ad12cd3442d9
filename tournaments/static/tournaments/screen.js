// Fills the picture with [data-screen]: each [data-sheet] is a picture of its own, and what its [data-fit] list holds is set as large
// as it can be, in columns of one length. Only what is too much at the smallest size that is legible in a hall is parted into pages;
// every few seconds the next one is shown. What comes new (live.js) keeps size and page while it can, so that nothing jumps. On a
// phone, or without scripts, it is one long list (screen.css). Escape, Space or the button stop it, arrows turn by hand.

const screen_ = /** @type {HTMLElement} */ (document.querySelector("[data-screen]"));
const told = /** @type {HTMLElement} */ (document.querySelector("[data-screen-page]"));
const pause = /** @type {HTMLButtonElement} */ (document.querySelector("[data-screen-pause]"));
const dark = /** @type {HTMLButtonElement} */ (document.querySelector("[data-screen-dark]"));
const asked = new URLSearchParams(location.search);
const SECONDS = Number(asked.get("seconds")) || 10;
/** A nick is at least a thirtieth of the picture's height, and a little more. */
const LEAST = 1 / 29.5;
const LARGEST = 1 / 9;
const MOST_COLUMNS = 8;
const STEPS = 7;

/**
 * How a list is set: `pages` of `each` items, in `columns`, `type` px large.
 * @typedef {{pages: number, each: number, columns: number, type: number}} Plan
 */
/** @type {Map<string, Plan>} */
const plans = new Map();
let at = 0, stopped = false, timer = 0;

/** @returns {HTMLElement[]} */
const sheets = () => [...screen_.querySelectorAll("[data-sheet]")].map((one) => /** @type {HTMLElement} */ (one));
/** @param {HTMLElement} sheet */
const listOf = (sheet) => /** @type {HTMLElement | null} */ (sheet.querySelector("[data-fit]"));
/** @param {HTMLElement} list */
const itemsOf = (list) => [...list.children].map((one) => /** @type {HTMLElement} */ (one));
const isWide = () => matchMedia("(min-width: 48rem) and (min-aspect-ratio: 1/1)").matches;

/** Show one page of a list. @param {HTMLElement} list @param {Plan} plan @param {number} page */
function lay(list, plan, page) {
  const items = itemsOf(list);
  const shown = Math.min(plan.each, items.length - page * plan.each);
  const rows = Math.ceil(Math.min(plan.each, items.length) / plan.columns);
  const last = page * plan.each + shown - 1;
  items.forEach((item, i) => {
    item.hidden = Math.floor(i / plan.each) !== page;
    // A table that is alone in the last column is as high as the others together.
    item.style.gridRow = i === last && shown > rows && shown % rows === 1 && list.classList.contains("screen-tables") ? `span ${rows}` : "";
  });
  list.style.setProperty("--type", `${plan.type}px`);
  list.style.setProperty("--rows", String(Math.min(rows, Math.max(shown, 1))));
}

/** @param {HTMLElement} list @param {Plan} plan */
function fits(list, plan) {
  for (let page = 0; page < plan.pages; page += 1) {
    lay(list, plan, page);
    if ([list, ...itemsOf(list)].some((one) => one.scrollWidth > one.clientWidth + 1)) return false;
    if (list.scrollHeight > list.clientHeight + 1) return false;
  }
  return true;
}

/** The largest type for so many pages; null if even the smallest is too large. @param {HTMLElement} list @param {number} pages @returns {Plan | null} */
function best(list, pages) {
  const number = itemsOf(list).length, each = Math.ceil(number / pages);
  if (Math.ceil(number / each) !== pages) return null; // one of them would be empty
  const least = innerHeight * LEAST, largest = innerHeight * LARGEST;
  /** @type {Plan | null} */
  let found = null, low = least;
  for (let columns = 1; columns <= Math.min(Number(list.dataset.columns) || MOST_COLUMNS, each); columns += 1) {
    if (Math.ceil(each / Math.ceil(each / columns)) !== columns) continue; // one of them would be empty
    let high = largest;
    if (low > high || !fits(list, { pages, each, columns, type: low })) continue;
    for (let step = 0; step < STEPS; step += 1) {
      const type = (low + high) / 2;
      if (fits(list, { pages, each, columns, type })) low = type; else high = type;
    }
    found = { pages, each, columns, type: low };
    low *= 1.02; // more columns only for a larger type
  }
  return found;
}

/** @param {HTMLElement} list @param {string} name @returns {Plan} */
function planOf(list, name) {
  const number = itemsOf(list).length;
  const key = [name, number, innerWidth, innerHeight, list.className].join();
  const before = plans.get(key);
  if (before && fits(list, before)) return before;
  const last = { pages: Math.max(number, 1), each: 1, columns: 1, type: innerHeight * LEAST };
  if (!fits(list, last)) return last;
  for (let pages = 1; pages <= number; pages += 1) {
    const found = best(list, pages);
    if (found) {
      plans.set(key, found);
      return found;
    }
  }
  return last;
}

/** Every page: which sheet, its plan, and the number of the page in it. @returns {[HTMLElement, Plan | null, number][]} */
function pages() {
  /** @type {[HTMLElement, Plan | null, number][]} */
  const found = [];
  const scene = screen_.querySelector("[data-scene]");
  const all = sheets();
  for (const [place, sheet] of all.entries()) {
    for (const other of all) other.classList.toggle("waiting", other !== sheet);
    const list = listOf(sheet);
    const plan = list && planOf(list, `${scene && scene.getAttribute("data-scene")} ${place}`);
    if (list && plan && !fits(list, plan) && (part(sheet) || breakUp(list))) return pages();
    for (let page = 0; page < (plan ? plan.pages : 1); page += 1) found.push([sheet, plan, page]);
  }
  return found;
}

/** Make a sheet of its own of what stands beside a list without room for both; whether there was any. @param {HTMLElement} sheet */
function part(sheet) {
  const aside = sheet.querySelector("aside");
  if (!aside) return false;
  const apart = aside.querySelector("[data-apart]");
  if (apart) apart.setAttribute("data-fit", "");
  aside.setAttribute("data-sheet", "");
  aside.classList.add("screen-sheet");
  sheet.classList.remove("beside");
  sheet.after(aside);
  return true;
}

/** Let nicks break into lines where not even one fits as it is; whether they did not yet. @param {HTMLElement} list */
function breakUp(list) {
  const isNew = !list.classList.contains("screen-broken");
  list.classList.add("screen-broken");
  return isNew;
}

function show() {
  screen_.classList.toggle("paged", isWide());
  if (!isWide()) {
    for (const sheet of sheets()) {
      sheet.classList.remove("waiting");
      const list = listOf(sheet);
      if (list) itemsOf(list).forEach((item) => { item.hidden = false; });
      if (list) list.removeAttribute("style");
    }
    told.textContent = "";
    pause.hidden = true;
    return;
  }
  const all = pages();
  at = (at + all.length) % all.length || 0;
  if (!all.length) return;
  const [shown, plan, page] = all[at];
  for (const sheet of sheets()) sheet.classList.toggle("waiting", sheet !== shown);
  const list = listOf(shown);
  if (list && plan) lay(list, plan, page);
  told.textContent = all.length > 1 ? (told.dataset.template || "").replace("{n}", String(at + 1)).replace("{all}", String(all.length)) : "";
  pause.hidden = all.length < 2;
}

/** @param {number} by */
function turn(by) {
  clearTimeout(timer);
  at += by;
  show();
  if (!stopped) timer = setTimeout(() => turn(1), SECONDS * 1000);
}

/** @param {boolean} stop */
function stopOrGo(stop) {
  stopped = stop;
  pause.textContent = (stop ? pause.dataset.go : pause.dataset.stop) || "";
  turn(0);
}

// --- How long until it starts

function count() {
  for (const place of screen_.querySelectorAll("[data-countdown]")) {
    const { countdown, due } = /** @type {HTMLElement} */ (place).dataset;
    const left = Math.round((Date.parse(countdown || "") - Date.now() - behind) / 1000);
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const clock = (parts[0] ? parts : parts.slice(1)).map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
    place.textContent = left > 0 ? (left < 86400 ? clock : "") : due || "";
  }
}

// --- What time it is where the site runs, and whether that is another version by now

/** By how many ms this clock is behind. */
let behind = 0;
let build = "", seen = "";
async function look() {
  try {
    const answer = await fetch(screen_.dataset.live || "", { method: "HEAD", cache: "no-store" });
    const now = Date.parse(answer.headers.get("Date") || ""), mark = (answer.headers.get("ETag") || "").split("-").pop() || "";
    if (!answer.ok || !mark) return;
    if (now) behind = now - Date.now();
    build = build || mark;
    if (mark !== build && mark === seen) location.reload(); // seen twice: it has come to stay
    seen = mark;
    count();
  } catch (broken) {
    // live.js says since when
  }
}

// --- Dark, for a pub, whatever the system and the choice for other pages say (theme.js)

/** @param {boolean} on */
function darken(on) {
  document.dispatchEvent(new CustomEvent("theme:wear", { detail: on ? "dark" : "light" }));
  dark.setAttribute("aria-pressed", String(on));
}

const KEY = "screen-dark";
const chosen = asked.get("dark") || localStorage.getItem(KEY);
darken(chosen ? chosen === "1" : (localStorage.getItem("theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "")) === "dark");
dark.hidden = false;
dark.addEventListener("click", () => {
  const on = dark.getAttribute("aria-pressed") !== "true";
  localStorage.setItem(KEY, on ? "1" : "0");
  darken(on);
});

// --- Hands, and what comes new

pause.addEventListener("click", () => stopOrGo(!stopped));
document.addEventListener("keydown", (event) => {
  const pressed = event.target instanceof Element && event.target.closest("button, a");
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if ((event.key === " " && !pressed) || event.key === "Escape") { event.preventDefault(); stopOrGo(!stopped); }
});
const sceneNow = () => (screen_.querySelector("[data-scene]") || screen_).getAttribute("data-scene");
let scene = sceneNow();
document.addEventListener("live:swapped", () => {
  count();
  if (scene === sceneNow()) { show(); return; } // the time of this page goes on
  scene = sceneNow();
  at = 0;
  turn(0);
});
window.addEventListener("resize", () => turn(0));
if (document.fonts) document.fonts.ready.then(() => turn(0));
count();
setInterval(count, 1000);
look();
setInterval(look, 60000);
turn(0);

// Steps through a deal without loading the whole page: links and forms marked data-step are fetched, and #desk is put
// in place. The arrow keys do what the buttons say, card by card, with Shift trick by trick. Copy buttons (copy.js) appear
// with each step. Without this module every step is an ordinary page.

import { ready } from "./copy.js";

const KEYS = { ArrowLeft: ["card-back", "trick-back"], ArrowRight: ["card-on", "trick-on"] };
let asked = 0;

const desk = () => /** @type {HTMLElement} */ (document.getElementById("desk"));
/** While a deal is entered each step is one of the browser's history, and back undoes it; steps through a deal are not. */
const isEntering = () => desk().classList.contains("entering");

/** @param {string} address @param {"push" | "replace" | ""} keep */
async function show(address, keep) {
  const turn = ++asked;
  desk().setAttribute("aria-busy", "true");
  let page = null;
  try {
    // Without the drawings of the cards; and not kept, lest a browser that goes back shows a page without them.
    const answer = await fetch(address, { cache: "no-store", headers: { "X-Desk-Part": "1" } });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
    address = answer.url || address;
  } catch (lost) {
    // no connection: the browser says so on a page of its own
  }
  if (turn !== asked) return;
  const fresh = page && page.getElementById("desk");
  if (!page || !fresh) {
    location.assign(address);
    return;
  }
  if (keep === "push") history.pushState(null, "", address);
  if (keep === "replace") history.replaceState(null, "", address);
  document.title = page.title;
  put(fresh);
}

/** @param {HTMLElement} fresh */
function put(fresh) {
  const old = desk();
  const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  const open = new Set([...old.querySelectorAll("details[open]")].map((one) => one.getAttribute("data-key")));
  const isStep = fresh.classList.contains("entering") || old.classList.contains("entering");
  old.replaceWith(fresh);
  for (const one of fresh.querySelectorAll("details[data-key]")) /** @type {HTMLDetailsElement} */ (one).open = open.has(one.getAttribute("data-key"));
  for (const field of document.querySelectorAll("input[name=next]")) /** @type {HTMLInputElement} */ (field).value = location.pathname + location.search;
  const focused = isStep ? fresh.querySelector("h1") : key && fresh.querySelector(`[data-key="${key}"]`);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (isStep) window.scrollTo({ top: 0 });
  else say(fresh);
  ready();
}

/** Tell those who do not see the table what has changed on it. @param {HTMLElement} fresh */
function say(fresh) {
  const copies = [...fresh.querySelectorAll("h1, .status p, .now .notice, .now .outcome")].map((one) => /** @type {Element} */ (one.cloneNode(true)));
  for (const copy of copies) for (const card of copy.querySelectorAll("[aria-label]")) card.textContent = card.getAttribute("aria-label");
  const place = document.getElementById("desk-said");
  if (place) place.textContent = copies.map((copy) => (copy.textContent || "").trim().replace(/\s+/g, " ")).join(" ");
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.altKey) return;
  if (!link || !link.matches("#desk a[data-step]")) return;
  event.preventDefault();
  // A second tap while the first is on its way would fall on cards that have moved.
  if (isEntering() && desk().hasAttribute("aria-busy")) return;
  void show(link.href, isEntering() ? "push" : "replace");
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || !form.matches("#desk form[data-step]")) return;
  event.preventDefault();
  if (desk().hasAttribute("aria-busy")) return;
  const filled = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  void show(`${form.action}?${filled}`, "push");
});

document.addEventListener("keydown", (event) => {
  const ways = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
  const inField = event.target instanceof Element && event.target.matches("input, textarea, select");
  if (!ways || inField || event.metaKey || event.ctrlKey || event.altKey) return;
  const link = desk().querySelector(`a[data-way="${ways[Number(event.shiftKey)]}"]`);
  if (link instanceof HTMLElement) {
    event.preventDefault();
    link.click();
  }
});

window.addEventListener("popstate", () => void show(location.href, ""));

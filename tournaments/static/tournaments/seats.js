// Two seats swapped by dragging, tapping or by keyboard inside [data-arrange]. What the swap is worth only the server says:
// each swap asks it for section#seats anew, with the swaps so far in the address, and shows the answer. Nothing is counted
// here and nothing is saved here. Left out: what works without scripts (two ticks and the button of the form).

const board = /** @type {HTMLElement} */ (document.querySelector("[data-arrange]"));
const said = /** @type {HTMLElement} */ (board.querySelector("[data-arrange-said]"));
const lost = /** @type {HTMLElement} */ (board.querySelector("[data-arrange-lost]"));
const FAR = 6, EDGE = 70, STEP = 14; // px: what is a drag and no tap; where the page scrolls along, and how far at a time
const SOON = 700; // ms in which a click belongs to the pointer before it

/** @typedef {{seat: HTMLElement, x: number, y: number, ghost: HTMLElement | null, over: HTMLElement | null, pointer: number}} Drag */
let picked = "", busy = false, handled = -1000; // handled: when a pointer did what the click after it would do again
/** @type {Drag | null} */
let drag = null;
let scrolling = 0;

/** @returns {HTMLElement[]} */
const seats = () => [...board.querySelectorAll("[data-seat]")].map((one) => /** @type {HTMLElement} */ (one));
/** @param {string} code */
const seatOf = (code) => seats().find((one) => one.dataset.seat === code);
/** @param {EventTarget | Element | null} target */
const seatAt = (target) => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-arrange] [data-seat]")) : null);
/** @param {HTMLElement} seat */
const box = (seat) => /** @type {HTMLInputElement} */ (seat.querySelector("input"));

/** @param {string} template @param {HTMLElement} seat */
function say(template, seat) {
  const { nick = "", table = "", letter = "" } = seat.dataset;
  said.textContent = template.replace("{nick}", nick).replace("{table}", table).replace("{seat}", letter);
}

/** @param {string} code */
function pick(code) {
  picked = code;
  for (const seat of seats()) {
    seat.classList.toggle("picked", seat.dataset.seat === code);
    seat.classList.remove("over");
    box(seat).checked = seat.dataset.seat === code;
  }
}

/** @param {HTMLElement} seat */
function choose(seat) {
  const code = seat.dataset.seat || "";
  if (busy) return;
  if (!picked) { pick(code); say(board.dataset.picked || "", seat); }
  else if (picked === code) letGo();
  else swap(picked, code);
}

function letGo() {
  const seat = seatOf(picked);
  pick("");
  if (seat) say(board.dataset.letGo || "", seat);
}

/** @param {string} one @param {string} other */
function swap(one, other) {
  const form = /** @type {HTMLFormElement} */ (board.querySelector("form[data-picks]"));
  const asked = new URLSearchParams();
  for (const name of ["mark", "swaps"]) asked.set(name, /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value);
  asked.append("pick", one);
  asked.append("pick", other);
  pick("");
  ask(`${form.action}?${asked}`, other);
}

/** @param {string} address @param {string} focus  the seat that has the focus afterwards */
async function ask(address, focus) {
  if (busy) return;
  busy = true;
  markBusy(true);
  try {
    const part = new URL(address, location.href);
    part.searchParams.set("part", "1");
    const answer = await fetch(part, { headers: { Accept: "text/html" }, credentials: "same-origin" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#seats");
    if (!fresh || answer.redirected) throw new Error(`answer ${answer.status}`);
    show(fresh, focus);
  } catch (broken) {
    lost.hidden = false;
    said.textContent = board.dataset.lost || "";
  } finally {
    busy = false;
    markBusy(false);
  }
}

/** @param {boolean} asking */
function markBusy(asking) {
  const section = board.querySelector("#seats");
  if (section && asking) section.setAttribute("aria-busy", "true");
  else if (section) section.removeAttribute("aria-busy");
}

/** @param {Element} fresh @param {string} focus */
function show(fresh, focus) {
  lost.hidden = true;
  const stale = board.querySelector("#seats");
  if (stale) stale.replaceWith(fresh);
  ready();
  const form = /** @type {HTMLFormElement} */ (board.querySelector("form[data-picks]"));
  const values = new URLSearchParams();
  for (const name of ["mark", "swaps"]) values.set(name, /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value);
  history.replaceState(null, "", values.get("swaps") ? `?${values}` : location.pathname);
  const seat = seatOf(focus);
  (seat ? box(seat) : /** @type {HTMLElement} */ (fresh)).focus({ preventScroll: true });
  const refusal = fresh.querySelector("#refusal");
  said.textContent = ((refusal && refusal.textContent) || "").trim() || /** @type {HTMLElement} */ (fresh).dataset.said || "";
}

function ready() {
  picked = "";
  board.classList.add("scripted");
  for (const one of document.querySelectorAll("[data-scripted]")) /** @type {HTMLElement} */ (one).hidden = false;
  for (const one of document.querySelectorAll("[data-unscripted]")) /** @type {HTMLElement} */ (one).hidden = true;
  for (const seat of seats()) box(seat).checked = false;
}

// ---- keyboard ----

/** The seat where an arrow leads: up and down through all seats, left and right to the same chair of the table beside.
 * @param {HTMLElement} seat @param {string} key */
function beside(seat, key) {
  const all = seats(), at = all.indexOf(seat);
  if (key === "ArrowUp" || key === "ArrowDown") return all[at + (key === "ArrowDown" ? 1 : -1)];
  const tables = [...new Set(all.map((one) => one.dataset.table))];
  const table = tables[tables.indexOf(seat.dataset.table) + (key === "ArrowRight" ? 1 : -1)];
  const there = all.filter((one) => one.dataset.table === table);
  return there.find((one) => one.dataset.letter === seat.dataset.letter) || there[there.length - 1];
}

board.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (picked || drag)) {
    event.preventDefault();
    if (drag) endDrag();
    if (picked) letGo();
    return;
  }
  const seat = seatAt(event.target);
  if (!seat || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(seat);
  } else if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    const next = beside(seat, event.key);
    if (!next) return;
    box(next).focus();
    next.scrollIntoView({ block: "nearest" });
    for (const one of seats()) one.classList.toggle("over", Boolean(picked) && one === next && next.dataset.seat !== picked);
    say(board.dataset.over || "", next);
  }
});

// ---- tapping ----

board.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (event.target.closest("a[data-try]")) : null;
  if (link) { event.preventDefault(); ask(link.href, ""); return; }
  const seat = seatAt(event.target);
  if (!seat) return;
  event.preventDefault();
  if (event.timeStamp - handled > SOON) tap(seat);
});

/** @param {HTMLElement} seat */
function tap(seat) {
  box(seat).focus({ preventScroll: true });
  choose(seat);
}

// A browser may keep back the click of a finger that has just dragged; so a tap counts when the finger is lifted.
/** @type {{seat: HTMLElement, x: number, y: number, pointer: number} | null} */
let touch = null;
board.addEventListener("pointerdown", (event) => {
  const seat = seatAt(event.target);
  touch = seat && event.pointerType !== "mouse" ? { seat, x: event.clientX, y: event.clientY, pointer: event.pointerId } : null;
});
document.addEventListener("pointercancel", () => { touch = null; });
document.addEventListener("pointerup", (event) => {
  if (!touch || touch.pointer !== event.pointerId || (drag && drag.ghost)) return;
  if (Math.hypot(event.clientX - touch.x, event.clientY - touch.y) > FAR) return;
  handled = event.timeStamp;
  tap(touch.seat);
});

// ---- dragging: by mouse anywhere on a seat, by finger or pen at its handle, so that the page can still be scrolled ----

board.addEventListener("pointerdown", (event) => {
  const seat = seatAt(event.target);
  if (!seat || busy || drag || event.button !== 0) return;
  const grip = event.target instanceof Element && event.target.closest("[data-grip]");
  if (event.pointerType !== "mouse" && !grip) return;
  drag = { seat, x: event.clientX, y: event.clientY, ghost: null, over: null, pointer: event.pointerId };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
  event.preventDefault();
  if (!drag.ghost) begin(drag);
  move(drag, event.clientX, event.clientY);
});

/** @param {Drag} now */
function begin(now) {
  pick("");
  const selection = getSelection();
  if (selection) selection.removeAllRanges();
  now.ghost = document.createElement("div");
  now.ghost.className = "ghost";
  now.ghost.textContent = now.seat.dataset.nick || "";
  now.ghost.setAttribute("aria-hidden", "true");
  document.body.append(now.ghost);
  document.body.classList.add("dragging");
  now.seat.classList.add("dragged");
}

/** @param {Drag} now @param {number} x @param {number} y */
function move(now, x, y) {
  if (now.ghost) now.ghost.style.transform = `translate(${x + 12}px, ${y + 12}px)`;
  const over = seatAt(document.elementFromPoint(x, y));
  if (now.over) now.over.classList.remove("over");
  now.over = over && over !== now.seat ? over : null;
  if (now.over) now.over.classList.add("over");
  clearInterval(scrolling);
  const by = y < EDGE ? -STEP : y > innerHeight - EDGE ? STEP : 0;
  if (by) scrolling = setInterval(() => scrollBy(0, by), 16);
}

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { seat, over, ghost } = drag;
  endDrag();
  if (ghost) handled = event.timeStamp;
  if (over) swap(seat.dataset.seat || "", over.dataset.seat || "");
});
document.addEventListener("pointercancel", (event) => { if (drag && event.pointerId === drag.pointer) endDrag(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && drag) endDrag(); });
document.addEventListener("dragstart", (event) => { if (seatAt(event.target)) event.preventDefault(); });

function endDrag() {
  clearInterval(scrolling);
  if (drag) {
    if (drag.ghost) drag.ghost.remove();
    if (drag.over) drag.over.classList.remove("over");
    drag.seat.classList.remove("dragged");
  }
  document.body.classList.remove("dragging");
  drag = null;
}

ready();

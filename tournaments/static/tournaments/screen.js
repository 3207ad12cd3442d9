// Turns the pages of [data-screen]: each [data-sheet] is set in columns as high as the screen, and what does not fit stands in
// further columns to the right; every few seconds the next page of them is shown, then the next sheet. On a phone, or without
// scripts, it is one long list (screen.css). Escape, Space or the button stop it, arrows turn by hand.

const screen_ = /** @type {HTMLElement} */ (document.querySelector("[data-screen]"));
const told = /** @type {HTMLElement} */ (document.querySelector("[data-screen-page]"));
const pause = /** @type {HTMLButtonElement} */ (document.querySelector("[data-screen-pause]"));
const SECONDS = Number(new URLSearchParams(location.search).get("seconds")) || 10;
let at = 0, stopped = false, timer = 0;

/** @returns {HTMLElement[]} */
const sheets = () => [...screen_.querySelectorAll("[data-sheet]")].map((one) => /** @type {HTMLElement} */ (one));
/** @param {HTMLElement} sheet */
const columns = (sheet) => /** @type {HTMLElement} */ (sheet.querySelector("[data-columns]"));
const turns = () => sheets().some((sheet) => getComputedStyle(columns(sheet)).columnFill === "auto");

/** How far it is from one page to the next. @param {HTMLElement} list */
const width = (list) => list.clientWidth + (Number.parseFloat(getComputedStyle(list).columnGap) || 0);

/** Every page: which sheet, and how far its columns are moved. @returns {[HTMLElement, number][]} */
function pages() {
  /** @type {[HTMLElement, number][]} */
  const found = [];
  for (const sheet of sheets()) {
    sheet.classList.remove("waiting");
    for (const other of sheets()) if (other !== sheet) other.classList.add("waiting");
    const list = columns(sheet), step = width(list);
    const number = Math.max(1, Math.ceil((list.scrollWidth - 2) / step));
    for (let page = 0; page < number; page += 1) found.push([sheet, page * step]);
  }
  return found;
}

function show() {
  screen_.classList.add("paged");
  if (!turns()) {
    for (const sheet of sheets()) {
      sheet.classList.remove("waiting");
      columns(sheet).style.transform = "";
    }
    told.textContent = "";
    pause.hidden = true;
    return;
  }
  const all = pages();
  at = (at + all.length) % all.length;
  const [shown, left] = all[at];
  for (const sheet of sheets()) sheet.classList.toggle("waiting", sheet !== shown);
  columns(shown).style.transform = `translateX(${-left}px)`;
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

pause.addEventListener("click", () => stopOrGo(!stopped));
document.addEventListener("keydown", (event) => {
  const pressed = event.target instanceof Element && event.target.closest("button, a");
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if ((event.key === " " && !pressed) || event.key === "Escape") { event.preventDefault(); stopOrGo(!stopped); }
});
document.addEventListener("live:swapped", () => { at = 0; turn(0); });
window.addEventListener("resize", () => turn(0));
if (document.fonts) document.fonts.ready.then(() => turn(0));
turn(0);

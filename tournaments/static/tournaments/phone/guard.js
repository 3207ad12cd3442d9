// Whoever opens another table than his own reads it before he records there. The site says so of tables that are somebody's, as
// his judge or player; of those who walk from table to table the phone knows at which one it recorded last. One tap goes there,
// one goes on.

/** @typedef {{place: string, by: string}} Here  the address of a table, and whose page it is */

/** @param {Here} here */
function nameOf(here) {
  return `scwu-table${roundOf(here.place)}${here.by}`;
}

/** @param {string} place */
function roundOf(place) {
  return place.replace(/[^/]*\/$/, "");
}

/** @param {Here} here */
export function rememberTable(here) {
  try { localStorage.setItem(nameOf(here), here.place); } catch (_) { /* then nobody is warned */ }
}

/** @param {Here} here @returns {string}  the address of the table at which this phone recorded last, empty when none is known */
function remembered(here) {
  try { return localStorage.getItem(nameOf(here)) || ""; } catch (_) { return ""; }
}

/** @param {HTMLElement} guard @param {boolean} isWrong */
function show(guard, isWrong) {
  guard.hidden = !isWrong;
  document.body.classList[isWrong ? "add" : "remove"]("wrong-table");
}

export function guardTable() {
  const guard = /** @type {HTMLElement | null} */ (document.querySelector("[data-guard]"));
  if (!guard) return;
  const here = { place: location.pathname, by: guard.dataset.guard || "" };
  const last = remembered(here);
  const number = guard.querySelector("b");
  if (number) {
    number.textContent = last.slice(roundOf(last).length, -1);
    for (const link of guard.querySelectorAll("a")) link.href = last;
  }
  show(guard, last ? last !== here.place : !guard.hidden);
  guard.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("button")) return;
    rememberTable(here);
    show(guard, false);
  });
}

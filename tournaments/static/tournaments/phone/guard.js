// Whoever opens the page of another table than the one at which this phone records is told which one is his. One tap goes
// there, one goes on: referees walk from table to table.

/** @typedef {{event: string, round: number, table: number, texts: {[name: string]: any}}} Here */

/** @param {Here} here */
function nameOf(here) {
  return `scwu-table/${here.event}/${here.round}`;
}

/** @param {Here} here */
export function rememberTable(here) {
  try { localStorage.setItem(nameOf(here), String(here.table)); } catch (_) { /* then nobody is warned */ }
}

/** @param {Here} here @returns {number}  0 when none is known */
function remembered(here) {
  try { return Number(localStorage.getItem(nameOf(here)) || 0); } catch (_) { return 0; }
}

/** @param {Here | null} here */
export function guardTable(here) {
  const guard = /** @type {HTMLElement | null} */ (document.querySelector("[data-guard]"));
  const own = here ? remembered(here) : 0;
  if (!guard || !here || !own || own === here.table) return;
  for (const link of guard.querySelectorAll("a")) link.setAttribute("href", (guard.dataset.guard || "").replace(/\/0\/$/, `/${own}/`));
  const sentence = guard.querySelector("[data-guard-sentence]");
  if (sentence) sentence.textContent = here.texts.table.replace("%(n)s", String(own));
  guard.hidden = false;
  document.body.classList.add("wrong-table");
  guard.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("button")) return;
    rememberTable(here);
    guard.hidden = true;
    document.body.classList.remove("wrong-table");
  });
}

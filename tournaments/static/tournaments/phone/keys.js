// A deal by keyboard is two keys: the letter of the seat, and Enter. After each deal the focus is back at the seats.

/** @param {() => HTMLFormElement | null} form */
export function listenToKeys(form) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target.matches("textarea, select, input:not([type=radio]):not([type=checkbox])") || target.closest("dialog")) return;
    const deal = form();
    if (!deal || !deal.getClientRects().length || event.key.length !== 1) return; // nor where another table is guarded
    const radio = /** @type {HTMLInputElement | null} */ (deal.querySelector(`.seat input[type=radio][value="${event.key.toUpperCase().replace(/\W/g, "")}"]`));
    if (!radio || radio.disabled) return;
    event.preventDefault();
    radio.focus({ preventScroll: true });
    if (!radio.checked) radio.click();
  });
}

/** @param {HTMLFormElement | null} deal */
export function toTheSeats(deal) {
  const first = /** @type {HTMLElement | null} */ (deal && deal.querySelector(".seat input[type=radio]:enabled"));
  if (first) first.focus({ preventScroll: true });
}

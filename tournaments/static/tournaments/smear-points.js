// The points of a deal of Smear while they are tapped: the last side's are filled in with what is left, and more than a deal
// has is said at once. Fewer is usual, so what was filled in can be changed; the server checks it once more.

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const place = /** @type {HTMLElement | null} */ (field.form && field.form.querySelector("[data-smear-sum]"));
  if (!place || !field.form || !field.name.startsWith("points_")) return;
  delete field.dataset.filled;
  const all = /** @type {HTMLInputElement[]} */ ([...field.form.querySelectorAll("input[type=radio][name^=points_]")]);
  const names = [...new Set(all.map((one) => one.name))];
  const most = Math.max(...all.map((one) => Number(one.value)));
  const chosen = () => all.filter((one) => one.checked);
  /** @param {string} name */
  const isOpen = (name) => !chosen().some((one) => one.name === name && !("filled" in one.dataset));
  const open = names.filter(isOpen);
  if (open.length === 1) {
    const left = most - chosen().filter((one) => one.name !== open[0]).reduce((sum, one) => sum + Number(one.value), 0);
    const rest = all.find((one) => one.name === open[0] && Number(one.value) === Math.max(left, 0));
    for (const one of all) if (one.name === open[0]) delete one.dataset.filled;
    if (rest) {
      rest.checked = true;
      rest.dataset.filled = "";
    }
  }
  const total = chosen().reduce((sum, one) => sum + Number(one.value), 0);
  place.textContent = total > most ? (place.dataset.wrong || "").replace("{n}", String(total)).replace("{most}", String(most)) : "";
});
document.addEventListener("reset", (event) => {
  const form = /** @type {HTMLElement} */ (event.target);
  const place = form.querySelector("[data-smear-sum]");
  if (place) place.textContent = "";
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-filled]"))) delete one.dataset.filled;
});

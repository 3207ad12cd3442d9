// The sum of the points of a deal while they are typed: a deal has 33. The server checks it once more.

const ALL = 33;

document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const place = /** @type {HTMLElement | null} */ (field.form && field.form.querySelector("[data-points-sum]"));
  if (!place || !field.name.startsWith("points_")) return;
  const set = /** @type {HTMLFieldSetElement} */ (place.closest("fieldset"));
  const fields = /** @type {HTMLInputElement[]} */ ([...set.querySelectorAll("input[type=number]:enabled")]);
  const filled = fields.filter((one) => one.value !== "");
  const sum = filled.reduce((total, one) => total + Number(one.value), 0);
  place.textContent = !filled.length ? "" : sum === ALL ? place.dataset.right || "" : (place.dataset.wrong || "").replace("{n}", String(sum));
});
document.addEventListener("reset", (event) => {
  const place = /** @type {HTMLElement} */ (event.target).querySelector("[data-points-sum]");
  if (place) place.textContent = "";
});

// The bench of form#deal without asking the server: a tap on "sits out" or "plays" changes the form, not the log. With a
// full bench who has sat longest comes in, so that one tap is enough and four play; while another number plays, Done is
// off and the bar says why. The dealer passes clockwise if he does not play. The server does the same without scripts
// (tournaments/tableside/sheet.py) and judges what is sent. In Smear nobody sits out. Left out: what a deal needs besides
// four players.

const PLAYERS = 4;

/** The first of `players` from `seat` on, clockwise. @param {string[]} players @param {string} seat */
function from(players, seat) {
  return players.find((one) => one >= seat) || players[0] || "";
}

/** @param {HTMLFormElement} form @param {string} seat */
function toggle(form, seat) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("bench"));
  const places = Number(form.dataset.places);
  const bench = [...field.value];
  field.value = (bench.includes(seat) ? bench.filter((one) => one !== seat) : [...bench, seat].slice(-places)).join("");
  show(form);
  form.dispatchEvent(new CustomEvent("bench:changed", { bubbles: true }));
}

/** Who plays, deals, leads and sits out, as the form stands. @param {HTMLFormElement} form */
export function show(form) {
  const field = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("bench"));
  const bench = field ? [...field.value] : [];
  const rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-seat]")]);
  const active = rows.filter((row) => !row.classList.contains("left"));
  const players = active.map((row) => row.dataset.seat || "").filter((seat) => !bench.includes(seat));
  const named = /** @type {HTMLSelectElement} */ (form.elements.namedItem("dealer")).value;
  const isOver = !form.dataset.dealer;
  const dealer = isOver ? "" : players.includes(named) ? named : from(players, form.dataset.dealer || "");
  const leader = isOver ? "" : from(players.filter((seat) => seat !== dealer), dealer);
  for (const row of rows) {
    const seat = row.dataset.seat || "";
    paint(row, { deals: seat === dealer, leads: seat === leader, bench: bench.includes(seat), left: !active.includes(row), over: isOver });
    const points = /** @type {HTMLElement | null} */ (form.querySelector(`[data-points="${seat}"]`));
    if (points) points.hidden = /** @type {HTMLInputElement} */ (points.querySelector("input")).disabled = bench.includes(seat) || !active.includes(row);
  }
  if (!field) return;
  tell(form, players);
  mirror(form);
}

/** @param {HTMLElement} row @param {{[name: string]: boolean}} is */
function paint(row, is) {
  row.classList[is.bench ? "add" : "remove"]("bench");
  const radio = /** @type {HTMLInputElement} */ (row.querySelector("input[type=radio]"));
  radio.disabled = is.bench || is.left || is.over;
  if (radio.disabled) radio.checked = false;
  for (const tag of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-tag]"))) tag.hidden = !is[tag.dataset.tag || ""];
  for (const face of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-when]"))) face.hidden = (face.dataset.when === "bench") !== is.bench;
}

/** @param {HTMLFormElement} form @param {string[]} players */
function tell(form, players) {
  for (const done of form.querySelectorAll("[data-done]")) {
    /** @type {HTMLButtonElement} */ (done).disabled = players.length !== PLAYERS;
  }
  const note = /** @type {HTMLElement} */ (form.querySelector("[data-bench-note]"));
  note.textContent = (players.length < PLAYERS ? note.dataset.few : players.length > PLAYERS ? note.dataset.many : "") || "";
  const who = /** @type {HTMLElement} */ (form.querySelector("[data-playing]"));
  who.textContent = (who.dataset.playing || "").replace("{seats}", players.join(" "));
}

/** The other forms of the page, and the links to rulings, speak of the same deal. @param {HTMLFormElement} form */
function mirror(form) {
  for (const other of document.querySelectorAll("input[data-mirror]")) {
    const field = /** @type {HTMLInputElement} */ (other);
    field.value = /** @type {HTMLInputElement} */ (form.elements.namedItem(field.dataset.mirror || "")).value;
  }
  const bench = /** @type {HTMLInputElement} */ (form.elements.namedItem("bench")).value;
  for (const link of document.querySelectorAll("a[data-bench-link]")) {
    /** @type {HTMLAnchorElement} */ (link).search = `?bench=${bench}`;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-bench]") : null;
  const form = /** @type {HTMLFormElement | null} */ (button && button.closest("form"));
  if (!button || !form) return;
  event.preventDefault();
  toggle(form, /** @type {HTMLElement} */ (button).dataset.bench || "");
});
document.addEventListener("change", (event) => {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  if (field.name === "dealer" && field.form && field.form.id === "deal") show(field.form);
});

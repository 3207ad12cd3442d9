// Codes on the screen, and codes that were read. [data-carry] is shown where it is asked for ([data-carry-open], on any page
// that has both; so it works on a page that is open while there is no network) or at once (the page /carry/ without a code).
// One code fills the width; the other phone reads one after the other. At /carry/#CODE the lines go into this phone's outbox, and
// from there to the site like its own; what has become of them is said in words. A code that was read twice changes nothing.

import { openOutbox } from "./outbox.js";
import { codesOf, readCode } from "./carry.js";
import { qrcode } from "../vendor/qrcode.js";

/** @typedef {import("./outbox.js").Outbox} Outbox */

const SVG = "http://www.w3.org/2000/svg", QUIET = 4;

/** The code as a drawing: one path, dark on white whatever the colours of the page. @param {string} text */
export function drawing(text) {
  const code = qrcode(0, "L");
  code.addData(text, "Byte");
  code.make();
  const size = code.getModuleCount(), all = size + 2 * QUIET;
  let path = "";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) if (code.isDark(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  }
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${all} ${all}`);
  svg.setAttribute("role", "img");
  for (const [name, fill, shape] of [["rect", "#fff", ""], ["path", "#000", path]]) {
    const part = document.createElementNS(SVG, name);
    part.setAttribute("fill", fill);
    if (shape) part.setAttribute("d", shape);
    else { part.setAttribute("width", String(all)); part.setAttribute("height", String(all)); }
    svg.appendChild(part);
  }
  return svg;
}

/** `… {n} of {of} …` with its values. @param {string} text @param {{[name: string]: string | number}} values */
function filled(text, values) {
  return text.replace(/{(\w+)}/g, (_, name) => String(values[name]));
}

/** @param {Element} place @param {string} name */
function part(place, name) {
  return /** @type {HTMLElement} */ (place.querySelector(`[data-carry-${name}]`));
}

/** Show one's own lines as codes. @param {HTMLElement} place @param {Outbox} outbox */
async function show(place, outbox) {
  const lines = outbox.missing ? [] : await outbox.carryOut();
  const address = new URL(place.dataset.carry || "/carry/", location.href).href.replace(/#.*/, "");
  const codes = codesOf(lines);
  place.hidden = false;
  part(place, "nothing").hidden = codes.length > 0;
  part(place, "codes").hidden = codes.length === 0;
  let at = 0;
  function turn(/** @type {number} */ step) {
    at = (at + step + codes.length) % codes.length;
    const svg = drawing(`${address}#${codes[at]}`), which = part(place, "which");
    which.textContent = filled(which.dataset.text || "", { n: at + 1, of: codes.length });
    svg.setAttribute("aria-label", which.textContent);
    const figure = part(place, "code");
    while (figure.firstChild) figure.removeChild(figure.firstChild);
    figure.appendChild(svg);
  }
  if (!codes.length) return;
  part(place, "steps").hidden = codes.length < 2;
  part(place, "before").onclick = () => turn(-1);
  part(place, "next").onclick = () => turn(1);
  turn(0);
}

/** Take what was read into this phone's outbox. @param {HTMLElement} place @param {Outbox} outbox @param {string} code */
async function take(place, outbox, code) {
  const read = readCode(code);
  place.hidden = false;
  if (!read || outbox.missing) {
    part(place, "said").textContent = place.getAttribute(read ? "data-if-no-store" : "data-if-unreadable");
    return;
  }
  await outbox.carryIn(read.lines);
  const ids = read.lines.map((line) => line.id);
  const texts = part(place, "said").dataset;
  function tell() {
    const kept = outbox.all().filter((line) => ids.indexOf(line.id) >= 0);
    const there = kept.filter((line) => line.state === "named").length;
    const values = { n: /** @type {any} */ (read).n, of: /** @type {any} */ (read).of, lines: ids.length, there };
    const text = outbox.account === null ? texts.ifSignedOut : there === ids.length ? texts.ifThere : texts.ifHere;
    part(place, "said").textContent = filled(text || "", values);
    part(place, "sign-in").hidden = outbox.account !== null;
  }
  outbox.onChange(tell);
  tell();
}

async function start() {
  const shown = /** @type {HTMLElement | null} */ (document.querySelector("[data-carry]"));
  const taken = /** @type {HTMLElement | null} */ (document.querySelector("[data-carried]"));
  const outbox = await openOutbox();
  const code = location.hash.slice(1);
  if (taken && code) await take(taken, outbox, code);
  else if (shown && (taken || document.querySelector("[data-carry-open][data-asked]"))) await show(shown, outbox);
  window.addEventListener("hashchange", () => { if (taken) location.reload(); });
  document.addEventListener("click", (event) => {
    if (shown && event.target instanceof Element && event.target.closest("[data-carry-open]")) void show(shown, outbox);
  });
}

void start();

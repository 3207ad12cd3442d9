// Who records here. Another phone may watch, confirm, and take the pen over: with a network by one tap, without one by a code
// that the referees have. What a phone without the pen taps confirms or contradicts, so it is asked who dealt; and so is one that
// goes on after another.

import { filled } from "./view.js";

/** @typedef {import("./view.js").Told} Told */

/** @param {number} game @returns {{code: string, epoch: number} | null} with which this page took the pen without a network, and from whom */
export function takeoverOf(game) {
  try { return JSON.parse(sessionStorage.getItem(`scwu-takeover/${game}`) || "null"); } catch (_) { return null; }
}

/** @param {HTMLElement} section @param {Told} told @param {import("./kept.js").Game} known @param {boolean} asksDealer */
export function paintPen(section, told, known, asksDealer) {
  const isOther = known.pen === "other";
  const form = /** @type {HTMLElement | null} */ (section.querySelector("[data-pen]"));
  if (form) {
    form.hidden = !isOther;
    const words = form.querySelector("strong");
    if (words && isOther) words.textContent = filled(told.texts.records, { name: known.holder || "–" });
  }
  const dealt = /** @type {HTMLElement | null} */ (section.querySelector("[data-dealt]"));
  if (!dealt) return;
  dealt.hidden = !asksDealer;
  const bench = /** @type {HTMLInputElement | null} */ (section.querySelector("#deal [name=bench]"));
  for (const radio of dealt.querySelectorAll("input")) {
    const isOut = Boolean(bench && bench.value.includes(radio.value));
    radio.disabled = !asksDealer || isOut;
    radio.required = asksDealer;
  }
}

/** @param {HTMLFormElement} form @param {import("./outbox.js").Outbox} outbox @param {Told} told */
export async function takePen(form, outbox, told) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("takeover"));
  if (field && field.value) {
    const took = { code: field.value.replace(/\s/g, ""), epoch: outbox.known(told.game).epoch };
    try { sessionStorage.setItem(`scwu-takeover/${told.game}`, JSON.stringify(took)); } catch (_) { /* then the site decides */ }
    return;
  }
  const data = new FormData(form);
  data.set("device", outbox.device);
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { "X-Outbox": "1" }, credentials: "same-origin" });
    const said = answer.status === 200 ? await answer.json() : null;
    if (!said || said.v !== 1 || said.pen !== "mine") throw new Error("no answer");
    await outbox.send();
  } catch (_) {
    const code = /** @type {HTMLElement | null} */ (form.querySelector("[data-takeover]"));
    if (code) code.hidden = false;
    if (field) field.focus();
  }
}

// A second secret for a public draw, made on the phone of somebody in the hall. Until he opens it, only its digest leaves
// this page: the secret stands in no field that is sent, and is put into one in the moment in which he opens.
// Plain http has no crypto.subtle; random numbers it has, and SHA-256 is our own.

// @ts-check

import { sha256 } from "./sha256.js";

/** @typedef {{secret: string, digest: string}} Kept */

const LENGTH = 32;
/** What a browser that keeps nothing remembers as long as the page stays. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} draw */
function nameOf(draw) {
  return `scwu-hall-secret:${draw}`;
}

/** @param {string} draw @returns {Kept | null} */
function kept(draw) {
  let text = memory.get(nameOf(draw)) || null;
  try {
    text = localStorage.getItem(nameOf(draw)) || text;
  } catch (forbidden) { /* a private window */ }
  try {
    return text ? JSON.parse(text) : null;
  } catch (damaged) {
    return null;
  }
}

/** Whether this browser has made the secret of a digest at all, for whatever draw. @param {string} digest */
function hasMade(digest) {
  let names = [...memory.keys()];
  try {
    names = [...names, ...Object.keys(localStorage)];
  } catch (forbidden) { /* a private window */ }
  const start = nameOf("");
  return names.some((name) => name.startsWith(start) && (kept(name.slice(start.length)) || { digest: "" }).digest === digest);
}

/** Whether the browser will know it after the page is closed. @param {string} draw @param {Kept} one */
function keep(draw, one) {
  const text = JSON.stringify(one);
  memory.set(nameOf(draw), text);
  try {
    localStorage.setItem(nameOf(draw), text);
    return localStorage.getItem(nameOf(draw)) === text;
  } catch (full) {
    return false;
  }
}

/** Sixteen bytes of chance, mixed with words of his own; as hex. @param {string} words @param {Uint8Array} thrown */
export function secretOf(words, thrown) {
  const hex = [...thrown].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return sha256(`${hex}|${words}`).slice(0, LENGTH);
}

/** What is handed in; bound to this attempt of this draw. @param {string} draw @param {string} secret */
export function digestOf(draw, secret) {
  return sha256(`pub-draw/1|hall|${draw}|${secret}`);
}

/**
 * Which parts of the page are shown.
 * @param {string} state @param {string} commitment @param {Kept | null} mine @param {string[]} offered digests that wait
 * @param {boolean} isOfAnother whether this browser has made it for another draw
 */
export function shownAt(state, commitment, mine, offered, isOfAnother = false) {
  const isMine = mine !== null && mine.digest === commitment;
  if (state === "announced") {
    return mine ? ["kept", offered.includes(mine.digest) ? "announced-handed" : "announced-kept"] : ["announced-empty"];
  }
  if (state === "room") return mine ? [...(isMine ? ["kept"] : []), isMine ? "frozen-mine" : "frozen-other"] : [];
  if (state === "called") return ["called", isMine ? "called-mine" : isOfAnother ? "called-elsewhere" : "called-other"];
  return [];
}

/** @param {HTMLElement} place */
function start(place) {
  /** @template {HTMLElement} T @param {string} selector */
  const find = (selector) => /** @type {T} */ (place.querySelector(selector));
  const now = () => {
    const { hallState = "", draw = "", attempt = "", commitment = "", offered = "" } =
      /** @type {HTMLElement} */ (document.querySelector("[data-hall-state]")).dataset;
    return { state: hallState, draw, attempt, commitment, offered: offered.split(" ") };
  };
  const show = () => {
    const { state, draw, commitment, offered } = now();
    const mine = draw ? kept(draw) : null;
    const shown = shownAt(state, commitment, mine, offered, hasMade(commitment));
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-when]"))) {
      part.hidden = !shown.includes(part.dataset.when || "");
    }
    find("[data-show-secret]").textContent = mine ? (mine.secret.match(/.{4}/g) || []).join(" ") : "";
    find("[data-show-digest]").textContent = mine ? mine.digest.slice(0, 6) : "";
    find("[data-show-whole]").textContent = mine ? mine.digest : "";
  };
  find("[data-make]").addEventListener("click", () => {
    const { draw } = now();
    const words = /** @type {HTMLInputElement} */ (find("[data-own-words]"));
    const secret = secretOf(words.value, crypto.getRandomValues(new Uint8Array(16)));
    words.value = "";
    find("[data-not-kept]").hidden = keep(draw, { secret, digest: digestOf(draw, secret) });
    show();
  });
  find("[data-offer]").addEventListener("submit", () => {
    const { draw, attempt } = now(), mine = kept(draw);
    /** @type {HTMLInputElement} */ (find("[data-offer] [name=attempt]")).value = attempt;
    if (mine) /** @type {HTMLInputElement} */ (find("[data-offer] [name=digest]")).value = mine.digest;
  });
  find("[data-open]").addEventListener("submit", () => {
    const mine = kept(now().draw);
    if (mine) /** @type {HTMLInputElement} */ (find("[data-open] [name=second]")).value = mine.secret;
  });
  document.addEventListener("live:swapped", show);
  show();
}

if (typeof document !== "undefined") {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-hall-secret]"));
  if (place) start(place);
}

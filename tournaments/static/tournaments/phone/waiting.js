// The banner [data-outbox] on any page: what lies only on this phone, since when there is no contact, what needs the referee.
// It is loaded where there is something to send or to be kept (everywhere.js), and loading it sends.

import { openOutbox } from "./outbox.js";
import { SOON, phrase, toldOf, waitingSentence } from "./words.js";

const EVERY = 5000;

/** @param {HTMLElement} place @param {string} name @param {boolean} isTrue @param {string} [text] */
function say(place, name, isTrue, text) {
  const part = /** @type {HTMLElement | null} */ (place.querySelector(`[data-outbox-${name}]`));
  if (!part) return;
  part.hidden = !isTrue;
  // Written only when it differs: a status that is written again is read aloud again.
  if (isTrue && text && part.textContent !== text) part.textContent = text;
}

/** @param {HTMLElement} place @param {import("./outbox.js").Outbox} outbox */
function show(place, outbox) {
  const contact = outbox.contact();
  const told = toldOf({
    lines: outbox.all(),
    failures: outbox.failures(),
    online: navigator.onLine !== false,
    account: outbox.account,
    age: contact && contact.age,
    lost: outbox.lost,
    missing: outbox.missing,
    isAtTable: Boolean(document.querySelector("script#game")),
  }, Date.now());
  const language = document.documentElement.lang || "en";
  say(place, "waiting", told.waiting > 0, waitingSentence(told, place.dataset, language));
  say(place, "referee", told.referee > 0, phrase(place.dataset, "referee", told.referee, language));
  say(place, "signed-out", told.signedOut);
  // Not from the page of a table: it has a button of its own, and without a network there may be no way back.
  say(place, "carry", told.waiting > 0 && !document.querySelector("[data-carry]"));
  say(place, "lost", told.lost);
  say(place, "missing", told.missing);
  place.classList[told.strong || told.missing || told.lost ? "add" : "remove"]("strong");
  place.hidden = !(told.waiting || told.referee || told.signedOut || told.lost || told.missing);
}

async function start() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-outbox]"));
  const outbox = await openOutbox();
  if (!place) return;
  const signIn = place.querySelector("a");
  if (signIn) signIn.search = `?next=${encodeURIComponent(location.pathname)}`;
  const again = () => show(place, outbox);
  /** @type {any} */
  let timer = 0;
  outbox.onChange(() => { // and once more when what was tapped now ought to have had its answer
    again();
    clearTimeout(timer);
    timer = setTimeout(again, SOON + 100);
  });
  window.addEventListener("online", again);
  window.addEventListener("offline", again);
  setInterval(() => { if (!document.hidden) again(); }, EVERY);
  place.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-outbox-heed]")) void outbox.heedLoss();
  });
  again();
}

void start();

// The smallest page with the real outbox: a tap on a letter is a deal, and "B on this phone" stands on the screen once it is kept.
// With ?tapping it taps by itself, one deal after the other, and reports to its server what the screen has said.

import { lineOf } from "/static/phone/line.js";
import { openOutbox } from "/static/phone/outbox.js";

const GAME = 17;
const report = (address) => { new Image().src = address; };

function say(text) {
  const item = document.createElement("li");
  item.textContent = text;
  document.getElementById("said").appendChild(item);
}

async function tap(outbox, loser) {
  const line = lineOf({ game: GAME, by: "account:7", entry: { kind: "deal", loser, bench: [] }, slot: 1, known: outbox.known(GAME) }, outbox.clock());
  await outbox.add(line);
  say(`${loser} on this phone`);
  return line.id;
}

async function start() {
  const outbox = await openOutbox();
  window.outbox = outbox;
  const lacking = ["randomUUID" in crypto, "subtle" in crypto && crypto.subtle, "locks" in navigator, "serviceWorker" in navigator];
  report(`/opened?secure=${window.isSecureContext}&missing=${outbox.missing}&has=${lacking.filter(Boolean).length}`);
  report(`/kept?ids=${outbox.all().map((one) => one.id).join(",")}`);
  document.addEventListener("click", (event) => { if (event.target.value) void tap(outbox, event.target.value); });
  if (!location.search.includes("tapping")) return;
  report("/tapping");
  for (;;) {
    const id = await tap(outbox, "B");
    report(`/said?id=${id}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

void start();

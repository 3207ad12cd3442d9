// No sentence is ever untrue: which words are said of a line, and what the banner tells.

import assert from "node:assert/strict";
import { test } from "node:test";

import { phrase, toldOf, waitingSentence, wordOf } from "../../tournaments/static/tournaments/phone/words.js";

const NOW = 1_000_000_000, MINUTE = 60_000;
const TEXTS = {
  dealsOne: "{n} hra jen v tomto telefonu", dealsFew: "{n} hry jen v tomto telefonu", deals: "{n} her jen v tomto telefonu",
  linesOne: "{n} řádek", linesFew: "{n} řádky", lines: "{n} řádků",
  contactNow: "spojení bylo právě teď", contactNever: "spojení zatím nebylo",
  contactMinutes: "poslední spojení před {n} min", contactHours: "poslední spojení před {n} h",
};

function kept(state = "waiting", { status = "", settled = null, kind = "deal", ago = 0, notBefore = 0 } = {}) {
  const answer = status ? { status, position: null, code: "", sentence: "" } : null;
  return { state, answer, settled, line: { entry: { kind } }, tapped: NOW - ago, notBefore };
}

function told(change) {
  return toldOf(Object.assign({ lines: [], failures: 0, online: true, account: "account:7", age: 0, lost: 0, missing: "", isAtTable: true }, change), NOW);
}

test("a line is said to be sending only while a request with it is under way", () => {
  assert.equal(wordOf(kept("waiting"), false), "phone");
  assert.equal(wordOf(kept("sending"), false), "phone");
  assert.equal(wordOf(kept("sending"), true), "sending");
});

test("a line is on the server when the site said so, and every doubt needs the referee until it is settled", () => {
  const words = ["applied", "merged", "held", "maybe_duplicate", "conflict", "late", "quarantined", "of a later version"].map((status) => wordOf(kept("named", { status }), false));
  assert.deepEqual(words, ["server", "twice", "waits", "referee", "referee", "referee", "referee", "referee"]);
  assert.equal(wordOf(kept("named", { status: "conflict", settled: { verdict: "leave", sentence: "" } }), false), "settled");
});

test("a line that is asked for again is no longer said to be on the server", () => {
  assert.equal(wordOf(kept("sending", { status: "applied" }), false), "phone");
});

test("the banner is silent for the moments that sending takes", () => {
  assert.equal(told({ lines: [kept("sending", { ago: 300 })] }).waiting, 0);
  assert.equal(told({ lines: [kept("sending", { ago: 5000 })] }).waiting, 1);
});

test("the banner counts at once where the site does not answer, the browser has no network, or nobody is signed in", () => {
  const lines = [kept(), kept("sending"), kept("named", { status: "applied" })];
  assert.deepEqual([{ failures: 1 }, { online: false }, { account: null }].map((so) => told(Object.assign({ lines }, so)).waiting), [2, 2, 2]);
});

test("a line that still stands is not said to wait", () => {
  assert.equal(told({ failures: 1, lines: [kept("waiting", { notBefore: NOW + 3000 })] }).waiting, 0);
});

test("the banner is strong after ten minutes without contact, and only if something waits", () => {
  assert.equal(told({ failures: 1, age: 11 * MINUTE, lines: [kept()] }).strong, true);
  assert.equal(told({ failures: 1, age: 9 * MINUTE, lines: [kept()] }).strong, false);
  assert.equal(told({ failures: 1, age: 11 * MINUTE }).strong, false);
  assert.equal(told({ failures: 1, age: null, lines: [kept("waiting", { ago: 11 * MINUTE })] }).strong, true);
});

test("signed out is told where somebody records or something waits, and nowhere else", () => {
  assert.equal(told({ account: null }).signedOut, true);
  assert.equal(told({ account: null, isAtTable: false }).signedOut, false);
  assert.equal(told({ account: null, isAtTable: false, lines: [kept()] }).signedOut, true);
  assert.equal(told({ account: undefined }).signedOut, false);
});

test("a browser without a store is told at the table, before the first deal", () => {
  assert.equal(told({ missing: "refused" }).missing, true);
  assert.equal(told({ missing: "refused", isAtTable: false }).missing, false);
});

test("the sentence has the right plural and the age of the last contact", () => {
  const sentences = [1, 3, 5].map((n) => waitingSentence(told({ failures: 1, age: 12.5 * MINUTE, lines: Array.from({ length: n }, () => kept()) }), TEXTS, "cs"));
  assert.deepEqual(sentences, [
    "1 hra jen v tomto telefonu, poslední spojení před 12 min.",
    "3 hry jen v tomto telefonu, poslední spojení před 12 min.",
    "5 her jen v tomto telefonu, poslední spojení před 12 min.",
  ]);
  const ages = [null, 30_000, 119 * MINUTE, 121 * MINUTE].map((age) => waitingSentence(told({ failures: 1, age, lines: [kept()] }), TEXTS, "cs").split(", ")[1]);
  assert.deepEqual(ages, ["spojení zatím nebylo.", "spojení bylo právě teď.", "poslední spojení před 119 min.", "poslední spojení před 2 h."]);
});

test("what is no deal is not counted as one", () => {
  assert.equal(waitingSentence(told({ failures: 1, lines: [kept(), kept("waiting", { kind: "strike" })] }), TEXTS, "cs").split(",")[0], "2 řádky");
});

test("plurals are right without the browser's help", () => {
  const rules = Intl.PluralRules;
  delete Intl.PluralRules;
  try {
    assert.deepEqual([1, 2, 5].map((n) => phrase(TEXTS, "lines", n, "cs")), ["1 řádek", "2 řádky", "5 řádků"]);
  } finally {
    Intl.PluralRules = rules;
  }
});

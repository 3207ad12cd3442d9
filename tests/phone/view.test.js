// The table as it will be: which deal the next tap tells, and whether it has to say who deals.

import assert from "node:assert/strict";
import { test } from "node:test";

import { takenOver } from "../../tournaments/static/tournaments/phone/line.js";
import { viewOf } from "../../tournaments/static/tournaments/phone/view.js";

const TOLD = { game: 17, setup: { seats: "ABCD", letters: ["K", "A", "M", "I", "L"] }, nicks: {}, texts: new Proxy({}, { get: () => "" }), isPlayOff: false };
const entry = (loser) => ({ kind: "deal", loser, bench: [] });

/** The log of the site as the phone knows it: `x1` is a line of another phone, `own1` one of this. */
function known(ids, { pen = "mine", epoch = 1 } = {}) {
  return { position: ids.length, log: ids.map((id, index) => ({ position: index + 1, id, entry: entry("ABCD"[index % 4]) })), pen, epoch, phase: "playing" };
}

/** A line of this phone. */
function kept(id, slot, { status = "", code = "", settled = null, line = entry("B"), base = 0 } = {}) {
  const state = status ? "named" : "waiting";
  return { id, state, answer: status ? { status, position: null, code, sentence: "" } : null, settled, notBefore: 0, line: { slot, entry: line, base } };
}

const slotOf = (log, lines, how) => viewOf(TOLD, known(log, how), lines, () => false).slot;
const asksDealer = (log, lines, how) => viewOf(TOLD, known(log, how), lines, () => false).asksDealer;

test("the next deal follows the log and what waits on this phone", () => {
  assert.equal(slotOf(["x1", "x2"], []), 3);
  assert.equal(slotOf(["x1"], [kept("own1", 2), kept("own2", 3)]), 4);
});

for (const status of ["held", "maybe_duplicate"]) {
  test(`a deal of this phone that is ${status} may count: the next one comes after it`, () => {
    assert.equal(slotOf(["x1"], [kept("own1", 2, { status })]), 3);
  });

  test(`a deal that was ${status} counts no more once it is settled, taken back, or its slot has another`, () => {
    assert.equal(slotOf(["x1"], [kept("own1", 2, { status, settled: { verdict: "leave", sentence: "" } })]), 2);
    assert.equal(slotOf(["x1"], [kept("own1", 2, { status }), kept("own2", 3, { line: { kind: "strike", line: "own1" } })]), 2);
    assert.equal(slotOf(["x1", "x2"], [kept("own1", 2, { status })]), 3);
  });
}

test("what contradicts, is told twice or refused takes no place after the log", () => {
  for (const status of ["conflict", "merged", "quarantined", "late"]) assert.equal(slotOf(["x1"], [kept("own1", 2, { status })]), 2);
});

test("a deal that waits tells the one that another phone has told meanwhile: it is not shown twice", () => {
  const view = viewOf(TOLD, known(["x1", "x2"]), [kept("own1", 2)], () => false);
  assert.equal(view.slot, 3);
  assert.deepEqual(view.seats.map((seat) => seat.letters), [1, 1, 0, 0]);
});

test("a deal told anew after its undo has the slot that is free again", () => {
  const undo = kept("own2", 2, { line: { kind: "strike", line: "own1" } });
  const view = viewOf(TOLD, known(["x1", "own1"]), [kept("own1", 2, { status: "applied" }), undo, kept("own3", 2)], () => false);
  assert.equal(view.slot, 3);
  assert.deepEqual(view.seats.map((seat) => seat.letters), [1, 1, 0, 0]);
});

test("who goes on where another phone wrote is asked who deals, until he has told a deal", () => {
  assert.equal(asksDealer(["x1"], [], { epoch: 2 }), true);
  assert.equal(asksDealer(["x1"], [kept("own1", 2)], { epoch: 2 }), false);
  assert.equal(asksDealer(["x1"], [kept("own1", 1, { status: "merged" })], { epoch: 2 }), false);
  assert.equal(asksDealer(["x1"], [], { epoch: 1, pen: "free" }), true);
});

test("who does not hold the pen is always asked, and who always held it is not", () => {
  assert.equal(asksDealer(["own1"], [kept("own1", 1, { status: "applied" })], { pen: "other" }), true);
  assert.equal(asksDealer(["x1"], [], { epoch: 1 }), false);   // recorded without a phone before
  assert.equal(asksDealer(["x1"], [], { epoch: 0, pen: "free" }), false);
});

test("a pen taken with a referee's code is of the next epoch, and of none once the site tells a later one", () => {
  const took = { code: "4711", epoch: 2 };
  const { pen, epoch, takeover } = takenOver(known([], { pen: "other", epoch: 2 }), took);
  assert.deepEqual([pen, epoch, takeover], ["mine", 3, "4711"]);
  assert.equal(takenOver(known([], { pen: "other", epoch: 3 }), took).pen, "other");
  assert.equal(takenOver(known([], { pen: "other", epoch: 2 }), null).pen, "other");
});

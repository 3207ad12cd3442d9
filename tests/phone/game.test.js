import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, fold } from "../../tournaments/static/tournaments/phone/game.js";
import { propose } from "../../tournaments/static/tournaments/phone/propose.js";

const setup = { seats: "ABCDE", letters: ["K", "A"], options: {} };
const deal = (loser, ...bench) => ({ kind: "deal", loser, bench });
const lettersOf = (state) => Object.keys(state.seats).map((seat) => state.seats[seat].letters).join(" ");

test("a game without a network goes on: letters, bench, dealer, match balls and deals to go", () => {
  const state = fold(setup, [deal("A", "E"), deal("B", "A")]);
  assert.equal(lettersOf(state), "1 1 0 0 0");
  assert.deepEqual(state.matchBalls, ["A", "B"]);
  assert.deepEqual(state.toGo, [2, 5]);
  assert.deepEqual(propose(setup, state), { bench: ["B"], players: ["A", "C", "D", "E"], dealer: "C", leader: "D" });
});

test("a line of a kind that is not known yet changes nothing", () => {
  const log = [deal("A", "E"), { kind: "lightning", seat: "B" }];
  const state = fold(setup, log);
  assert.deepEqual(state.lines[1], { entry: log[1], applied: false, struck: false, letterTo: null });
  assert.deepEqual({ ...state, lines: [] }, { ...fold(setup, log.slice(0, 1)), lines: [] });
});

test("a line that waits can be taken back by its id", () => {
  const lines = [
    { id: "one", entry: deal("A", "E") },
    { id: "two", entry: deal("B", "A") },
    { id: "three", entry: { kind: "strike", line: "two" } },
  ];
  const state = fold(setup, entriesOf(lines));
  assert.equal(lettersOf(state), "1 0 0 0 0");
  assert.deepEqual(state.lines.map((line) => line.struck), [false, true, false]);
});

test("an undo of a line that is not here changes nothing", () => {
  const lines = [{ id: "one", entry: deal("A", "E") }, { id: "two", entry: { kind: "strike", line: "gone" } }];
  assert.equal(lettersOf(fold(setup, entriesOf(lines))), "1 0 0 0 0");
});

test("what the page holds is not changed by folding it", () => {
  const log = Object.freeze([Object.freeze(deal("A", "E")), Object.freeze({ kind: "amend", position: 1, loser: "B" })]);
  assert.equal(lettersOf(fold(Object.freeze(setup), log)), "0 1 0 0 0");
});

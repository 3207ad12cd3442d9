// Lines as codes for another phone's camera: not a byte of a line is changed, no code is too long, and nonsense is none.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST, codesOf, readCode } from "../../tournaments/static/tournaments/phone/carry.js";

const FIRST = {
  v: 1, id: "7d0c1a52-0000-4000-8000-000000000001", game: 17, by: "account:7", device: "0b5e1a52-0000-4000-8000-000000000000", counter: 12,
  entry: { kind: "deal", loser: "C", bench: ["E"] }, slot: 12, base: 11, head: "5f".repeat(32), pen: 3, holds: true, witness: "B", seen: false,
  at: "2026-11-21T20:14:05.120Z", contact: "2026-11-21T20:02:00.000Z", since: 725120,
};

function evening(length) {
  return Array.from({ length }, (_, index) => Object.assign({}, FIRST, {
    id: FIRST.id.slice(0, -4) + String(1000 + index), counter: 12 + index, slot: 12 + index, since: 725120 + 300000 * index,
    at: new Date(Date.parse(FIRST.at) + 300000 * index).toISOString(),
    entry: { kind: "deal", loser: "ABCDE"[index % 5], bench: ["E"] },
  }));
}

/** What the other phone has when it has read all of them. */
function read(codes) {
  return codes.map(readCode).reduce((all, one) => all.concat(one.lines), []);
}

test("a line is on the other phone what it was on the first, to the byte", () => {
  for (const length of [1, 2, 7, 40]) {
    const lines = evening(length);
    assert.deepEqual(read(codesOf(lines)), lines);
  }
});

test("what stands in one line and not in the next, or is new in it, is kept apart", () => {
  const taken = Object.assign({}, FIRST, { takeover: "4711", witness: null, entry: { kind: "strike", line: FIRST.id }, x: "no", "ř": "ž €" });
  assert.deepEqual(read(codesOf([taken, FIRST, taken])), [taken, FIRST, taken]);
});

test("each code says which one it is, holds lines of its own, and is short enough for a camera", () => {
  const codes = codesOf(evening(40)), parts = codes.map(readCode);
  assert.deepEqual(parts.map(({ n, of }) => [n, of]), codes.map((_, index) => [index + 1, codes.length]));
  assert.ok(codes.every((code) => code.length <= MOST && /^[-\w]+$/.test(code)), String(codes.map((code) => code.length)));
  assert.ok(codes.length <= 40 / 2, "at least two lines in a code, as a rule");
});

test("codes may be read in any order, and twice", () => {
  const lines = evening(9), codes = codesOf(lines);
  const twice = read(codes.slice().reverse().concat(codes));
  assert.deepEqual(new Set(twice.map((line) => line.id)), new Set(lines.map((line) => line.id)));
});

test("a code that was cut off, or is none of ours, is none", () => {
  const [code] = codesOf(evening(3));
  const foreign = Buffer.from(JSON.stringify([2, 1, 1, [FIRST]])).toString("base64url");
  for (const wrong of ["", "main", code.slice(0, -7), code.slice(4), "%%%", foreign]) assert.equal(readCode(wrong), null, wrong);
});

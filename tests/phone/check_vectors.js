/**
 * Folds each vector of the file named (tests/phone/vectors.py) and compares; ends with the first few that differ.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { AMENDABLE } from "../../tournaments/static/tournaments/phone/corrections.js";
import { fold } from "../../tournaments/static/tournaments/phone/game.js";
import { propose } from "../../tournaments/static/tournaments/phone/propose.js";
import { VARIANTS } from "../../tournaments/static/tournaments/phone/smear.js";

const [vocabulary, ...vectors] = readFileSync(process.argv[2], "utf8").split("\n").map((line) => JSON.parse(line));

const plain = (value) => JSON.parse(JSON.stringify(value, (_, inner) => (inner === undefined ? "required" : inner)));

const told = (state) => ({
  ...state,
  lines: state.lines.map(({ applied, struck, letterTo }) => ({ applied, struck, letterTo })),
  smear: state.smear && { ...state.smear, variant: undefined, target: undefined },
});

/** Fold, and fold again: neither changes what it was given. */
function check({ setup, log, state, proposal }) {
  const given = JSON.stringify({ setup, log });
  const folded = fold(setup, log);
  assert.deepEqual(JSON.parse(JSON.stringify(told(folded))), state);
  assert.deepEqual(propose(setup, folded), proposal);
  assert.deepEqual(fold(setup, log), folded);
  assert.equal(JSON.stringify({ setup, log }), given);
}

for (const kind of Object.keys(vocabulary.amendable)) assert.deepEqual(plain(AMENDABLE)[kind], vocabulary.amendable[kind], kind);
assert.deepEqual(plain(VARIANTS), vocabulary.variants);
const wrong = [];
for (const vector of vectors) {
  try {
    check(vector);
  } catch (error) {
    wrong.push(`${JSON.stringify(vector.setup)}\n${vector.log.map((line) => JSON.stringify(line)).join("\n")}\n${error.message}`);
  }
}
console.log(wrong.slice(0, 3).join("\n\n"));
console.log(`${vectors.length - wrong.length} of ${vectors.length} alike`);
process.exitCode = wrong.length || !vectors.length ? 1 : 0;

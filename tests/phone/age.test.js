import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "./check_age.js";

test("what a phone of 2017 cannot read is named", () => {
  for (const text of ["a?.b;", "a ?? b;", "const x = { ...y };", "try { a(); } catch { b(); }", "const n = 1_000;", "import('./a.js');"]) {
    assert.match(faults(text)[0] || "", /^cannot be read/, text);
  }
});

test("a newer call is named, unless the script asks whether it is there", () => {
  assert.deepEqual(faults("list.replaceChildren(a);"), ["calls replaceChildren"]);
  assert.deepEqual(faults("new AbortController();"), ["calls AbortController"]);
  assert.deepEqual(faults("if (list.replaceChildren) list.replaceChildren(a);"), []);
  assert.deepEqual(faults("typeof AbortController === 'undefined' ? null : new AbortController();"), []);
  assert.deepEqual(faults("list.append(a);"), []);
});

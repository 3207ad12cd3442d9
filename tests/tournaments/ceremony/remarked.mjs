// What the script of a draw's page says of each of these texts beside its verdict, and which steps it ticks or crosses:
// node remarked.mjs FILE (a JSON list of texts).

import { readFileSync } from "node:fs";

globalThis.document = { querySelectorAll: () => [], querySelector: () => null, addEventListener() {} };
const { check, remarksOf, verdictOn } = await import("../../../tournaments/static/tournaments/check-draw.js");
const texts = JSON.parse(readFileSync(process.argv[2], "utf8"));
const found = texts.map((text) => [text, check(text)]);
console.log(JSON.stringify(found.map(([text, steps]) => [steps, verdictOn(steps) === "fails" ? [] : remarksOf(text)])));

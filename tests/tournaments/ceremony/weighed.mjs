// What the script of a draw's page says of the plan of each of these transcripts: node weighed.mjs FILE
// (a JSON list of texts).

import { readFileSync } from "node:fs";
import { worthOf } from "../../../tournaments/static/tournaments/draw/plan-worth.js";

const texts = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(JSON.stringify(texts.map((text) => worthOf(JSON.parse(text)))));

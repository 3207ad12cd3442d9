// What the script of a draw's page says of the plan of each of these transcripts: node weighed.mjs FILE FUNCTION
// (a JSON list of texts, and "worthOf" or "planTaken").

import { readFileSync } from "node:fs";
import * as plans from "../../../tournaments/static/tournaments/draw/plan-worth.js";

const texts = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(JSON.stringify(texts.map((text) => plans[process.argv[3]](JSON.parse(text)))));

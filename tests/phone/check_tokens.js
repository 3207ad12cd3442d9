/** Of pairs of scripts (written, sent) names those whose tokens differ otherwise than in the names they import. */
import { readFileSync } from "node:fs";
import { tokenizer } from "acorn";

/** @param {string} path */
function tokens(path) {
  const found = [...tokenizer(readFileSync(path, "utf8"), { ecmaVersion: "latest", sourceType: "module" })];
  return JSON.stringify(found.map(({ type, value }) => [
    type.label, typeof value === "string" ? value.replace(/\.[0-9a-f]{12}\.js$/, ".js") : String(value),
  ]));
}

const paths = process.argv.slice(2);
for (let at = 0; at < paths.length; at += 2) if (tokens(paths[at]) !== tokens(paths[at + 1])) console.log(paths[at]);

// What the script of a draw's page says of what somebody has noted: node noted.mjs FILE (a JSON list of [text, name, noted]).

import { readFileSync } from "node:fs";

globalThis.document = { querySelectorAll: () => [], querySelector: () => null, addEventListener() {} };
const { notedIn } = await import("../../../tournaments/static/tournaments/check-draw.js");
console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2], "utf8")).map((asked) => notedIn(...asked))));

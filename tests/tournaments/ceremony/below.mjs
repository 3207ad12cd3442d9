// Which number below a limit the script of a draw's page takes from a stream of these: node below.mjs LIMIT NUMBER … (in hex).

import { Stream } from "../../../tournaments/static/tournaments/draw/plan.js";

const [limit, ...numbers] = process.argv.slice(2);
const stream = new Stream("00");
stream.next = () => numbers.shift();
console.log(stream.below(Number(limit)));

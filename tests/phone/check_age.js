/**
 * Names each script (or each that is given) that a browser of 2017 could not read, or that calls what came later without asking whether it is
 * there (any other mention of the name in the file counts as asking: `if (element.replaceChildren)`, `typeof …`).
 *
 * Newer calls of the language are found by tsc, whose library here is that of ES2017; these are those of the browser, and
 * of the language where a type is unknown. The age is that of Chrome: 58 and older read all the rest.
 */
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "acorn";

const SCRIPTS = new URL("../../tournaments/static/tournaments/", import.meta.url).pathname;
const NEWER = new Set(
  `AbortController AbortSignal BigInt BroadcastChannel IntersectionObserver ResizeObserver WeakRef structuredClone queueMicrotask
  requestIdleCallback CompressionStream OffscreenCanvas globalThis
  allSettled any at checkVisibility cookieStore description finally findLast findLastIndex flat flatMap fromEntries getAnimations
  groupBy hasOwn hidePopover matchAll randomUUID replaceAll replaceChildren requestSubmit setHTML showPicker showPopover toReversed
  toSorted toSpliced toggleAttribute trimEnd trimStart withResolvers
  ListFormat PluralRules RelativeTimeFormat Segmenter`.split(/\s+/),
);

/** Left out: a worker, which runs where there are workers. */
const LEFT_OUT = ["phone/service-worker.js"];

/** Every script, with its path from SCRIPTS. */
function scripts() {
  return readdirSync(SCRIPTS, { recursive: true }).filter((name) => name.endsWith(".js") && !LEFT_OUT.includes(name)).sort();
}

/** Each node below, with the one above it. */
function* walk(node, above) {
  if (Array.isArray(node)) {
    for (const one of node) yield* walk(one, above);
  } else if (node && typeof node.type === "string") {
    yield [node, above];
    for (const key of Object.keys(node)) yield* walk(node[key], node);
  }
}

/** The name that is called here, if one is: `x.name(…)`, `new name(…)`, `name(…)`. */
function called(node) {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return null;
  const callee = node.callee.type === "MemberExpression" && !node.callee.computed ? node.callee.property : node.callee;
  return callee.type === "Identifier" ? callee : null;
}

/** What is wrong with one script, a sentence each. */
export function faults(text) {
  let tree;
  try {
    tree = parse(text, { ecmaVersion: 8, sourceType: "module" });
  } catch (error) {
    return [`cannot be read: ${error.message}`];
  }
  const nodes = [...walk(tree, null)].map(([node]) => node);
  const calls = new Set(nodes.map(called).filter(Boolean));
  const asked = new Set(
    nodes
      .filter((node) => !calls.has(node) && (node.type === "Identifier" || typeof node.value === "string"))
      .map((node) => node.name || node.value),
  );
  return [...calls].map(({ name }) => name).filter((name) => NEWER.has(name) && !asked.has(name)).map((name) => `calls ${name}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const given = process.argv.slice(2);
  for (const name of given.length ? given : scripts()) {
    for (const fault of faults(readFileSync(resolve(SCRIPTS, name), "utf8"))) console.log(`${name} ${fault}`);
  }
}

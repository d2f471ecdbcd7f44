import { spawnSync } from "node:child_process";

// Runs the checks named on the command line, or all of them, and stops at the first that fails:
// `npm run check [name …]`. What is not a program of its own is a check of `check.mjs`.

/** @type {ReadonlyMap<string, readonly string[]>} */
const PROGRAMS = new Map([
  ["format", ["npx", "biome", "ci", "--colors=off", "."]],
  ["lint", ["npx", "oxlint"]],
  ["unused", ["npx", "knip", "--no-config-hints"]],
  ["rules", ["node", "tools/check/check.mjs"]],
  ["reference", ["node", "tools/reference/reference.mjs", "--write"]],
]);

const names = process.argv.slice(2);
const commands = names.map((name) => PROGRAMS.get(name) ?? ["node", "tools/check/check.mjs", name]);
for (const [program = "", ...parameters] of names.length > 0 ? commands : PROGRAMS.values()) {
  const { status } = spawnSync(program, parameters, { stdio: "inherit" });
  if (status === 0) continue;
  process.exitCode = status ?? 1;
  break;
}

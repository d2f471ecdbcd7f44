import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { isTimed, isUnnoticed, lastResults, sampleOf, selection } from "./mutant-selection.mjs";
import { compareSurvivors, equivalentMutants } from "./mutant-survivors.mjs";
import { mutantParts, partOf } from "./mutants.mjs";

/** @import { Survivor } from "./mutant-survivors.mjs" */
/** @import { MutantPart } from "./mutants.mjs" */
/** @typedef {Awaited<ReturnType<Stryker["runMutationTest"]>>[number]} MutantResult */

/** Minimum percentage of the detectable mutants that the tests must detect. */
const minScore = 90;

const usage = `Changes the code in every way Stryker knows, one change at a time, and reports which changes no test notices.
Texts are not changed: the wording of a log or an error is not what the tests hold.
A change that is noticed only because a test takes too long is tried again alone, with twice the time.

  npm run proof mutants -- [--sample 200 [--seed 1,2,3]] [part | file …]

Parts: ${Object.keys(mutantParts).join(", ")}. Without one, all. A file may have lines: file.ts:10-20.
With --sample, only so many changes per part are tried; the seed chooses which. Of several seeds, each must pass.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean" },
    concurrency: { type: "string", default: "1" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});

if (values.help) {
  console.log(usage);
} else {
  let missed = false;
  selection.seeds = values.seed.split(",");
  selection.sample = values.sample === undefined ? undefined : Number(values.sample);
  for (const [name, { tests, mutate }] of chosen(positionals)) {
    process.env["MUTANTS"] = name;
    const first = await tryMutants(mutate, Number(values.concurrency));
    const { total } = selection;
    const timed = first.filter(isTimed);
    const results = lastResults(first, timed.length === 0 ? [] : await tryAlone(timed, mutate));
    for (const [title, sample] of samplesOf(name, results)) missed = !report(title, sample) || missed;
    console.log(
      `  ${first.length} of ${total} tried, ${timed.length} of them again alone because a test took too long`,
    );
    if (results.length === 0)
      throw new Error(`Could not try mutants of "${name}": none of its tests ran: ${tests.join(", ")}.`);
  }
  process.exitCode = missed ? 1 : 0;
}

/**
 * @param {readonly string[]} names Parts, or files of parts.
 * @returns {[string, MutantPart][]} The parts to mutate.
 */
function chosen(names) {
  const parts = Object.entries(mutantParts);
  if (names.length === 0) return parts;
  const partOfName = names.map((name) => {
    const found = partOf(name);
    if (found === undefined) throw new Error(`Could not find part "${name}".\n\n${usage}`);
    return found;
  });
  return parts
    .filter(([part]) => partOfName.includes(part))
    .map(([part, { tests, mutate }]) => {
      const files = names.filter((name, index) => name !== part && partOfName[index] === part);
      return [part, { tests, mutate: names.includes(part) ? mutate : files }];
    });
}

/**
 * @param {string} name A part.
 * @param {readonly MutantResult[]} results Its mutants that were tried.
 * @returns {readonly (readonly [string, readonly MutantResult[]])[]} Each sample with its title, or all.
 */
function samplesOf(name, results) {
  const { sample, seeds } = selection;
  if (sample === undefined) return [[name, results]];
  const samples = seeds.map((seed) => sampleOf(results, seed, sample));
  const sampled = new Set(samples.flat());
  if (sampled.size !== results.length)
    throw new Error(
      `Could not sample "${name}": ${results.length} were tried, ${sampled.size} are in samples.`,
    );
  return seeds.map((seed, index) => [`${name}, seed ${seed}`, samples[index] ?? []]);
}

/**
 * Tries mutants again with twice the time, one after the other.
 *
 * @param {readonly MutantResult[]} mutants Mutants of one part.
 * @param {readonly string[]} mutate Patterns of their files.
 * @returns {Promise<readonly MutantResult[]>} The result of each.
 */
async function tryAlone(mutants, mutate) {
  process.env["MUTANTS_TIMEOUT_FACTOR"] = "2";
  selection.only = mutants;
  try {
    const results = await tryMutants(mutate, 1);
    if (results.length === mutants.length) return results;
    throw new Error(`Could not try ${mutants.length} mutants again: ${results.length} were tried.`);
  } finally {
    selection.only = undefined;
    delete process.env["MUTANTS_TIMEOUT_FACTOR"];
  }
}

/**
 * @param {readonly string[]} mutate Patterns of files.
 * @param {number} concurrency Number of processes that run tests.
 * @returns {Promise<readonly MutantResult[]>} The result of each mutant.
 */
async function tryMutants(mutate, concurrency) {
  return await new Stryker({
    testRunner: "vitest",
    plugins: [
      "@stryker-mutator/vitest-runner",
      fileURLToPath(new URL("mutant-selection.mjs", import.meta.url)),
    ],
    vitest: { configFile: "vitest.mutants.config.ts", related: false },
    mutate: [...mutate, "!**/*.test.ts", "!**/*.json"],
    ignorePatterns: [
      "**/node_modules",
      "bench",
      "samples",
      // The configuration at the root refers to the tsconfig.json of each connector and example, and of their tests.
      "{connectors,examples}/*/{src,test,dist}",
      "!connectors/*/test/tsconfig.json",
      "!bench/authoring/tsconfig.json",
      "!connectors/files/src",
      "**/testdata",
    ],
    coverageAnalysis: "perTest",
    concurrency,
    // TypeScript 7 has no API for rewriting its configuration, and the tests do not need it.
    tsconfigFile: "none.json",
    tempDirName: ".stryker",
    reporters: ["selection", "progress-append-only"],
    mutator: { excludedMutations: ["StringLiteral"] },
    timeoutMS: 8000 * Number(process.env["MUTANTS_TIMEOUT_FACTOR"] ?? 1),
    timeoutFactor: 3,
    disableTypeChecks: false,
    allowEmpty: true,
  }).runMutationTest();
}

/**
 * Prints the results of the mutants of a part.
 *
 * @param {string} name The part.
 * @param {readonly MutantResult[]} results The result of each mutant.
 * @returns {boolean} Whether the tests detected enough of the detectable mutants, and the list of undetectable ones is
 * accurate.
 */
function report(name, results) {
  const counted = results.filter(
    ({ status }) => !["Ignored", "CompileError", "RuntimeError"].includes(status),
  );
  const survivors = counted.filter(isUnnoticed).map(survivorOf);
  const tried = new Set(counted.map(({ fileName }) => relativeName(fileName)));
  const known = equivalentMutants.filter(({ file }) => tried.has(file));
  const compared = compareSurvivors(survivors, known);
  const { missed, equivalent } = compared;
  // A sample does not contain every listed change.
  const stale = selection.sample === undefined ? compared.stale : [];
  for (const { file, line, original, replacement } of missed)
    console.log(`${file}:${line}  ${original}  →  ${replacement}`);
  for (const { file, original, replacement, reason } of equivalent)
    console.log(`equivalent  ${file}  ${original}  →  ${replacement}  (${reason})`);
  for (const { file, original, replacement } of stale)
    console.log(`noticed after all, remove it from the list:  ${file}  ${original}  →  ${replacement}`);
  const possible = counted.length - equivalent.length;
  const score = possible === 0 ? 0 : (100 * (possible - missed.length)) / possible;
  console.log(
    `${name}: ${counted.length} mutants, ${equivalent.length} equivalent, ${missed.length} not noticed, ${score.toFixed(1)} %`,
  );
  return score >= minScore && stale.length === 0;
}

/**
 * @param {MutantResult} result A mutant that no test detected.
 * @returns {Survivor} The mutant with its code.
 */
function survivorOf({ fileName, location: { start, end }, replacement }) {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  // Lines and columns are counted from 1.
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? "";
  lines[0] = lines[0]?.slice(start.column - 1) ?? "";
  const [original, changed] = [lines.join("\n"), replacement].map((text) => text.replaceAll(/\s+/g, " "));
  return {
    file: relativeName(fileName),
    line: start.line,
    original: original ?? "",
    replacement: changed ?? "",
  };
}

/**
 * @param {string} fileName Absolute path of a file.
 * @returns {string} Its path relative to the root of the project.
 */
function relativeName(fileName) {
  return relative(process.cwd(), fileName);
}

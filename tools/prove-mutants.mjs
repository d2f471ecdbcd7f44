import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { mutantParts } from "./mutants.mjs";

/** @import { MutantPart } from "./mutants.mjs" */
/** @typedef {Awaited<ReturnType<Stryker["runMutationTest"]>>[number]} MutantResult */

/** Least share of the mutants that the tests have to notice, in per cent. */
const minScore = 85;

const usage = `Changes the code in every way Stryker knows, one change at a time, and reports which changes no test notices.

  npm run proof:mutants -- [part | file …]

Parts: ${Object.keys(mutantParts).join(", ")}. Without one, all. A file of a part stands for itself.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean" }, concurrency: { type: "string", default: "1" } },
});

if (values.help) {
  console.log(usage);
} else {
  let missed = false;
  for (const [name, { tests, mutate }] of chosen(positionals)) {
    process.env["MUTANTS"] = name;
    const results = await tryMutants(mutate, Number(values.concurrency));
    missed = report(name, results) < minScore || missed;
    if (results.length === 0)
      throw new Error(`Could not try mutants of "${name}": none of its tests ran: ${tests.join(", ")}.`);
  }
  process.exitCode = missed ? 1 : 0;
}

/**
 * @param {readonly string[]} names Parts, or files of parts.
 * @returns {[string, MutantPart][]} What to change.
 */
function chosen(names) {
  const parts = Object.entries(mutantParts);
  if (names.length === 0) return parts;
  return names.map((name) => {
    const whole = parts.find(([part]) => part === name);
    if (whole !== undefined) return whole;
    const [part, found] =
      parts.find(([, { mutate }]) =>
        mutate.some((pattern) => name.startsWith(pattern.slice(0, pattern.lastIndexOf("/") + 1))),
      ) ?? [];
    if (part === undefined || found === undefined)
      throw new Error(`Could not find part "${name}".\n\n${usage}`);
    return [part, { ...found, mutate: [name] }];
  });
}

/**
 * @param {readonly string[]} mutate Patterns of files.
 * @param {number} concurrency Processes that run tests.
 * @returns {Promise<readonly MutantResult[]>} What became of each mutant.
 */
async function tryMutants(mutate, concurrency) {
  return await new Stryker({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "vitest.mutants.config.ts", related: false },
    mutate: [...mutate, "!**/*.test.ts", "!**/*.json"],
    ignorePatterns: [
      "**/node_modules",
      "bench",
      "samples",
      "docs",
      "examples",
      "connectors/**",
      "**/testdata",
    ],
    coverageAnalysis: "perTest",
    concurrency,
    // TypeScript 7 has no interface for rewriting its configuration; the tests do without.
    tsconfigFile: "none.json",
    tempDirName: ".stryker",
    reporters: ["progress-append-only"],
    mutator: { excludedMutations: ["StringLiteral"] },
    timeoutMS: 20_000,
    timeoutFactor: 3,
    disableTypeChecks: false,
    allowEmpty: true,
  }).runMutationTest();
}

/**
 * @param {string} name The part.
 * @param {readonly MutantResult[]} results What became of each mutant.
 * @returns {number} Share of the mutants that were noticed, in per cent.
 */
function report(name, results) {
  const counted = results.filter(
    ({ status }) => !["Ignored", "CompileError", "RuntimeError"].includes(status),
  );
  const lived = counted.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  for (const { fileName, location, mutatorName, replacement } of lived) {
    const file = fileName.slice(fileName.indexOf("packages/"));
    console.log(`${file}:${location.start.line}  ${mutatorName}  ${replacement?.replaceAll(/\s+/g, " ")}`);
  }
  const score = counted.length === 0 ? 0 : (100 * (counted.length - lived.length)) / counted.length;
  console.log(`${name}: ${counted.length} mutants, ${lived.length} not noticed, ${score.toFixed(1)} %`);
  return score;
}

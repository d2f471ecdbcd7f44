import { runConformance } from "../run/run-conformance.js";
import { startProgram } from "./judge-program.js";
import { drawMutants, listMutants, type Mutant } from "./mutant.js";
import { type Answers, askEverything, type Difference, differenceOf } from "./oracle.js";
import { partOf } from "./percent.js";
import { proofFolder } from "./planted-fault.js";
import { makeWorld, type World } from "./world.js";

/** A program that serves a world. */
export interface MutantProgram {
  readonly language: "node" | "python";
  readonly world: World;
}

/** A mutant, how its answers differ, and what the suite says about it. */
export interface JudgedMutant {
  readonly program: MutantProgram;
  readonly mutant: Mutant;
  readonly difference: Difference;
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  readonly requests: number;
}

const account = { auth: "token", token: "mut-71c0-94be-5a2f" };

/** The programs: each language serves each generation. */
export const mutantPrograms: readonly MutantProgram[] = (["v2", "v3"] as const).flatMap((generation) =>
  (["node", "python"] as const).map((language) => ({ language, world: makeWorld(generation) })),
);

/**
 * Judges faults that are drawn without regard to the requirements, and formats how many are found.
 *
 * @param count - Number of faults
 * @param seed - Seed of the draw
 * @returns Markdown
 */
export async function reportMutants(count: number, seed: number): Promise<string> {
  const rights = await Promise.all(mutantPrograms.map((program) => judgeMutant(program, {}, [])));
  const all = mutantPrograms.flatMap((program, index) =>
    listMutants(program.world).map((mutant) => ({ ...mutant, index, program })),
  );
  const waiting = [...drawMutants(all, count, seed)];
  const judged: JudgedMutant[] = [];
  const workers = [1, 2].map(async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { index, program, ...mutant } = next;
      judged.push(await judgeMutant(program, mutant, rights[index]?.answers ?? []));
    }
  });
  await Promise.all(workers);
  return formatMutants(rights, judged);
}

/**
 * Starts a connector with a fault, compares its answers with the right ones, and judges it.
 *
 * @param program - Language and data
 * @param mutant - The fault; an empty one is none
 * @param right - Answers without the fault
 * @returns The verdicts
 */
export async function judgeMutant(
  program: MutantProgram,
  mutant: Partial<Mutant>,
  right: Answers,
): Promise<JudgedMutant & { readonly answers: Answers }> {
  const { language, world } = program;
  const command: readonly [string, string] =
    language === "node"
      ? [process.execPath, `${proofFolder}mutants/connector.mjs`]
      : ["python3", `${proofFolder}mutants/connector.py`];
  const env = { WORLD: JSON.stringify(world), MUTANT: JSON.stringify(mutant), PYTHONDONTWRITEBYTECODE: "1" };
  // A fault may depend on what was asked before, so that the oracle and the suite ask a process of their own.
  const answers = await startProgram(command, env, (address) => askEverything(address, world));
  const difference = differenceOf(right, answers);
  const judged = { program, mutant: { effect: "none", ...mutant }, difference, answers };
  // A fault that changes no response is left out.
  if (right.length > 0 && difference === "none") return { ...judged, failed: [], warned: [], requests: 0 };
  const report = await startProgram(command, env, (address) => runConformance(address, { account }));
  const ids = (...wanted: readonly string[]): readonly string[] =>
    report.results.filter(({ verdict }) => wanted.includes(verdict)).map(({ id }) => id);
  return {
    ...judged,
    failed: ids("fail", "could-not-run"),
    warned: ids("warn"),
    requests: report.measurements.requests,
  };
}

/**
 * Formats how many faults were found.
 *
 * @param rights - The programs without a fault
 * @param all - The faults that were judged
 * @returns Markdown
 */
export function formatMutants(rights: readonly JudgedMutant[], all: readonly JudgedMutant[]): string {
  const judged = all.filter(({ difference }) => difference !== "none");
  const serious = judged.filter(({ difference }) => difference === "serious");
  const light = judged.filter(({ difference }) => difference === "light");
  const missed = [...serious, ...light].filter(({ failed, warned }) => failed.length + warned.length === 0);
  return [
    "| mutants | number | failed or warned of | failed |",
    "| --- | --: | --- | --- |",
    line("other rows in a successful response (serious)", serious),
    line("errors or other options", light),
    ...mutantPrograms.map((program) =>
      line(
        `${program.world.generation} in ${program.language}`,
        judged.filter((one) => one.program === program),
      ),
    ),
    "",
    ...rights.map(
      ({ program: { language, world }, failed, warned, requests }) =>
        `- without a fault, ${world.generation} in ${language}: ${requests} requests, ${[...failed, ...warned].join(", ") || "no finding"}`,
    ),
    "",
    ...missed.slice(0, 20).map(describe),
    "",
  ].join("\n");
}

function line(what: string, some: readonly JudgedMutant[]): string {
  const failed = some.filter((one) => one.failed.length > 0).length;
  const reported = some.filter((one) => one.failed.length + one.warned.length > 0).length;
  return `| ${what} | ${some.length} | ${partOf(reported, some.length)} | ${partOf(failed, some.length)} |`;
}

function describe({ program: { language, world }, difference, mutant }: JudgedMutant): string {
  const { effect, ...where } = mutant;
  const place = Object.entries(where).map(([name, value]) => `${name} ${value}`);
  return `- missed, ${difference}, ${world.generation} in ${language}: ${[effect, ...place].join(", ")}`;
}

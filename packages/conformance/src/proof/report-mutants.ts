import { runConformance } from "../run/run-conformance.js";
import { drawMutants, listMutants, type Mutant } from "./mutant.js";
import { MutantConnector, type MutantProgram, mutantPrograms } from "./mutant-connector.js";
import { type Answers, askEverything, type Difference, findDifference } from "./oracle.js";
import { partOf } from "./percent.js";

/** A mutant, how its answers differ, and what the suite says about it. */
export interface JudgedMutant {
  readonly program: MutantProgram;
  readonly mutant: Mutant;
  readonly difference: Difference;
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  /** Failures in areas that have nothing to do with rows and options. */
  readonly astray: readonly string[];
  readonly requests: number;
}

const account = { auth: "token", token: "mut-71c0-94be-5a2f" };

/** Areas of the requirements that are about rows and options. A failure in another one is not about a drawn fault. */
const areasOfRows: ReadonlySet<string> = new Set([
  "data",
  "filters",
  "dates",
  "datalist",
  "http",
  "schema",
  "streaming",
  "sync-data",
  "sync-values",
  "sync-pages",
  "sync-positions",
  "sync-changes",
  "sync-forms",
]);

/**
 * Judges faults that are drawn without regard to the requirements, and formats how many are found.
 *
 * @param count - Number of faults
 * @param seed - Seed of the draw
 * @returns Markdown
 */
export async function reportMutants(count: number, seed: number): Promise<string> {
  const all = mutantPrograms.flatMap((program, index) =>
    listMutants(program.world).map((mutant) => ({ ...mutant, index })),
  );
  const waiting = [...drawMutants(all, count, seed)];
  const judged: JudgedMutant[] = [];
  const judgeWaiting = async (
    connectors: readonly MutantConnector[],
    rights: readonly Answers[],
  ): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { index, ...mutant } = next;
      const [connector, right] = [connectors[index], rights[index]];
      if (connector !== undefined && right !== undefined)
        judged.push(await judgeDrawn(connector, mutant, right));
    }
  };
  const teams = [1, 2].map(() => mutantPrograms.map((program) => new MutantConnector(program)));
  try {
    const [first = []] = teams;
    const rights = await Promise.all(first.map((connector) => judgeMutant(connector, {})));
    const answers = await Promise.all(
      first.map(async (connector) => askEverything(await connector.become({}), connector.program.world)),
    );
    await Promise.all(teams.map((connectors) => judgeWaiting(connectors, answers)));
    const changing = judged.filter(({ difference }) => difference !== "none");
    const misses: Miss[] = [];
    for (const missed of changing.filter(isMissed)) {
      const index = mutantPrograms.indexOf(missed.program);
      const [connector, right] = [first[index], answers[index]];
      if (connector !== undefined && right !== undefined)
        misses.push(await measureMiss(connector, missed, right));
    }
    const drawn = `${judged.length} faults drawn with seed ${seed}, of which ${judged.length - changing.length} changed no response.`;
    return [drawn, "", formatMutants(rights, changing, misses)].join("\n");
  } finally {
    for (const connector of teams.flat()) connector.close();
  }
}

/** Leaves out a fault that changes no response. */
async function judgeDrawn(connector: MutantConnector, mutant: Mutant, right: Answers): Promise<JudgedMutant> {
  const { program } = connector;
  const difference = await findDifference(await connector.become(mutant), program.world, right);
  if (difference === "none")
    return { program, mutant, difference, failed: [], warned: [], astray: [], requests: 0 };
  return { ...(await judgeMutant(connector, mutant)), difference };
}

/**
 * Judges a connector with a fault.
 *
 * @param connector - The connector
 * @param mutant - The fault; an empty one is none
 * @returns The verdicts
 */
export async function judgeMutant(
  connector: MutantConnector,
  mutant: Partial<Mutant>,
): Promise<JudgedMutant> {
  const { results, measurements } = await runConformance(await connector.become(mutant), { account });
  const failures = results.filter(({ verdict }) => verdict === "fail" || verdict === "could-not-run");
  return {
    program: connector.program,
    mutant: { effect: "none", ...mutant },
    difference: "none",
    failed: failures.map(({ id }) => id),
    warned: results.filter(({ verdict }) => verdict === "warn").map(({ id }) => id),
    astray: failures.filter(({ area }) => !areasOfRows.has(area)).map(({ id }) => id),
    requests: measurements.requests,
  };
}

function isMissed({ failed, warned }: JudgedMutant): boolean {
  return failed.length + warned.length === 0;
}

/** A fault that nothing reports, and the number of answers of the fixed set that it changes. */
interface Miss {
  readonly missed: JudgedMutant;
  readonly changed: number;
}

async function measureMiss(connector: MutantConnector, missed: JudgedMutant, right: Answers): Promise<Miss> {
  const answers = await askEverything(await connector.become(missed.mutant), missed.program.world);
  return { missed, changed: answers.filter((answer, index) => answer !== right[index]).length };
}

function formatMutants(
  rights: readonly JudgedMutant[],
  judged: readonly JudgedMutant[],
  misses: readonly Miss[],
): string {
  const serious = judged.filter(({ difference }) => difference === "serious");
  const failures = judged.flatMap(({ failed }) => failed);
  const astray = [...judged.flatMap((one) => one.astray), ...rights.flatMap(({ failed }) => failed)];
  return [
    "| mutants | number | failed or warned of | failed |",
    "| --- | --: | --- | --- |",
    line("other rows in a successful response (serious)", serious),
    line(
      "errors or other options",
      judged.filter(({ difference }) => difference === "light"),
    ),
    ...mutantPrograms.map((program) =>
      line(
        `${program.world.generation} in ${program.language}`,
        judged.filter((one) => one.program === program),
      ),
    ),
    "",
    `Failures about rows and options, where the faults are: ${partOf(failures.length - astray.length, failures.length)}.`,
    "",
    ...rights.map(
      ({ program: { language, world }, failed, warned, requests }) =>
        `- without a fault, ${world.generation} in ${language}: ${requests} requests, ${[...failed, ...warned].join(", ") || "no finding"}`,
    ),
    ...[...new Set(astray)].map((id) => `- failed about something else: ${id}`),
    "",
    ...worstOf(misses).map(describe),
    "",
  ].join("\n");
}

/** Serious misses first, and of them those that change the most answers. */
function worstOf(misses: readonly Miss[]): readonly Miss[] {
  const weight = ({ missed, changed }: Miss): number =>
    (missed.difference === "serious" ? 1_000_000 : 0) + changed;
  return misses.toSorted((left, right) => weight(right) - weight(left)).slice(0, 20);
}

function line(what: string, some: readonly JudgedMutant[]): string {
  const failed = some.filter((one) => one.failed.length > 0).length;
  const reported = some.filter((one) => one.failed.length + one.warned.length > 0).length;
  return `| ${what} | ${some.length} | ${partOf(reported, some.length)} | ${partOf(failed, some.length)} |`;
}

function describe({ missed: { program, difference, mutant }, changed }: Miss): string {
  const { effect, ...where } = mutant;
  const place = Object.entries(where).map(([name, value]) => `${name} ${value}`);
  const { language, world } = program;
  return `- missed, ${difference}, ${changed} answers changed, ${world.generation} in ${language}: ${[effect, ...place].join(", ")}`;
}

import type { Mutant } from "./make-mutants.js";
import { mutantSwitch } from "./mutant-switch.js";
import { definitionsOf, type MutationCase, type MutationTarget } from "./mutation-case.js";

/** The result of trying a mutant. */
export interface MutantResult extends Omit<Mutant, "id"> {
  /** `said` means that only a text of a requirement changed. Snapshots freeze these, so it is not counted. */
  readonly state: "killed" | "survived" | "not covered" | "said";
  /** The case that killed it. */
  readonly by?: string;
}

/** The cases with the unchanged code, and which of them execute which mutant. */
export interface Baseline {
  readonly cases: ReadonlyMap<string, MutationCase & { readonly outcome: string }>;
  /** Keys of cases by mutant. */
  readonly coverage: ReadonlyMap<string, readonly string[]>;
}

const timeoutMs = 20_000;

/**
 * Runs every case with the unchanged checks.
 *
 * @param target - The module
 * @param cases - The cases
 * @returns Outcomes and coverage; cases without the expected outcome are left out
 */
export async function takeBaseline(
  target: MutationTarget,
  cases: readonly MutationCase[],
): Promise<Baseline> {
  const state = mutantSwitch();
  const kept = new Map<string, MutationCase & { readonly outcome: string }>();
  for (const [index, one] of cases.entries()) {
    state.currentTestId = one.key;
    const outcome = await outcomeOf(one, target);
    state.currentTestId = undefined;
    if (one.wanted === undefined || one.wanted === outcome) kept.set(one.key, { ...one, outcome });
    if (index % 500 === 0) process.stderr.write(`baseline ${index} of ${cases.length}\n`);
  }
  const coverage = new Map<string, string[]>();
  for (const [key, passed] of Object.entries(state.mutantCoverage.perTest)) {
    if (kept.has(key)) for (const id of Object.keys(passed)) push(coverage, id, key);
  }
  return { cases: kept, coverage };
}

/**
 * Tries one mutant until the outcome of a case differs from the baseline.
 *
 * @param mutant - The mutant
 * @param of - The module, the baseline, and the case that killed the mutant last time
 * @returns The result
 */
export async function tryMutant(
  { id, ...mutant }: Mutant,
  of: {
    readonly target: MutationTarget;
    readonly bundle: string;
    readonly baseline: Baseline;
    readonly hint: string | undefined;
    /** Cases that execute any code in the mutant's file. */
    readonly near: readonly string[];
  },
): Promise<MutantResult> {
  const state = mutantSwitch();
  const isStatic = !of.baseline.coverage.has(id) && id in state.mutantCoverage.static;
  const keys = isStatic ? of.near : (of.baseline.coverage.get(id) ?? []);
  if (keys.length === 0) return { ...mutant, state: "not covered" };
  state.activeMutant = id;
  try {
    const target = isStatic ? await load(of.bundle, id) : of.target;
    if (target === undefined) return { ...mutant, state: "said", by: "loading" };
    if (definitionsOf(target.allRequirements) !== definitionsOf(of.target.allRequirements))
      return { ...mutant, state: "said", by: "definitions" };
    for (const one of sorted(keys, of)) {
      state.activeMutant = id;
      state.hitCount = 0;
      const outcome = await outcomeOf(one, target);
      if (outcome === one.outcome) continue;
      state.activeMutant = undefined;
      // A case that fails by chance, e.g. on a busy machine, does not kill the mutant.
      if ((await outcomeOf(one, of.target)) === one.outcome)
        return { ...mutant, state: "killed", by: one.key };
    }
    return { ...mutant, state: "survived" };
  } finally {
    state.activeMutant = undefined;
  }
}

async function load(bundle: string, id: string): Promise<MutationTarget | undefined> {
  try {
    // The bundle is built from the module that this type describes.
    return (await import(`${bundle}?mutant=${id}`)) as MutationTarget;
  } catch {
    return undefined;
  }
}

async function outcomeOf(one: MutationCase, target: MutationTarget): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("no end"), timeoutMs);
  });
  const outcome = one.run(target).catch((error: unknown) => `thrown: ${String(error)}`);
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

function sorted(
  keys: readonly string[],
  { baseline, hint }: { readonly baseline: Baseline; readonly hint: string | undefined },
): ReadonlyArray<MutationCase & { readonly outcome: string }> {
  return keys
    .flatMap((key) => baseline.cases.get(key) ?? [])
    .map((one) => ({ one, rank: one.key === hint ? -1 : one.rank }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ one }) => one);
}

function push(map: Map<string, string[]>, id: string, key: string): void {
  const list = map.get(id);
  if (list === undefined) map.set(id, [key]);
  else list.push(key);
}

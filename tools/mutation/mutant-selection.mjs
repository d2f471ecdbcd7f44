import { createHash } from "node:crypto";
import { relative } from "node:path";

/** @import { Stryker } from "@stryker-mutator/core" */
/** @typedef {Awaited<ReturnType<Stryker["runMutationTest"]>>[number]} MutantResult */
/** @typedef {Pick<MutantResult, "fileName" | "location" | "replacement">} Mutant */

/**
 * Which mutants of a part are tried: those of a first try, or a sample of each seed. Stryker's own options select whole
 * lines.
 *
 * @type {{ only?: readonly Mutant[] | undefined; sample?: number | undefined; seeds: readonly string[]; total: number }}
 */
export const selection = { seeds: ["1"], total: 0 };

/** A Stryker plugin that removes mutants that are not selected, and prints each undetected one as soon as it is known. */
class SelectingReporter {
  /**
   * Stryker reads the list after this call. It has no other way to leave out single mutants.
   *
   * @param {{ mutantPlans: { plan: string; mutant: Mutant }[] }} event
   */
  onMutationTestingPlanReady({ mutantPlans }) {
    // The others are ignored by the options, such as texts.
    const possible = mutantPlans
      .filter(({ plan }) => plan === "Run")
      .map((plan) => ({ plan, mutant: placedAsResult(plan.mutant) }));
    const selected = new Set(select(possible.map(({ mutant }) => mutant)).map(keyOf));
    selection.total = possible.length;
    const chosen = possible.filter(({ mutant }) => selected.has(keyOf(mutant)));
    mutantPlans.splice(0, mutantPlans.length, ...chosen.map(({ plan }) => plan));
  }

  /** @param {MutantResult} result */
  onMutantTested(result) {
    if (!isUnnoticed(result)) return;
    const { fileName, location, replacement } = result;
    console.log(`not noticed: ${fileName}:${location.start.line}:${location.start.column}  ${replacement}`);
  }
}

export const strykerPlugins = [{ kind: "Reporter", name: "selection", injectableClass: SelectingReporter }];

/**
 * @param {Mutant} planned A mutant of a plan, whose lines and columns Stryker counts from 0.
 * @returns {Mutant} The mutant with the location that its result has, where they are counted from 1.
 */
function placedAsResult({ fileName, location: { start, end }, replacement }) {
  return {
    fileName,
    location: {
      start: { line: start.line + 1, column: start.column + 1 },
      end: { line: end.line + 1, column: end.column + 1 },
    },
    replacement,
  };
}

/**
 * @template {Mutant} T
 * @param {readonly T[]} mutants All mutants.
 * @returns {readonly T[]} Those that {@link selection} selects.
 */
export function select(mutants) {
  const { only, sample, seeds } = selection;
  if (only !== undefined) {
    const keys = new Set(only.map(keyOf));
    return mutants.filter((mutant) => keys.has(keyOf(mutant)));
  }
  if (sample === undefined) return mutants;
  const samples = seeds.map((seed) => sampleOf(mutants, seed, sample));
  return mutants.filter((mutant) => samples.some((one) => one.includes(mutant)));
}

/**
 * @template {Mutant} T
 * @param {readonly T[]} mutants All mutants, or any that contain the whole sample.
 * @param {string} seed Chooses the sample.
 * @param {number} size Number of mutants.
 * @returns {readonly T[]} The sample. The same seed selects the same sample in every run.
 */
export function sampleOf(mutants, seed, size) {
  const rank = (/** @type {T} */ mutant) =>
    createHash("sha256")
      .update(seed + keyOf(mutant))
      .digest("hex");
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

/**
 * Returns whether no test noticed a change. Stryker also reports a change as survived if no test file could be loaded
 * with it; then no test ran, and Vitest failed.
 *
 * @param {Pick<MutantResult, "status" | "testsCompleted">} result The result of a mutant.
 * @returns {boolean} Whether it was not noticed.
 */
export function isUnnoticed({ status, testsCompleted }) {
  return status === "NoCoverage" || (status === "Survived" && testsCompleted !== 0);
}

/**
 * Returns whether a change was detected only because something took too long. On a busy machine that can also happen
 * without the change. Changes that make code run far more often are not among them, because Stryker counts calls.
 *
 * @param {Pick<MutantResult, "status" | "statusReason">} result The result of a mutant.
 * @returns {boolean} Whether it must be tried again alone.
 */
export function isTimed({ status, statusReason = "" }) {
  if (status === "Timeout") return !statusReason.startsWith("Hit limit reached");
  return status === "Killed" && /timed out|did not succeed in time/i.test(statusReason);
}

/**
 * @template {Mutant} T
 * @param {readonly T[]} first Results of the first try.
 * @param {readonly T[]} second Results of the mutants that were tried again.
 * @returns {readonly T[]} The last result of each mutant.
 */
export function lastResults(first, second) {
  const secondByKey = new Map(second.map((result) => [keyOf(result), result]));
  return first.map((result) => secondByKey.get(keyOf(result)) ?? result);
}

/**
 * @param {Mutant} mutant A change.
 * @returns {string} A key that identifies it, in every folder that the project is in.
 */
function keyOf({ fileName, location: { start, end }, replacement }) {
  return JSON.stringify([
    relative(process.cwd(), fileName),
    start.line,
    start.column,
    end.line,
    end.column,
    replacement,
  ]);
}

import { resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  isTimed,
  isUnnoticed,
  lastResults,
  sampleOf,
  select,
  selection,
  strykerPlugins,
} from "./mutant-selection.mjs";

const mutants = Array.from({ length: 50 }, (_unused, line) => ({
  fileName: "a.ts",
  location: { start: { line, column: 1 }, end: { line, column: 9 } },
  replacement: "false",
}));

afterEach(() => {
  Object.assign(selection, { seeds: ["1"], only: undefined, sample: undefined });
});

describe("select()", () => {
  it("selects all, or those to try again, whatever objects they are", () => {
    expect(select(mutants)).toEqual(mutants);
    selection.only = structuredClone(mutants.slice(3, 5));
    expect(select(mutants)).toEqual(mutants.slice(3, 5));
  });

  it("draws a sample that only the seed decides", () => {
    selection.sample = 10;
    const first = select(mutants);
    expect(new Set(first).size).toBe(10);
    expect(new Set(select(mutants.toReversed()))).toEqual(new Set(first));
    selection.seeds = ["2"];
    expect(new Set(select(mutants))).not.toEqual(new Set(first));
  });

  it("draws the same sample in every folder that the project is in", () => {
    selection.sample = 10;
    const absolute = mutants.map((mutant) => ({ ...mutant, fileName: resolve(mutant.fileName) }));
    const lines = select(absolute).map(({ location }) => location.start.line);
    expect(lines).toEqual(select(mutants).map(({ location }) => location.start.line));
  });
});

describe("the plugin", () => {
  /** Selects from a plan of Stryker and returns the results of what it leaves in it, with lines and columns from 1. */
  function resultsOfPlan() {
    const mutantPlans = mutants.map((mutant) => ({ plan: "Run", mutant }));
    for (const { injectableClass: Reporter } of strykerPlugins)
      new Reporter().onMutationTestingPlanReady({ mutantPlans });
    /** @param {{ line: number, column: number }} position */
    const fromOne = ({ line, column }) => ({ line: line + 1, column: column + 1 });
    return mutantPlans.map(({ mutant: { location, ...mutant } }) => ({
      ...mutant,
      location: { start: fromOne(location.start), end: fromOne(location.end) },
    }));
  }

  it("leaves those in the plan whose results are the sample of a seed", () => {
    Object.assign(selection, { sample: 10, seeds: ["1", "2"] });
    const results = resultsOfPlan();
    const samples = selection.seeds.flatMap((seed) => sampleOf(results, seed, 10));
    expect(new Set(samples)).toEqual(new Set(results));
  });

  it("leaves those in the plan that are to be tried again", () => {
    const results = resultsOfPlan().slice(3, 5);
    selection.only = results;
    expect(resultsOfPlan()).toEqual(results);
  });
});

it("isTimed() is true of what a slow machine could have caused, not of failed expectations or counted calls", () => {
  /** @typedef {Parameters<typeof isTimed>[0]} Result */
  /** @type {Result[]} */
  const timed = [
    { status: "Timeout" },
    { status: "Killed", statusReason: "Test timed out in 4000ms." },
    { status: "Killed", statusReason: "Matcher did not succeed in time." },
  ];
  /** @type {Result[]} */
  const certain = [
    { status: "Killed", statusReason: "expected 1 to be 2" },
    { status: "Timeout", statusReason: "Hit limit reached (501/500)" },
    { status: "Survived" },
  ];
  for (const one of timed) expect(isTimed(one), JSON.stringify(one)).toBe(true);
  for (const one of certain) expect(isTimed(one), JSON.stringify(one)).toBe(false);
});

it("isUnnoticed() is false when no test could be loaded", () => {
  expect(isUnnoticed({ status: "Survived", testsCompleted: 3 })).toBe(true);
  expect(isUnnoticed({ status: "Survived", testsCompleted: 0 })).toBe(false);
  expect(isUnnoticed({ status: "NoCoverage" })).toBe(true);
  expect(isUnnoticed({ status: "Killed", testsCompleted: 1 })).toBe(false);
});

it("lastResults() prefers the second try", () => {
  const first = mutants.slice(0, 2).map((mutant) => ({ ...mutant, status: "Killed" }));
  const second = first.slice(1).map((mutant) => ({ ...mutant, status: "Survived" }));
  expect(lastResults(first, second).map(({ status }) => status)).toEqual(["Killed", "Survived"]);
});

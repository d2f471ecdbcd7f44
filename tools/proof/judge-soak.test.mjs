import { integer, noBias, sample } from "fast-check";
import { expect, test } from "vitest";
import { judgeSoak } from "./judge-soak.mjs";

const lastsMs = 20 * 60_000;

/**
 * @param {object} run What happens in a run of 20 minutes with a sample each second.
 * @param {number} run.growth MiB of resident memory an hour.
 * @param {number} [run.kept] MiB an hour that remain in use. Default: 0.
 * @param {number} [run.restMs] Time between two pauses. Default: 30 s.
 * @param {(second: number) => boolean} [run.isSilent] Whether there is no sample. Default: never.
 * @param {(second: number) => number} [run.wander] MiB above or below the line. Default: none.
 * @returns {string[]} The faults.
 */
function faultsOf({ growth, kept = 0, restMs = 30_000, isSilent = () => false, wander = () => 0 }) {
  const seconds = Array.from({ length: 1200 }, (_, second) => second).filter((second) => !isSilent(second));
  const samples = seconds.map((second) => ({
    at: second * 1000,
    ms: 5 + (second % 7),
    // Memory rises and falls by a MiB between two collections.
    memory: 100 + (growth * second) / 3600 + (second % 11) / 11 + wander(second),
    files: 40 + (second % 3),
  }));
  const rests = Array.from({ length: Math.floor(lastsMs / restMs) }, (_, index) => ({
    at: index * restMs,
    // Caches hold a little more or less at each pause.
    memory: 40 + (kept * index * restMs) / 3_600_000 + (index % 3) / 100,
  }));
  return judgeSoak({ samples, rests, lastsMs }).faults;
}

test("judgeSoak() reports a leak, and nothing of level memory", () => {
  expect(faultsOf({ growth: 0 })).toEqual([]);
  expect(faultsOf({ growth: 100 })).toEqual([
    expect.stringMatching(/^resident memory grows by (?:99|100|101)\./),
  ]);
});

test("judgeSoak() reports memory that stays in use, although much more comes and goes", () => {
  const wander = (/** @type {number} */ second) => 30 * Math.sin(second / 50);
  expect(faultsOf({ growth: 0, wander })).toEqual([]);
  expect(faultsOf({ growth: 2, kept: 2, wander })).toEqual([
    expect.stringMatching(/^memory in use grows by 2\.0/),
  ]);
});

test("judgeSoak() says when there were too few pauses", () => {
  expect(faultsOf({ growth: 0, restMs: 200_000 })).toEqual([
    "memory was measured 4 times, expected at least 6: the run is too short",
  ]);
});

test("judgeSoak() reports a service that was silent, whose memory it cannot judge", () => {
  const silence = { isSilent: (/** @type {number} */ second) => second > 600 && second < 660 };
  expect(faultsOf({ growth: 0, ...silence })).toEqual([
    "no small request was answered in 2 of 45 parts of the time",
  ]);
  expect(faultsOf({ growth: 100, ...silence })).toHaveLength(1);
});

test("judgeSoak() does not take memory for a leak that stays high or low for minutes", () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);
  const reports = (/** @type {number} */ growth) =>
    seeds.filter((seed) => faultsOf({ growth, wander: wandering(seed) }).length > 0).length;
  // Were the windows taken as independent, 65 of 200 would be reported.
  expect(reports(0)).toBeLessThan(10);
  expect(reports(300)).toBeGreaterThan(190);
});

/**
 * @param {number} seed Seed of the numbers.
 * @returns {(second: number) => number} Deviations in MiB, each 0.9 of that 20 s before, and a random one.
 */
function wandering(seed) {
  const numbers = sample(noBias(integer({ min: -1000, max: 1000 })), { seed, numRuns: 100 });
  const deviations = [0];
  for (const number of numbers) deviations.push(0.9 * (deviations.at(-1) ?? 0) + number / 577);
  return (second) => deviations[40 + Math.floor(second / 20)] ?? 0;
}

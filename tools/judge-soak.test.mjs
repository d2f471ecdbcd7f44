import { expect, test } from "vitest";
import { judgeSoak } from "./judge-soak.mjs";

const lastsMs = 20 * 60_000;

/**
 * @param {object} run What happens in a run of 20 minutes with a sample each second.
 * @param {number} run.growth MiB an hour.
 * @param {(second: number) => boolean} [run.isSilent] Whether there is no sample. Default: never.
 * @returns {string[]} The faults.
 */
function faultsOf({ growth, isSilent = () => false }) {
  const seconds = Array.from({ length: 1200 }, (_, second) => second).filter((second) => !isSilent(second));
  const samples = seconds.map((second) => ({
    at: second * 1000,
    ms: 5 + (second % 7),
    // Memory rises and falls by a MiB between two collections.
    memory: 100 + (growth * second) / 3600 + (second % 11) / 11,
    files: 40 + (second % 3),
  }));
  return judgeSoak(samples, lastsMs).faults;
}

test("judgeSoak() reports a leak, and nothing of level memory", () => {
  expect(faultsOf({ growth: 0 })).toEqual([]);
  expect(faultsOf({ growth: 100 })).toEqual([expect.stringMatching(/^memory grows by (?:99|100|101)\./)]);
});

test("judgeSoak() reports a service that was silent, whose memory it cannot judge", () => {
  const silence = { isSilent: (/** @type {number} */ second) => second > 600 && second < 660 };
  expect(faultsOf({ growth: 0, ...silence })).toEqual([
    "no small request was answered in 2 of 45 parts of the time",
  ]);
  expect(faultsOf({ growth: 100, ...silence })).toHaveLength(1);
});

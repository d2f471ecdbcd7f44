import { expect, test } from "vitest";
import { HoldClock } from "./hold-clock.js";

/** Returns what a clock says after each of some samples, which are 100 ms apart. */
function heldAfter(samples: readonly (readonly [now: number, waitedMs: number, turns: number])[]): number[] {
  const clock = new HoldClock(100, { now: 0, waitedMs: 0, turns: 0 });
  return samples.map(([now, waitedMs, turns]) => clock.add({ now, waitedMs, turns }));
}

test("HoldClock counts until the event loop turns", () => {
  expect(
    heldAfter([
      [100, 0, 0],
      [200, 0, 0],
      [300, 0, 1],
      [400, 0, 1],
    ]),
  ).toEqual([100, 200, 0, 100]);
});

test("HoldClock leaves out the time without a processor", () => {
  expect(
    heldAfter([
      [100, 90, 0],
      [200, 190, 0],
      [1200, 1150, 0],
      [1300, 1150, 0],
      [1400, 1260, 0],
    ]),
  ).toEqual([10, 10, 50, 150, 150]);
});

test("HoldClock does not count the time in which the process was suspended", () => {
  expect(
    heldAfter([
      [100, 0, 0],
      [90_000, 0, 0],
    ]),
  ).toEqual([100, 300]);
});

import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { currentRequest, workMeter } from "./current-request.js";
import { Deadlines, RequestControl } from "./request-control.js";

beforeEach(() => workMeter.stop());
afterEach(() => workMeter.stop());

/** Keeps the processor busy until the clock has moved. */
function work(): void {
  for (const start = performance.now(); performance.now() - start < 2; );
}

test("the time of a direct call is added while the meter runs, and not otherwise", () => {
  const metered = { workMs: 0 };
  workMeter.measure(metered, work);
  expect(metered.workMs).toBe(0);
  workMeter.start();
  const start = performance.now();
  workMeter.measure(metered, work);
  expect(metered.workMs).toBeGreaterThanOrEqual(2);
  expect(metered.workMs).toBeLessThanOrEqual(performance.now() - start);
});

test("the time of a callback is added to the request that it belongs to", async () => {
  const [mine, other] = [new RequestControl(new Deadlines(0)), new RequestControl(new Deadlines(0))];
  const [ofMine, ofOther] = [{ workMs: 0 }, { workMs: 0 }];
  mine.metered = ofMine;
  other.metered = ofOther;
  workMeter.start();
  // Starting again changes nothing: the time is not added twice.
  workMeter.start();
  const start = performance.now();
  await currentRequest.run(mine, async () => {
    await setImmediate();
    work();
  });
  await setImmediate();
  expect(ofMine.workMs).toBeGreaterThanOrEqual(2);
  expect(ofMine.workMs).toBeLessThanOrEqual(performance.now() - start);
  expect(ofOther.workMs).toBe(0);
});

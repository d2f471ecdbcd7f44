import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { currentRequest, RequestActivity, workMeter } from "./current-request.js";
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

test("rates() returns the mean since the request arrived, and of five seconds later on", () => {
  const activity = new RequestActivity();
  activity.since = 1000;
  const sent = { rows: 0, bytes: 0 };
  activity.sent = () => ({ ...sent });
  const ratesAt = (now: number) => activity.rates(now, sent);
  Object.assign(sent, { rows: 100, bytes: 5000 });
  expect(ratesAt(2000)).toEqual({ rows: 100, bytes: 5000 });
  expect(ratesAt(3000)).toEqual({ rows: 50, bytes: 2500 });
  for (const now of [2000, 3000, 4000, 5000]) activity.sample(now);
  expect(ratesAt(5000)).toEqual({ rows: 25, bytes: 1250 });
  for (const now of [6000, 7000]) activity.sample(now);
  // All rows were sent before the oldest sample that is kept.
  expect(ratesAt(7000)).toEqual({ rows: 0, bytes: 0 });
  sent.rows = 600;
  expect(ratesAt(7000).rows).toBe(100);
});

test("a phase begins with the first of several pieces of work and ends with the last", () => {
  const { calls } = new RequestActivity();
  expect(calls.start).toBeUndefined();
  const endFirst = calls.enter();
  const { start } = calls;
  const endSecond = calls.enter();
  endFirst();
  expect(calls.start).toBe(start);
  endSecond();
  expect(calls.start).toBeUndefined();
});

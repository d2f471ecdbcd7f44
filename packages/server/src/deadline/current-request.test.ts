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

test("a request knows since when it waits for what, and nothing before it does", () => {
  const activity = new RequestActivity();
  const starts = () => [activity.callStart, activity.limitWaitStart, activity.paceWaitStart];
  expect(starts()).toEqual([undefined, undefined, undefined]);
  const ends = [activity.calls, activity.limitWaits, activity.paceWaits].map((phase) => phase.enter());
  for (const start of starts()) expect(start).toBeGreaterThan(0);
  for (const end of ends) end();
  expect(starts()).toEqual([undefined, undefined, undefined]);
});

test("a second without rows is no sample, so that the rate counts from the arrival of the request", () => {
  const activity = new RequestActivity();
  activity.since = 0;
  for (const now of [1000, 2000, 3000, 4000, 5000, 6000, 7000]) activity.sample(now);
  expect(activity.rates(10_000, { rows: 50, bytes: 100 })).toEqual({ rows: 5, bytes: 10 });
  // The first rows may come with the request itself.
  expect(activity.rates(0, { rows: 1, bytes: 2 })).toEqual({ rows: 1000, bytes: 2000 });
});

test("work outside of a request, or of one that is not measured, is nobody's", async () => {
  workMeter.start();
  expect(workMeter.running).toBe(true);
  expect(workMeter.measure(undefined, () => 7)).toBe(7);
  await setImmediate();
  await currentRequest.run(new RequestControl(new Deadlines(0)), async () => await setImmediate());
  workMeter.stop();
  expect(workMeter.running).toBe(false);
});

test("the time of a call that throws is added too, and nothing once the meter is stopped", async () => {
  const metered = { workMs: 0 };
  workMeter.start();
  const fail = () => {
    work();
    throw new Error("broken");
  };
  expect(() => workMeter.measure(metered, fail)).toThrow("broken");
  expect(metered.workMs).toBeGreaterThanOrEqual(2);
  const control = new RequestControl(new Deadlines(0));
  control.metered = { workMs: 0 };
  workMeter.stop();
  await currentRequest.run(control, async () => {
    await setImmediate();
    work();
  });
  await setImmediate();
  expect(control.metered.workMs).toBe(0);
});

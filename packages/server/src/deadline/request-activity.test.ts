import { expect, test } from "vitest";
import { RequestActivity } from "./request-activity.js";

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

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadlines } from "./request-control.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

test("`add()` ends each that is not removed, once, in order, and serves what comes after them", () => {
  const deadlines = new Deadlines(20);
  const ended: string[] = [];
  const waiting = ["first", "leaves", "second", "third"].map((name) => ({ expire: () => ended.push(name) }));
  for (const one of waiting.slice(0, 3)) deadlines.add(one);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(10);
  // An entry that already waits keeps its due time.
  for (const one of waiting) deadlines.add(one);
  for (const one of waiting.slice(1, 2)) deadlines.remove(one);
  vi.advanceTimersByTime(10);
  expect(ended).toStrictEqual(["first", "second"]);
  vi.advanceTimersByTime(10);
  expect(ended).toStrictEqual(["first", "second", "third"]);
  vi.advanceTimersByTime(100);
  deadlines.add({ expire: () => ended.push("late") });
  vi.advanceTimersByTime(20);
  expect(ended).toStrictEqual(["first", "second", "third", "late"]);
});

test("without a limit nothing ends, and nothing waits", () => {
  const ended: number[] = [];
  new Deadlines(0).add({ expire: (limit) => ended.push(limit) });
  vi.advanceTimersByTime(1_000_000);
  expect(ended).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  new Deadlines(7).add({ expire: (limit) => ended.push(limit) });
  vi.advanceTimersByTime(7);
  expect(ended).toEqual([7]);
});

test("each waits from the moment it was added, and what was released does not expire", () => {
  const expired: string[] = [];
  const waiting = (name: string) => ({ expire: () => expired.push(name) });
  const deadlines = new Deadlines(100);
  const released = waiting("released");
  deadlines.add(waiting("first"));
  deadlines.add(released);
  vi.advanceTimersByTime(60);
  deadlines.add(waiting("second"));
  deadlines.remove(released);
  vi.advanceTimersByTime(40);
  expect(expired).toStrictEqual(["first"]);
  vi.advanceTimersByTime(59);
  expect(expired).toStrictEqual(["first"]);
  vi.advanceTimersByTime(1);
  expect(expired).toStrictEqual(["first", "second"]);
});

import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { Deadlines } from "./deadlines.js";

describe("Deadlines", () => {
  test("`add()` ends each that is not removed, once and in order", async () => {
    const deadlines = new Deadlines(20);
    const ended: string[] = [];
    const waiting = ["first", "leaves", "second", "third"].map((name) => ({
      expire: () => ended.push(name),
    }));
    for (const one of waiting.slice(0, 3)) deadlines.add(one);
    await delay(10);
    for (const one of waiting) deadlines.add(one);
    for (const one of waiting.slice(1, 2)) deadlines.remove(one);
    while (ended.length < 3) await delay(1);
    await delay(30);
    expect(ended).toStrictEqual(["first", "second", "third"]);
  });

  test("`add()` serves what comes after all others have ended", async () => {
    const deadlines = new Deadlines(5);
    const ended: string[] = [];
    for (const name of ["one", "two"]) {
      deadlines.add({ expire: () => ended.push(name) });
      while (!ended.includes(name)) await delay(1);
    }
    expect(ended).toStrictEqual(["one", "two"]);
  });
});

test("each waits from the moment it was added, and what was released does not expire", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
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
  } finally {
    vi.useRealTimers();
  }
});

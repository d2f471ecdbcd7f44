import { expect, test } from "vitest";
import { atMost } from "./at-most.js";

test("`atMost()` says whether a promise was fulfilled in time", async () => {
  expect(await atMost(Promise.resolve(), 60_000)).toBe(true);
  expect(await atMost(new Promise(() => {}), 1)).toBe(false);
  await expect(atMost(Promise.reject(new Error("broken")), 60_000)).rejects.toThrow("broken");
});

test.each([
  [true, ["Timeout"]],
  [undefined, ["Timeout"]],
  [false, []],
])("`atMost()` keeps the process alive if it may: %s", async (ref, kept) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout");
  const before = timers().length;
  let finish = () => {};
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const waiting = atMost(work, 60_000, ref);
  expect(timers().slice(before)).toEqual(kept);
  finish();
  await waiting;
  expect(timers()).toHaveLength(before);
});

import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { UseCount } from "./use-count.js";

/** Notes when nothing uses what is counted. */
function watch(count: UseCount): () => boolean {
  let isUnused = false;
  void count.unused().then(() => {
    isUnused = true;
  });
  return () => isUnused;
}

test("what nobody uses is unused at once, and then about to be closed", async () => {
  const count = new UseCount();
  expect(count.isEnding).toBe(false);
  await count.unused();
  expect(count.isEnding).toBe(true);
});

test("what several use is unused after the last of them", async () => {
  const count = new UseCount();
  count.enter();
  count.enter();
  const isUnused = watch(count);
  count.leave();
  await turn();
  expect(isUnused()).toBe(false);
  count.leave();
  await turn();
  expect(isUnused()).toBe(true);
});

test("a use may end while nobody waits for the last one", () => {
  const count = new UseCount();
  count.enter();
  expect(() => count.leave()).not.toThrow();
});

test("a use that never ends does not keep the process alive", () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const count = new UseCount();
  count.enter();
  count.leaveAfter(new Promise(() => {}));
  expect(timers()).toBe(before);
});

test("a use that is ending counts until its end, however it ends", async () => {
  for (const end of ["resolve", "reject"] as const) {
    const count = new UseCount();
    count.enter();
    let finish = { resolve: () => {}, reject: () => {} };
    count.leaveAfter(
      new Promise<void>((resolve, reject) => {
        finish = { resolve, reject: () => reject(new Error("broken")) };
      }),
    );
    const isUnused = watch(count);
    await turn();
    expect(isUnused()).toBe(false);
    finish[end]();
    await expect.poll(isUnused).toBe(true);
  }
});

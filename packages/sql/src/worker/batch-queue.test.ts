import { describe, expect, it } from "vitest";
import { BatchQueue } from "./batch-queue.js";

const batch = { bytes: new Uint8Array(1), rows: 1 };

function makeQueue() {
  const calls: string[] = [];
  const queue = new BatchQueue({ full: () => calls.push("full"), empty: () => calls.push("empty") });
  return { queue, calls };
}

describe("BatchQueue", () => {
  it("pauses those who fill it at the third batch, once", () => {
    const { queue, calls } = makeQueue();
    queue.put(batch);
    queue.put(batch);
    expect([queue.paused, calls]).toEqual([false, []]);
    queue.put(batch);
    queue.put(batch);
    expect([queue.paused, calls]).toEqual([true, ["full"]]);
  });

  it("resumes them when one batch is left, once, and pauses them again", async () => {
    const { queue, calls } = makeQueue();
    for (let count = 0; count < 4; count += 1) queue.put(batch);
    await queue.take();
    await queue.take();
    expect([queue.paused, calls]).toEqual([true, ["full"]]);
    await queue.take();
    await queue.take();
    expect([queue.paused, calls]).toEqual([false, ["full", "empty"]]);
    for (let count = 0; count < 3; count += 1) queue.put(batch);
    expect(calls).toEqual(["full", "empty", "full"]);
  });

  it("is hungry while a reader waits only", async () => {
    const { queue } = makeQueue();
    expect(queue.hungry).toBe(false);
    const taken = queue.take();
    expect(queue.hungry).toBe(true);
    queue.put(batch);
    expect(queue.hungry).toBe(false);
    await expect(taken).resolves.toBe(batch);
  });

  it("returns what came before its end, then the end, then the error it ended with", async () => {
    const { queue } = makeQueue();
    queue.put(batch);
    queue.end({ error: new Error("lost") });
    queue.end();
    await expect(queue.take()).resolves.toBe(batch);
    await expect(queue.take()).rejects.toThrow("lost");
    const other = makeQueue().queue;
    other.end();
    await expect(other.take()).resolves.toBeUndefined();
  });
});

import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { AsyncQueue } from "./async-queue.js";

function makeQueue(maxSize = 3, sizeOf?: (item: number) => number) {
  const calls: string[] = [];
  const queue = new AsyncQueue<number>({
    maxSize,
    ...(sizeOf !== undefined && { sizeOf }),
    onFull: () => calls.push("full"),
    onRoom: () => calls.push("room"),
  });
  return { queue, calls };
}

describe("AsyncQueue", () => {
  it("tells the producer to wait at its maximum, once", () => {
    const { queue, calls } = makeQueue();
    queue.put(1);
    queue.put(2);
    expect([queue.isFull, calls]).toEqual([false, []]);
    queue.put(3);
    queue.put(4);
    expect([queue.isFull, calls]).toEqual([true, ["full"]]);
  });

  it("tells the producer to resume at half of the maximum, once, and to wait again", async () => {
    const { queue, calls } = makeQueue();
    for (let count = 0; count < 4; count += 1) queue.put(count);
    await queue.take();
    await queue.take();
    expect([queue.isFull, calls]).toEqual([true, ["full"]]);
    await queue.take();
    await queue.take();
    expect([queue.isFull, calls]).toEqual([false, ["full", "room"]]);
    for (let count = 0; count < 3; count += 1) queue.put(count);
    expect(calls).toEqual(["full", "room", "full"]);
  });

  it("needs nobody to tell: a producer may ask for room", async () => {
    const queue = new AsyncQueue<number>({ maxSize: 1 });
    queue.put(1);
    const room = queue.room();
    expect([queue.isFull, queue.takeAll(), queue.isFull]).toEqual([true, [1], false]);
    await room;
  });

  it("counts items by their size", async () => {
    const { queue, calls } = makeQueue(10, (item) => item);
    queue.put(4);
    queue.put(5);
    expect(calls).toEqual([]);
    queue.put(6);
    expect(calls).toEqual(["full"]);
    await queue.take();
    expect(calls).toEqual(["full"]);
    await queue.take();
    expect(calls).toEqual(["full"]);
    expect(queue.takeAll()).toEqual([6]);
    expect(calls).toEqual(["full", "room"]);
    queue.put(9);
    expect(calls).toEqual(["full", "room"]);
  });

  it("is awaited while a taker waits only", async () => {
    const { queue } = makeQueue();
    expect(queue.isAwaited).toBe(false);
    const taken = queue.take();
    expect(queue.isAwaited).toBe(true);
    queue.put(7);
    expect(queue.isAwaited).toBe(false);
    await expect(taken).resolves.toBe(7);
  });

  it("returns items in order, whenever they come", async () => {
    const { queue } = makeQueue();
    const taken: (number | undefined)[] = [];
    const taking = (async () => {
      for (let item = await queue.take(); item !== undefined; item = await queue.take()) taken.push(item);
    })();
    for (let count = 0; count < 100; count += 1) {
      queue.put(count);
      if (count % 3 === 0) await Promise.resolve();
      if (count % 7 === 0) await setImmediate();
    }
    queue.end();
    await taking;
    expect(taken).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it("returns what came before its end, then the end, then the error it ended with", async () => {
    const { queue } = makeQueue();
    queue.put(1);
    queue.end({ error: new Error("lost") });
    queue.end();
    queue.put(2);
    expect(queue.isEnded).toBe(true);
    await expect(queue.take()).resolves.toBe(1);
    await expect(queue.take()).rejects.toThrow("lost");
    await expect(queue.take()).rejects.toThrow("lost");
    const other = makeQueue().queue;
    const waiting = other.take();
    other.end();
    await expect(waiting).resolves.toBeUndefined();
  });

  it("lets those who fill it wait for room, or for its end", async () => {
    const { queue } = makeQueue(2);
    await queue.room();
    queue.put(1);
    queue.put(2);
    const steps: string[] = [];
    const filled = queue.room().then(() => steps.push("room"));
    await Promise.resolve();
    expect(steps).toEqual([]);
    await queue.take();
    await filled;
    expect(steps).toEqual(["room"]);
    queue.put(3);
    const ended = queue.room();
    queue.end();
    await ended;
    await queue.room();
  });
});

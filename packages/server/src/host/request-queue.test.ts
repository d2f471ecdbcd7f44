import { expect, test } from "vitest";
import { RequestQueue } from "./request-queue.js";

/** Returns a queue of which a hundred requests a second begin, and functions that add requests and begin them. */
function startQueue() {
  const queue = new RequestQueue({ connector: "busy", endpoint: "data" }, 500);
  const add = (count: number, since: number): void => {
    for (let index = 0; index < count; index += 1)
      queue.add({ caller: "platform", since, round: 0, begin: () => undefined });
  };
  const begin = (count: number): void => {
    for (let index = 0; index < count; index += 1) queue.begin();
  };
  add(100, 0);
  begin(10);
  queue.measureRate(100);
  return { queue, add, begin };
}

test("a queue that is empty for a moment still refuses what would wait too long", () => {
  const { queue, add, begin } = startQueue();
  begin(90);
  expect(queue.isEmpty).toBe(true);
  queue.measureRate(200);
  add(29, 200);
  expect(queue.isFullFor("platform")).toBe(false);
  add(1, 200);
  expect(queue.isFullFor("platform")).toBe(true);
});

test("a queue in which nothing had to wait for the maximum wait takes a burst", () => {
  const { queue, add, begin } = startQueue();
  begin(90);
  for (let now = 200; now <= 700; now += 100) queue.measureRate(now);
  add(255, 700);
  expect(queue.isFullFor("platform")).toBe(false);
});

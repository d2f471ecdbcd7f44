import { expect, test } from "vitest";
import { Arrivals } from "./active-requests.js";

test("`Arrivals.whenRead()` lets all that ask in one turn of the event loop go on together, in order", async () => {
  const arrivals = new Arrivals();
  const order: string[] = [];
  const arrive = (name: string): Promise<void> =>
    new Promise((resolve) => {
      arrivals.whenRead(() => {
        order.push(name);
        resolve();
      });
    });
  const first = [arrive("a"), arrive("b")];
  process.nextTick(() => order.push("read"));
  await Promise.all(first);
  expect(order).toEqual(["read", "a", "b"]);
  await arrive("c");
  expect(order).toEqual(["read", "a", "b", "c"]);
});

import { expect, test } from "vitest";
import { Arrivals } from "./arrivals.js";

test("`Arrivals.allRead()` lets all that ask in one turn of the event loop go on together, in order", async () => {
  const arrivals = new Arrivals();
  const order: string[] = [];
  const arrive = async (name: string): Promise<void> => {
    await arrivals.allRead();
    order.push(name);
  };
  const first = [arrive("a"), arrive("b")];
  process.nextTick(() => order.push("read"));
  await Promise.all(first);
  expect(order).toEqual(["read", "a", "b"]);
  await arrive("c");
  expect(order).toEqual(["read", "a", "b", "c"]);
});

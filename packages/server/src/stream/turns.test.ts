import { expect, test } from "vitest";
import { writeJson } from "../encoder/write-json.js";
import { Turns } from "./turns.js";

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("a stream that has worked long enough waits for its turn, and begins a new one after it", async () => {
  const turns = new Turns();
  const clock = turns.clock();
  work(3);
  const order: string[] = [];
  const turn = clock();
  expect(turn).toBeInstanceOf(Promise);
  setImmediate(() => order.push("another request"));
  await turn?.then(() => order.push("turn"));
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(order).toContain("another request");
  // A clock whose start was not set again would wait after each batch.
  const next = turns.clock();
  work(3);
  await next();
  expect(next()).toBeUndefined();
});

test("at most one stream works between two looks at the network", async () => {
  const turns = new Turns();
  const order: string[] = [];
  const look = (name: string) =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        order.push(name);
        resolve();
      });
    });
  const first = turns.next().then(() => order.push("first"));
  const second = turns.next().then(() => order.push("second"));
  await look("look");
  await Promise.all([first, second]);
  expect(order).toStrictEqual(["first", "look", "second"]);
});

test("values in boxes are written as what is in them", () => {
  expect(writeJson({ a: Object(1), b: Object("x"), c: [Object(true)], d: 1n })).toBe(
    '{"a":1,"b":"x","c":[true],"d":1}',
  );
});

import { expect, it } from "vitest";
import { StreamCatalogue } from "./stream-catalogue.js";

it("`find()` lists the streams of each account once in ten minutes, and again after a failure", async () => {
  let now = 0;
  let lists = 0;
  const catalogue = new StreamCatalogue(() => now);
  const list = (): Promise<readonly []> => {
    lists += 1;
    return lists === 1 ? Promise.reject(new Error("down")) : Promise.resolve([]);
  };
  await expect(catalogue.find("ada", list)).rejects.toThrow("down");
  const first = await catalogue.find("ada", list);
  now = 599_999;
  expect(await catalogue.find("ada", list)).toBe(first);
  await catalogue.find("bob", list);
  expect(lists).toBe(3);
  now = 600_000;
  expect(await catalogue.find("ada", list)).not.toBe(first);
});

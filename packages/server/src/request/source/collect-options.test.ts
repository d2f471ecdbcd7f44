import { expect, test } from "vitest";
import { Deadlines, RequestControl } from "../../deadline/request-control.js";
import { collectOptions } from "./collect-options.js";

const how = { maxOptions: 3, control: new RequestControl(new Deadlines(0)), action: "List" };

test("`collectOptions()` keeps the order and takes each value once", async () => {
  const options = await collectOptions(["b", { title: "B", value: "b" }, 1, "1"], how);
  expect(options).toStrictEqual([
    { title: "b", value: "b" },
    { title: "1", value: 1 },
    { title: "1", value: "1" },
  ]);
});

test("`collectOptions()` says when the list is cut, and stops its source", async () => {
  let stopped = false;
  async function* endless() {
    try {
      for (let value = 0; ; value += 2) yield [value, value + 1];
    } finally {
      stopped = true;
    }
  }
  const options = await collectOptions(endless(), how);
  expect(options.map(({ title }) => title)).toStrictEqual(["0", "1", "2", "Only the first 3 are listed"]);
  expect(stopped).toBe(true);
});

test("`collectOptions()` does not cut a list that just fits", async () => {
  expect(await collectOptions([1, 2, 3], how)).toHaveLength(3);
});

test.each([[[{}]], [[null]], [[Number.NaN]], ["text"]])("`collectOptions()` refuses %j", async (live) => {
  await expect(collectOptions(live as never, how)).rejects.toMatchObject({ code: "internal" });
});

import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

it("values of booleans match those chosen, and NULL matches none of them", async () => {
  await using folder = await makeFolder({ "a.csv": "id,paid\n1,true\n2,FALSE\n3,\n4,True\n" });
  const read = async (filter: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> =>
    (await folder.rows("a", { filter })).map(({ id }) => id);
  const { paid } = (await folder.source("a")).filter;
  expect(paid?.choices?.map(({ value }) => value)).toEqual(["true", "false"]);
  expect(await read({ paid: ["true"] })).toEqual([1, 4]);
  expect(await read({ paid: ["false"] })).toEqual([2]);
  expect(await read({ paid: ["true", "false"] })).toEqual([1, 2, 4]);
  expect(await read({ paid: [] })).toEqual([1, 2, 3, 4]);
});

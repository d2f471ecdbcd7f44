import { describe, expect, it } from "vitest";
import { Pages } from "./pages.js";

describe("Pages", () => {
  async function read<Item>(pages: Pages<Item>): Promise<ReadonlyArray<readonly Item[]>> {
    const batches: Array<readonly Item[]> = [];
    for await (const batch of pages) batches.push(batch);
    return batches;
  }
  async function* numbers() {
    yield [1, 2];
    yield [3];
    yield [4, 5, 6];
  }

  it("leave out batches that nothing is left of", async () => {
    expect(await read(new Pages(numbers()).filter((item) => item % 2 === 0))).toEqual([[2], [4, 6]]);
    expect(await read(new Pages(numbers()).flatMap((item) => (item === 3 ? [] : [item, -item])))).toEqual([
      [1, -1, 2, -2],
      [4, -4, 5, -5, 6, -6],
    ]);
    const children = new Pages(numbers()).flatMap((item) =>
      item % 2 === 0 ? new Pages(numbers()).filter((child) => child <= item) : [item],
    );
    expect(await read(children)).toEqual([[1], [1, 2], [3], [1, 2], [3], [4], [5], [1, 2], [3], [4, 5, 6]]);
    expect(await read(new Pages(numbers()).map((item) => `n${item}`))).toEqual([
      ["n1", "n2"],
      ["n3"],
      ["n4", "n5", "n6"],
    ]);
  });
});

import { describe, expect, it } from "vitest";
import type { Position } from "../rows/rows.js";
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

  it("keep the positions between pages that are read from a position", async () => {
    async function* readFrom(position: Position | undefined) {
      yield { items: [1, 2], after: "a" };
      yield { items: [3], after: position };
    }
    const positioned = async (pages: Pages<number>) => {
      const batches: unknown[] = [];
      for await (const batch of pages.from?.("p") ?? []) batches.push(batch);
      return batches;
    };
    const pages = new Pages<number>(readFrom);
    expect(await read(pages)).toEqual([[1, 2], [3]]);
    expect(await positioned(pages.map((item) => -item))).toEqual([
      { items: [-1, -2], after: "a" },
      { items: [-3], after: "p" },
    ]);
    expect(await positioned(pages.filter((item) => item !== 3))).toEqual([
      { items: [1, 2], after: "a" },
      { items: [], after: "p" },
    ]);
    expect(await positioned(pages.flatMap((item) => (item === 2 ? numbers() : [item])))).toEqual([
      { items: [1], after: undefined },
      { items: [1, 2], after: undefined },
      { items: [3], after: undefined },
      { items: [4, 5, 6], after: undefined },
      { items: [], after: "a" },
      { items: [3], after: "p" },
    ]);
    // What is not read from positions has none.
    expect(new Pages(numbers()).map((item) => item).from).toBeUndefined();
    expect(new Pages(numbers()).flatMap((item) => [item]).from).toBeUndefined();
  });
});

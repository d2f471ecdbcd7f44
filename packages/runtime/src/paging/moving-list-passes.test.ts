import { expect, it } from "vitest";
import { MovingList } from "./moving-list.js";

it("is read again until a reading has exactly the items of the one before", () => {
  const list = new MovingList("page number", { key: "id", order: "changing" });
  const readings = [
    [1, 2, 4],
    // An item disappeared, which may have moved another one over the border unseen.
    [1, 4],
    [1, 3, 4],
    [1, 3, 4],
  ];
  const isAgain = readings.map((ids) => {
    const [first, ...rest] = ids.map((id) => ({ id }));
    for (const items of [[first], rest]) list.note({ items, overlap: 0, mustJoin: false });
    return list.endPass();
  });
  expect(isAgain).toEqual([true, true, true, false]);
});

it("is read again when a page came twice in place of another, although its order is stable", () => {
  const list = new MovingList("offset", { key: "id", order: "stable" });
  const readings = [
    [
      [1, 2],
      [1, 2],
    ],
    [
      [1, 2],
      [3, 4],
    ],
  ];
  const isAgain = readings.map((pages) => {
    for (const ids of pages) {
      list.note({ items: ids.map((id) => ({ id })), overlap: 0, mustJoin: false });
      list.noteTotal(4);
    }
    return list.endPass();
  });
  expect(isAgain).toEqual([true, false]);
});

/** Notes pages of items with these ids, each with the total that it states. */
function notePages(
  list: MovingList,
  pages: ReadonlyArray<readonly [ids: readonly number[], total?: number | undefined]>,
) {
  for (const [ids, total] of pages) {
    list.note({ items: ids.map((id) => ({ id })), overlap: 0, mustJoin: false });
    list.noteTotal(total);
  }
}

it("is read again when its total changes and its order is not known", () => {
  const isAgain = [
    [4, 4],
    [4, undefined],
    [undefined, 4],
    [4, 5],
  ].map(([first, second]) => {
    const list = new MovingList("offset", { key: "id" });
    notePages(list, [
      [[1, 2], first],
      [[3, 4], second],
    ]);
    return list.endPass();
  });
  expect(isAgain).toEqual([false, false, false, true]);
});

it("is not read again for items that were added before those that were read, where it keeps its order", () => {
  const list = new MovingList("offset", { key: "id", order: "stable" });
  notePages(list, [
    [[4, 3], 4],
    [[3, 2], 5],
    [[1], 5],
  ]);
  expect(list.endPass()).toBe(false);
});

it("is not read again because items are missing that another process has read", () => {
  const list = new MovingList(
    "offset",
    { key: "id", order: "stable" },
    { key: "2", pass: 1, hasMoved: true },
  );
  notePages(list, [[[3], 3]]);
  expect(list.endPass()).toBe(false);
});

it("remembers the last item where a page is empty", () => {
  const list = new MovingList("offset", { key: "id" });
  notePages(list, [[[1, 2]], [[]]]);
  expect(list.reached.key).toBe("2");
});

it.each([undefined, null, true, {}])("cannot be followed by a key that is %j", (id) => {
  const list = new MovingList("offset", { key: "id" });
  expect(() => list.note({ items: [{ id }], overlap: 0, mustJoin: false })).toThrow(
    "expected text or a number that identifies every item",
  );
});

it("tells items apart by any text or number", () => {
  const list = new MovingList("offset", { key: (item) => item });
  const items = ["a", 1, 12_345_678_901_234_567_890n, 12_345_678_901_234_567_891n];
  expect(list.note({ items, overlap: 0, mustJoin: false })).toEqual(items);
});

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
    // All items have come, but not in this reading.
    [
      [3, 4],
      [3, 4],
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
  expect(isAgain).toEqual([true, true, false]);
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

it("goes on in another process with all that it knew of its pass", () => {
  const list = new MovingList("cursor", { key: "id" });
  notePages(list, [[[1, 2]], [[2, 3]]]);
  list.noteUnchecked(false);
  const { reached } = list;
  expect(reached).toEqual({ key: "3", pass: 1, hasMoved: true, isUnchecked: true });
  const other = new MovingList("cursor", { key: "id" }, reached);
  expect(other.reached).toEqual(reached);
  // Older positions do not say whether pages could be checked.
  const { isUnchecked: _, ...older } = reached;
  expect(new MovingList("cursor", { key: "id" }, older).reached.isUnchecked).toBe(false);
  // An item that another process has read is known where it comes again.
  expect(other.note({ items: [{ id: 3 }, { id: 4 }], overlap: 1, mustJoin: true })).toEqual([{ id: 4 }]);
  expect(other.endPass()).toBe(true);
  expect(other.reached).toEqual({ pass: 2, hasMoved: false, isUnchecked: true });
});

it.each([
  ["unknown", true],
  ["stable", false],
] as const)("is read again because pages do not overlap where its order is %s", (order, isAgain) => {
  for (const isCounted of [true, false]) {
    const list = new MovingList("offset", { key: "id", order });
    notePages(list, [[[1]], [[2]]]);
    list.noteUnchecked(isCounted);
    // Items may move over the border of counted pages whatever their order is.
    expect(list.endPass()).toBe(isAgain || isCounted);
  }
});

it("is given up when it still moves at the sixth reading", () => {
  const list = new MovingList("offset", { key: "id", order: "changing" });
  for (let pass = 1; pass < 6; pass += 1) {
    notePages(list, [[[pass]], [[pass + 100]]]);
    expect(list.endPass()).toBe(true);
  }
  notePages(list, [[[6]], [[106]]]);
  expect(() => list.endPass()).toThrow("its items still moved when it was read for the 6th time");
});

it("is not read again where all of it is one page", () => {
  const list = new MovingList("offset", { key: "id", order: "changing" });
  notePages(list, [[[1, 1]]]);
  expect(list.endPass()).toBe(false);
});

it("is nowhere before its first page", () => {
  const list = new MovingList("offset", { key: "id" });
  expect(list.reached).toStrictEqual({ pass: 1, hasMoved: false, isUnchecked: false });
});

it.each([
  ["begins with the last items of the page before", [2, 3, 4], 2, false],
  ["begins with another item than the page before ends with", [2, 9, 4], 2, true],
  ["begins with the same items in another order", [3, 2, 4], 2, true],
  // Those before are known to the process that has read them only.
  ["overlaps more than is known of the page before", [0, 1, 2, 3, 4], 4, false],
] as const)("has moved or not when a page %s", (_what, ids, overlap, hasMoved) => {
  const list = new MovingList("offset", { key: "id", order: "stable" });
  notePages(list, [[[1, 2, 3]]]);
  list.note({ items: ids.map((id) => ({ id })), overlap, mustJoin: true });
  expect(list.reached.hasMoved).toBe(hasMoved);
});

it("has moved when a page has no known item", () => {
  const list = new MovingList("offset", { key: "id" });
  notePages(list, [[[1, 2, 3]]]);
  expect(list.note({ items: [{ id: 7 }], overlap: 1, mustJoin: true })).toBeUndefined();
  expect(list.reached.hasMoved).toBe(true);
});

it("is not read again because items came twice, where as many were read as its total", () => {
  const list = new MovingList("offset", { key: "id", order: "stable" });
  notePages(list, [
    [[1, 2], 4],
    [[2, 3], 4],
    [[4], 4],
  ]);
  expect(list.endPass()).toBe(false);
});

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

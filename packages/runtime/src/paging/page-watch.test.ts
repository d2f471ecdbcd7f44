import { cursorInBody, offset, type Paging } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { PageWatch, type WatchedPage } from "./page-watch.js";

const counted = offset();
const page = (text: string) => [{ text }];

function watch(options: { paging?: Paging; hasKeys?: boolean; maxPages?: number; start?: WatchedPage } = {}) {
  const { paging = counted, hasKeys = false, maxPages = 100, start } = options;
  return new PageWatch(paging, { maxPages, maxEmptyPages: 3, hasKeys, start });
}

it("a page that comes again is a fault where items are counted and have no keys", () => {
  const pages = watch();
  const digest = pages.note(1, page("a"));
  expect(digest).not.toBe(pages.note(1, page("b")));
  expect(() => pages.note(1, page("a"))).toThrow("by offset: the same page was returned twice");
  // Also when another process has read it.
  expect(() => watch({ start: { key: "1", digest } }).note(1, page("a"))).toThrow("the same page");
});

it("a page of items with keys may come again three times in a row, because its items may have moved", () => {
  const pages = watch({ hasKeys: true });
  for (const text of ["a", "a", "a", "a", "b", "a", "a", "b"]) pages.note(1, page(text));
  expect(() => pages.note(1, page("a"))).toThrow("the same page was returned twice");
});

it("items made of whole numbers of any size are compared", () => {
  const pages = watch();
  pages.note(1, [{ id: 2n ** 60n }]);
  pages.note(1, [{ id: 2n ** 60n + 1n }]);
  expect(() => pages.note(1, [{ id: 2n ** 60n }])).toThrow("the same page was returned twice");
});

it("pages without items, and those of cursors, are not compared", () => {
  const pages = watch();
  const cursors = watch({ paging: cursorInBody({ cursor: "next" }) });
  for (let count = 0; count < 5; count += 1) {
    expect(pages.note(0, [])).toBe("");
    expect(cursors.note(1, page("a"))).toBe("");
  }
});

it("the error of a list that comes again says what to check, by how its pages are announced", () => {
  const counts = watch();
  counts.note(1, page("a"));
  expect(() => counts.note(1, page("a"))).toThrow("Check the name of the argument");
  const again = (paging: Paging) => {
    const pages = watch({ paging });
    pages.next("1", 1);
    return () => pages.next("1", 2);
  };
  expect(again(cursorInBody({ cursor: "next" }))).toThrow("Check where the response has the next page");
  expect(again({ ...counted, pointsToItem: true })).toThrow("Use one that each item has for itself");
});

it("a list that announces a page again, or too many, or too many empty ones, is endless", () => {
  const pages = watch({ maxPages: 4, start: { key: "0", digest: "" } });
  expect(() => pages.next("0", 1)).toThrow("the same next page was announced twice");
  pages.next("1", 1);
  expect(() => pages.next("1", 2)).toThrow("the same next page was announced twice");
  pages.next("2", 2);
  expect(() => pages.next("3", 3)).toThrow("it has more than 4 pages");
  for (const count of [0, 0, 0, 1, 0, 0, 0]) pages.note(count, page(String(count)));
  pages.next("4", 1);
  pages.note(0, []);
  expect(() => pages.next("5", 1)).toThrow("4 empty pages in a row each announce another one");
});

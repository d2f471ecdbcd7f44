import { expect, it } from "vitest";
import { type LeftPage, leavePage } from "./left-page.js";

it("a page that is left again with the same items shows that nothing has moved", () => {
  const first = leavePage({ start: 9, digest: "a" }, undefined, "offset");
  expect(first).toEqual({ start: 9, digest: "a", times: 0 });
  expect(leavePage({ start: 8, digest: "a" }, first, "offset")).toBeUndefined();
});

it("a page with other items, or further on, may have moved", () => {
  const before: LeftPage = { start: 9, digest: "a", times: 3 };
  expect(leavePage({ start: 8, digest: "b" }, before, "offset")).toEqual({ start: 9, digest: "b", times: 4 });
  expect(leavePage({ start: 19, digest: "a" }, before, "offset")).toEqual({
    start: 19,
    digest: "a",
    times: 0,
  });
});

it("a page that is left too often is an error", () => {
  const before: LeftPage = { start: 9, digest: "a", times: 20 };
  expect(() => leavePage({ start: 9, digest: "b" }, before, "offset")).toThrow(
    "Could not read a list by offset: its items still moved when it went back for the 20th time",
  );
});

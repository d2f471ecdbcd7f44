import { expect, test } from "vitest";
import { excerpt } from "./excerpt.js";

test("excerpt() shows whether something is missing", () => {
  expect([excerpt("abc", 4), excerpt("abc", 3), excerpt("abc", 2)]).toEqual(["abc", "abc", "ab…"]);
});

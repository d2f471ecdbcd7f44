import { expect, it } from "vitest";
import { pickColumns } from "./pick-columns.js";

it.each([
  [9007199254740991, 9007199254740991],
  ["9007199254740993", 9007199254740993n],
  ["-18446744073709551615", -18446744073709551615n],
  ["12.50", 12.5],
  ["007", 7],
  ["1e400", null],
  ["9".repeat(400), null],
  ["n/a", null],
  ["", null],
])("`pickColumns()` reads %j in a column of numbers", (found, wanted) => {
  expect(pickColumns({ n: "number" })({ n: found })).toEqual({ n: wanted });
});

it("`pickColumns()` keeps the digits of ids as text", () => {
  expect(pickColumns({ n: "id" })({ n: "9007199254740993" })).toEqual({ n: "9007199254740993" });
});

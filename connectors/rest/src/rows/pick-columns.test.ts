import { expect, it } from "vitest";
import { pickColumns } from "./pick-columns.js";

it.each([
  [9007199254740991, 9007199254740991],
  ["9007199254740993", 9007199254740993n],
  ["-18446744073709551615", -18446744073709551615n],
  ["12.50", 12.5],
  ["007", 7],
  ["1e400", "1e400"],
  ["9".repeat(400), BigInt("9".repeat(400))],
  ["n/a", "n/a"],
  ["0.100000000000000005551115123126", "0.100000000000000005551115123126"],
  ["1E5", 100000],
  ["0x10", "0x10"],
  ["12,50", "12,50"],
  ["", null],
])("`pickColumns()` reads %j in a column of numbers", (found, wanted) => {
  expect(pickColumns({ n: "number" })({ n: found })).toEqual({ n: wanted });
});

it("`pickColumns()` keeps the digits of ids as text", () => {
  expect(pickColumns({ n: "id" })({ n: "9007199254740993" })).toEqual({ n: "9007199254740993" });
});

it.each([
  ["bool", "Yes", true],
  ["bool", "0", false],
  ["bool", "n/a", "n/a"],
  ["date", 1_772_323_200, "2026-03-01T00:00:00.000Z"],
  ["date", -1e12, "1938-04-24T22:13:20.000Z"],
  ["date", 1e300, 1e300],
] as const)("`pickColumns()` reads into a column of type %s the value %j as %j", (type, found, wanted) => {
  expect(pickColumns({ v: type })({ v: found })).toEqual({ v: wanted });
});

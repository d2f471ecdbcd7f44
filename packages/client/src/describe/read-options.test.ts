import { expect, test } from "vitest";
import { ExactNumber } from "../json/exact-json.js";
import { readOptions } from "./read-options.js";

test("readOptions() reads every spelling, each value once, and nothing else", () => {
  const long = new ExactNumber("9007199254740993");
  expect(
    readOptions([
      { value: 1, title: "One" },
      { value: 1, title: "again" },
      { value: "2", name: "Two" },
      { value: 2 },
      { name: "n" },
      { title: "t" },
      "bare",
      true,
      long,
      { title: null },
      { value: null },
      {},
      null,
      ["x"],
    ]),
  ).toEqual([
    { title: "One", value: 1 },
    { title: "Two", value: "2" },
    { title: "2", value: 2 },
    { title: "n", value: "n" },
    { title: "t", value: "t" },
    { title: "bare", value: "bare" },
    { title: "true", value: true },
    { title: long.text, value: long },
  ]);
  for (const other of [undefined, null, {}, "text"]) expect(readOptions(other)).toEqual([]);
});

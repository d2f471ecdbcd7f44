import { expect, it } from "vitest";
import { enumNames } from "./enum-names.js";

it.each([
  [
    ["'a' = 1", "'' = -2"],
    [
      [1, "a"],
      [-2, ""],
    ],
  ],
  [["'it\\'s' = 0"], [[0, "it's"]]],
  [["'back\\\\slash, tab\\t' = 32767"], [[32_767, "back\\slash, tab\t"]]],
  [["'ünï = 3' = 3"], [[3, "ünï = 3"]]],
])("`enumNames()` reads %j", (parameters, names) => {
  expect([...(enumNames(parameters) ?? [])].map(([number, name]) => [number, String(name)])).toEqual(names);
});

it.each([[["'a'"]], [["'a' = x"]], [["'a\\x01' = 1"]], [["'a' = 1", "b = 2"]], [[]]])(
  "`enumNames()` does not know %j",
  (parameters) => {
    expect(enumNames(parameters)).toBeUndefined();
  },
);

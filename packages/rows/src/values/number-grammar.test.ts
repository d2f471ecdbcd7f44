import { Buffer } from "node:buffer";
import { assert, property, stringMatching } from "fast-check";
import { expect, it } from "vitest";
import { mayEndAt, nextState, startOfNumber } from "./number-grammar.js";

function isNumber(text: string): boolean {
  let at = startOfNumber;
  for (const byte of Buffer.from(text)) at = nextState[(at << 8) | byte] ?? 0;
  return mayEndAt(at);
}

/** Whether the text is a number of JSON, as another parser says. */
function isJsonNumber(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "number" && text.trim() === text;
  } catch {
    return false;
  }
}

it("accepts the numbers of JSON, and nothing else", () => {
  const parts = [
    "",
    "-",
    "+",
    "0",
    "1",
    "9",
    "00",
    "10",
    ".",
    ".0",
    ".5",
    "e",
    "E",
    "e1",
    "e+",
    "E-9",
    "e00",
    "x",
    " ",
  ];
  const texts = parts.flatMap((one) =>
    parts.flatMap((two) => parts.flatMap((three) => ["", "0", "e2"].map((four) => one + two + three + four))),
  );
  expect(texts.filter((text) => isNumber(text) !== isJsonNumber(text))).toEqual([]);
  assert(
    property(stringMatching(/^[-+0-9.eE]{0,12}$/), (text) => {
      expect(isNumber(text)).toBe(isJsonNumber(text));
    }),
  );
});

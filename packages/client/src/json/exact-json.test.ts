import { execFileSync } from "node:child_process";
import { countRuns } from "@wellhead/test-support/properties/count-runs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactNumber, type ExactValue, parseExactJson, writeExactJson } from "./exact-json.js";

/** Python reads JSON with decimals that keep every digit: it writes each number as text, normalised. */
function readByPython(json: readonly string[]): readonly unknown[] {
  const program = `
import json, sys
from decimal import Decimal
def canonical(value):
    if isinstance(value, Decimal): return {"number": str(value.normalize()) if value else "0"}
    if isinstance(value, list): return [canonical(one) for one in value]
    if isinstance(value, dict): return {"object": [[name, canonical(member)] for name, member in value.items()]}
    return value
import decimal
decimal.getcontext().prec = 2000
read = lambda text: canonical(json.loads(text, parse_float=Decimal, parse_int=Decimal))
print(json.dumps([read(text) for text in json.load(sys.stdin)]))`;
  const read: unknown[] = JSON.parse(
    execFileSync("python3", ["-c", program], { input: JSON.stringify(json), maxBuffer: 1e9 }).toString(),
  );
  return read;
}

function canonical(value: ExactValue): unknown {
  if (typeof value === "number") return { number: value === 0 ? "0" : decimal(String(value)) };
  if (value instanceof ExactNumber) return { number: decimal(value.text) };
  if (Array.isArray(value)) return value.map((item: ExactValue) => canonical(item));
  if (typeof value !== "object" || value === null) return value;
  return { object: Object.entries(value).map(([name, member]) => [name, canonical(member)]) };
}

/** Python's `str(Decimal(text).normalize())`, computed by Python for every literal of a run. */
function decimal(text: string): string {
  return normalised.get(text) ?? text;
}

const normalised = new Map<string, string>();

function normaliseByPython(literals: readonly string[]): void {
  const program = `
import json, sys, decimal
decimal.getcontext().prec = 2000
print(json.dumps([str(decimal.Decimal(one).normalize()) if decimal.Decimal(one) else "0" for one in json.load(sys.stdin)]))`;
  const input = JSON.stringify(literals);
  const answers: unknown = JSON.parse(execFileSync("python3", ["-c", program], { input }).toString());
  if (Array.isArray(answers))
    literals.forEach((literal, index) => normalised.set(literal, String(answers[index])));
}

const digits = (max: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789".split("")), minLength: 1, maxLength: max });
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(
      fc.constant("0"),
      digits(40).map((text) => text.replace(/^0+(?=.)/, "")),
    ),
    fc.option(digits(40), { nil: "" }),
    fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "e-"), fc.integer({ min: 0, max: 420 })), {
      nil: undefined,
    }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction && `.${fraction}`}${exponent?.join("") ?? ""}`,
  );
// V8 of Node 24 to 26 reads a name of one escaped character as a backslash once it has read an object whose
// name was a backslash (https://github.com/nodejs/node/issues/63785), so no name here is a backslash alone.
const nameText = fc
  .string({ unit: fc.constantFrom("a", '"', "\\", "1234567890123456789", "exact-0", "é", "\n", "__proto__") })
  .filter((text) => text !== "\\")
  .map((text) => JSON.stringify(text));
const stringText = fc
  .string({ unit: fc.constantFrom("a", '"', "\\", "1234567890123456789", "exact-0", "é", "\n") })
  .map((text) => JSON.stringify(text));
const { json: jsonText } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    numberText,
    stringText,
    fc.constantFrom("true", "null"),
    fc.array(tie("json")).map((items) => `[${items.join(" , ")}]`),
    fc
      .uniqueArray(fc.tuple(nameText, tie("json")), { selector: ([name]) => name })
      .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join(",")}}`),
  ),
}));

describe("parseExactJson() keeps every digit, as Python's decimals do", () => {
  it("for generated JSON", () => {
    const texts = fc.sample(jsonText, { numRuns: countRuns(2000), seed: 7 });
    normaliseByPython([...new Set(texts.flatMap((text) => numbersOf(parseExactJson(text))))]);
    const read = readByPython(texts);
    for (const [index, text] of texts.entries()) {
      expect(canonical(parseExactJson(text)), text).toEqual(read[index]);
    }
  });

  it.each([
    ["9007199254740993", new ExactNumber("9007199254740993")],
    ["9007199254740992", 9007199254740992],
    ["0.1", 0.1],
    ["0.10000000000000000000", 0.1],
    ["0.1000000000000000055", new ExactNumber("0.1000000000000000055")],
    ["1e400", new ExactNumber("1e400")],
    ["1e-400", new ExactNumber("1e-400")],
    ["-0", -0],
    ["0.000000100000000000", 1e-7],
    ["1.0200000000000000e19", 10_200_000_000_000_000_000],
    ["0.0000000000000000000", 0],
    ["-1.5000000000000000", -1.5],
    ["100000000000000000000000", 1e23],
    ["1E5", 100000],
    ["123456789012345678901234567890", new ExactNumber("123456789012345678901234567890")],
  ])("%s", (text, value) => {
    expect(parseExactJson(text)).toEqual(value);
  });

  it("keeps members named like prototypes, and the last of two with one name", () => {
    const value = parseExactJson('{"__proto__": 9007199254740993, "a": 1, "a": 9007199254740995}');
    expect(Object.entries(value ?? {})).toEqual([
      ["__proto__", new ExactNumber("9007199254740993")],
      ["a", new ExactNumber("9007199254740995")],
    ]);
  });

  it("reads strings of millions of escapes next to an exact number", () => {
    const text = `["${"\\n".repeat(5_000_000)}", 9007199254740993]`;
    expect(parseExactJson(text)).toEqual(["\n".repeat(5_000_000), new ExactNumber("9007199254740993")]);
  });

  it("throws for what is not JSON", () => {
    expect(() => parseExactJson("[1234567890123456789,]")).toThrow(SyntaxError);
  });
});

it("writeExactJson() writes what parseExactJson() has read", () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const value = parseExactJson(text);
      expect(parseExactJson(writeExactJson(value))).toEqual(value);
    }),
  );
});

function numbersOf(value: ExactValue): readonly string[] {
  if (typeof value === "number") return [String(value)];
  if (value instanceof ExactNumber) return [value.text];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersOf) : [];
}

it("an ExactNumber is a text of its digits, also for code that does not know it", () => {
  const number = new ExactNumber("9007199254740993");
  expect([String(number), JSON.stringify([number]), writeExactJson({ number })]).toEqual([
    number.text,
    '["9007199254740993"]',
    '{"number":9007199254740993}',
  ]);
});

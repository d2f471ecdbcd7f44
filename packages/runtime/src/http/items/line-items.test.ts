import { array, assert, boolean, integer, jsonValue, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../read-body.js";
import { LineItems } from "./line-items.js";

function read(text: string | Uint8Array, cuts: readonly number[] = [], bytes = 1000) {
  const reader = new LineItems({ bytes, depth: 5 });
  const all = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (all.length + 1)).toSorted((a, b) => a - b), all.length];
  const items = places.flatMap((place, index) => reader.push(all.subarray(place, places[index + 1])));
  return [...items, ...reader.end().items];
}

function readOrFault(...given: Parameters<typeof read>): unknown {
  try {
    return read(...given);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

describe("LineItems", () => {
  it("reads lines, skips empty ones, and takes any end of line or none", () => {
    expect(read('\uFEFF{"a":1}\r\n\n 9007199254740993 \n\n[2]')).toEqual([{ a: 1 }, "9007199254740993", [2]]);
    expect(read("")).toEqual([]);
  });

  it.each(['{"a":', "1,2", "1],[2", "{}{}", "x", '"a\nb"', "[[[[[[1]]]]]]"])(
    "takes %j for broken",
    (text) => {
      expect(() => read(`1\n${text}\n`)).toThrow(/^Could not read a line: /);
      expect(() => read(`1\n${text}`)).toThrow(/^Could not read a line: /);
    },
  );

  it("takes no bytes that are not UTF-8", () => {
    expect(() => read(Buffer.from([0x22, 0xff, 0x22, 0x0a]))).toThrow(/not UTF-8/);
  });

  it("limits the size of a line, not of the response", () => {
    const line = `"${"x".repeat(30)}"\n`;
    expect(read(line.repeat(20), [], 40)).toHaveLength(20);
    expect(() => read(`"${"x".repeat(50)}"`, [], 40)).toThrow("more than 40 bytes in one line");
  });

  it("bounds every line at every cut: the middle one, the last one, one that a single chunk holds", () => {
    const sizes = array(integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
    const cuts = array(integer({ min: 0, max: 500 }), { maxLength: 8 });
    assert(
      property(integer({ min: 20, max: 40 }), sizes, boolean(), cuts, (bytes, counts, isEnded, at) => {
        const values = counts.map((size) => "x".repeat(size));
        const text = values.map((value) => JSON.stringify(value)).join("\n") + (isEnded ? "\n" : "");
        const fault = `Could not read the response: it has more than ${bytes} bytes in one line.`;
        const isTooLong = Math.max(...counts) + 2 > bytes;
        expect(readOrFault(text, at, bytes)).toEqual(isTooLong ? fault : values);
      }),
      { numRuns: 500 },
    );
  });

  it("reads what was written, wherever the pieces end", () => {
    assert(
      property(
        array(jsonValue({ maxDepth: 3 })),
        array(integer({ min: 0, max: 500 }), { maxLength: 5 }),
        (values, at) => {
          const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
          expect(read(text, at, 100_000)).toEqual(
            values.map((value) => parseJson(Buffer.from(JSON.stringify(value)), 5)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

import * as fastCheck from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonArraySplitter } from "./json-array-splitter.js";

const objects = fastCheck.array(
  fastCheck.dictionary(fastCheck.string({ unit: "grapheme" }), fastCheck.jsonValue()),
);

/** Cuts a text at positions given as parts of its length. */
function cut(text: string, parts: readonly number[]): string[] {
  const places = [
    0,
    ...parts.map((part) => Math.floor(part * text.length)).toSorted((a, b) => a - b),
    text.length,
  ];
  return places.slice(1).map((place, index) => text.slice(places[index], place));
}

describe("JsonArraySplitter", () => {
  test("gives the elements of any array of objects, wherever it is cut", () => {
    const parts = fastCheck.array(fastCheck.double({ min: 0, max: 1, noNaN: true }));
    fastCheck.assert(
      fastCheck.property(objects, parts, fastCheck.constantFrom(undefined, 2), (array, places, space) => {
        const rows: string[] = [];
        const splitter = new JsonArraySplitter();
        for (const piece of cut(JSON.stringify(array, undefined, space), places)) splitter.push(piece, rows);
        splitter.end();
        expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(JSON.parse(JSON.stringify(array)));
        expect(rows.every((row) => !row.includes("\n"))).toBe(true);
      }),
    );
  });

  test("refuses any array that is cut short, after giving the elements before", () => {
    fastCheck.assert(
      fastCheck.property(
        objects,
        fastCheck.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (array, part) => {
          const text = JSON.stringify(array);
          const rows: string[] = [];
          const splitter = new JsonArraySplitter();
          splitter.push(text.slice(0, Math.floor(part * text.length)), rows);
          expect(() => {
            splitter.end();
          }).toThrow(/never closed|inside a row|found nothing/);
          expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(
            (JSON.parse(text) as unknown[]).slice(0, rows.length),
          );
        },
      ),
    );
  });
});

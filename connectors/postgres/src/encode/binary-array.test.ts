import { Buffer } from "node:buffer";
import { ArrowCellWriter, jsonCells, writeJsonText } from "@wellhead/rows";
import { array, assert, constantFrom, integer, oneof, option, property, string } from "fast-check";
import { expect, it } from "vitest";
import { arrayWriter } from "./array-writer.js";
import { textArrayCells } from "./binary-array.js";

type Items = readonly (string | null)[];

function int32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, index * 4);
  return bytes;
}

/** Writes an array in binary form, as the server does. */
function binary(items: Items, sizes: readonly number[] = items.length === 0 ? [] : [items.length]): Buffer {
  const bounds = sizes.flatMap((size, index) => [size, index - 3]);
  const parts = items.map((item) => {
    const text = Buffer.from(item ?? "");
    return Buffer.concat([int32(item === null ? -1 : text.length), text]);
  });
  return Buffer.concat([int32(sizes.length, Number(items.includes(null)), 25, ...bounds), ...parts]);
}

/** Writes an array as text, as the server does. */
function literal(items: Items): Buffer {
  const texts = items.map((item) =>
    item === null ? "NULL" : `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  );
  return Buffer.from(`{${texts.join(",")}}`);
}

/** Writes arrays between other bytes of a source, and returns the record batch. */
function batchOf(values: readonly Buffer[], cells = textArrayCells): Buffer {
  let writer = new ArrowCellWriter([{ name: "a", ...cells }]);
  const around = int32(0x7fffffff);
  for (const value of values) {
    const source = Buffer.concat([around, value, around]);
    const write = () => {
      writer.target.read(source);
      writer.cell(0, around.length, around.length + value.length);
    };
    try {
      write();
    } catch (error) {
      const other = writer.withOther(error);
      if (other === undefined) throw error;
      writer = other;
      write();
    }
    writer.end();
  }
  return Buffer.from(writer.take().bytes);
}

const viaText = jsonCells(textArrayCells.type, arrayWriter(writeJsonText, ","));

const item = option(
  oneof(
    constantFrom("", "NULL", '"', "\\", "a,b", "{}", "\n", "\u0001", "é😀", "x".repeat(2000)),
    string({ unit: "grapheme" }),
  ),
);

it("arrays of text in binary form are the lists that those in text form are", () => {
  assert(
    property(array(array(item)), (arrays) => {
      const expected = batchOf(
        arrays.map((items) => literal(items)),
        viaText,
      );
      expect(batchOf(arrays.map((items) => binary(items))).equals(expected)).toBe(true);
    }),
  );
});

/** Nests items by the sizes of the dimensions. */
function nest(items: Items, [, ...inner]: readonly number[]): unknown {
  if (inner.length === 0) return items;
  const length = inner.reduce((product, size) => product * size, 1);
  return Array.from({ length: items.length / length }, (_unused, index) =>
    nest(items.slice(index * length, (index + 1) * length), inner),
  );
}

it("arrays of several dimensions are the JSON of nested lists", () => {
  const json = jsonCells({ kind: "json" }, (target, start, end) => target.copy(start, end));
  assert(
    property(array(integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 6 }), item, (sizes, given) => {
      const length = sizes.reduce((product, size) => product * size, 1);
      const items = Array.from({ length }, (_unused, index) => (index % 2 === 0 ? given : `i${index}`));
      const expected = batchOf([Buffer.from(JSON.stringify(nest(items, sizes)))], json);
      expect(batchOf([binary(items, sizes)]).equals(expected)).toBe(true);
    }),
  );
});

it("an array of several dimensions does not fit a column of lists", () => {
  const { otherwise: _otherwise, ...lists } = textArrayCells;
  expect(() => batchOf([binary(["a", "b"], [1, 2])], lists)).toThrow("expected a list");
});

it.each([
  ["no header", Buffer.alloc(11)],
  ["a negative number of dimensions", int32(-1, 0, 25)],
  ["seven dimensions", binary(["a"], [1, 1, 1, 1, 1, 1, 1])],
  ["no second dimension", int32(2, 0, 25, 1, 1)],
  ["the end of the cell within the size of an item", Buffer.concat([binary(["a"]), Buffer.alloc(3)])],
  ["the end of the cell within an item", binary(["abc"]).subarray(0, -1)],
  ["an empty dimension", int32(2, 0, 25, 0x7fffffff, 1, 0, 1)],
  ["fewer items than its dimensions have", binary(["a", "b", "c"], [2, 2])],
])("an array with %s is refused", (_case, value) => {
  const { otherwise, ...lists } = textArrayCells;
  expect(otherwise).toBeDefined();
  for (const cells of [lists, otherwise ?? lists])
    expect(() => batchOf([value], cells)).toThrow(/does not match its columns|expected a list/);
});

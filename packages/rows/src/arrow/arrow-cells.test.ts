import { Buffer } from "node:buffer";
import type { ArrowType } from "@wellhead/contract/vocabulary";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { expect, it } from "vitest";
import { writeJsonText } from "../text/write-json-text.js";
import { writeAnyNumber } from "../values/write-number.js";
import { ArrowRowError } from "./arrow-batch-writer.js";
import { type ArrowCellColumn, ArrowCellWriter, jsonCells } from "./arrow-cells.js";
import { arrowFrame, withoutShared } from "./arrow-frame.js";

const utf8: ArrowCellColumn = {
  name: "text",
  type: { kind: "text" },
  append: (column) => (target, start, end) => column.appendUtf8(target.source, start, end),
};
const number: ArrowCellColumn = {
  name: "number",
  type: { kind: "int", bits: 64, signed: true },
  append: (column) => (target, start) => {
    const { sourceView } = target;
    column.appendWords(sourceView.getInt32(start), sourceView.getInt32(start + 4));
  },
};

/** Writes a row of cells; `undefined` is null. */
function writeRow(writer: ArrowCellWriter, cells: readonly (Buffer | undefined)[]): void {
  const bytes = Buffer.concat(cells.map((cell) => cell ?? Buffer.alloc(0)));
  writer.begin(bytes.length);
  writer.target.read(bytes);
  let at = 0;
  for (const [index, cell] of cells.entries()) {
    if (cell === undefined) writer.empty(index);
    else writer.cell(index, at, at + cell.length);
    at += cell?.length ?? 0;
  }
  writer.end();
}

/** Reads record batches with another library. */
function readBatches(columns: readonly ArrowCellColumn[], batches: readonly Uint8Array[]) {
  const { open, shared, close } = arrowFrame(columns, {});
  const parts = batches.flatMap((batch) => [withoutShared(batch, shared), shared]);
  const { rows, fault } = readArrow(new Uint8Array(Buffer.concat([open, ...parts, close])));
  expect(fault).toBeUndefined();
  return rows;
}

const long = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
};

it("`ArrowCellWriter` writes the bytes of cells, and nulls, into batches of the same columns", () => {
  const columns = [number, utf8];
  const writer = new ArrowCellWriter(columns);
  writeRow(writer, [long(-(2n ** 63n)), Buffer.from("é")]);
  writeRow(writer, [undefined, Buffer.from("")]);
  const first = writer.take();
  writeRow(writer, [long(2n ** 53n + 1n), undefined]);
  const second = writer.take();
  expect([first.rows, second.rows, writer.rows]).toEqual([2, 1, 0]);
  expect(readBatches(columns, [first.bytes, second.bytes])).toEqual([
    ["-9223372036854775808e0", '"é"'],
    ["null", '""'],
    ["9007199254740993e0", "null"],
  ]);
});

it("`ArrowCellWriter` ends a batch before its rows, or their bytes, are too many", () => {
  const writer = new ArrowCellWriter([utf8]);
  for (let row = 0; row < 65_535; row += 1) writer.end();
  expect(writer.fits(1)).toBe(true);
  writer.end();
  expect(writer.fits(1)).toBe(false);
  writer.take();
  writeRow(writer, [Buffer.alloc(2 ** 20, "x")]);
  expect([writer.fits(0), writer.fits(1)]).toEqual([true, false]);
});

it("`ArrowCellWriter` names the column and the row that do not fit, counted from the first batch", () => {
  const writer = new ArrowCellWriter([
    utf8,
    { name: "small", ...jsonCells({ kind: "int", bits: 64, signed: true }, writeAnyNumber) },
  ]);
  writeRow(writer, [Buffer.from("a"), Buffer.from("1")]);
  writer.take();
  writeRow(writer, [Buffer.from("b"), Buffer.from("2")]);
  let explained: unknown;
  try {
    writeRow(writer, [Buffer.from("c"), Buffer.from("1.5")]);
  } catch (error) {
    explained = writer.explain(error);
  }
  expect(explained).toBeInstanceOf(ArrowRowError);
  expect(String(explained)).toContain('the column "small" as Arrow: row 3 does not fit its type');
  const other = new TypeError("another error");
  expect(writer.explain(other)).toBe(other);
});

it("`ArrowCellWriter` has another type for a column whose first rows do not fit, until a batch was taken", () => {
  const list = jsonCells({ kind: "list", item: { kind: "text" } }, (target, start, end) =>
    target.copy(start, end),
  );
  const json = jsonCells({ kind: "json" }, (target, start, end) => target.copy(start, end));
  const column: ArrowCellColumn = { name: "many", ...list, otherwise: json };
  const writer = new ArrowCellWriter([column]);
  const fail = (cell: string) => {
    try {
      writeRow(writer, [Buffer.from(cell)]);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(writer.isUndecided).toBe(true);
  const other = writer.withOther(fail('[["a"]]'));
  expect(other?.types).toEqual([{ kind: "json" }]);
  expect([other?.rows, other?.isUndecided]).toEqual([0, false]);
  expect(writer.withOther(new TypeError("another error"))).toBeUndefined();
  const decided = new ArrowCellWriter([column]);
  writeRow(decided, [Buffer.from('["a"]')]);
  decided.take();
  expect([decided.isUndecided, decided.withOther(fail("1"))]).toEqual([false, undefined]);
});

it.each([
  [[Buffer.from("a"), Buffer.from("é"), Buffer.from("")], undefined],
  [[Buffer.from("a"), Buffer.of(0xff)], { row: 1, column: "text" }],
  [[Buffer.from("a"), undefined, Buffer.of(0xc3), Buffer.of(0xa9)], { row: 2, column: "text" }],
  [[Buffer.from("é"), Buffer.of(0xf0, 0x9f), Buffer.of(), Buffer.of(0x98, 0x80)], { row: 1, column: "text" }],
])("`findInvalid()` finds text that is not UTF-8, also where two values together are: %#", (cells, found) => {
  const writer = new ArrowCellWriter([utf8]);
  for (const cell of cells) writeRow(writer, [cell]);
  expect(writer.findInvalid()).toEqual(found);
});

it("`findInvalid()` finds the list whose text is not UTF-8", () => {
  const texts = jsonCells({ kind: "list", item: { kind: "text" } }, (target, start, end) =>
    target.copy(start, end),
  );
  const writer = new ArrowCellWriter([
    { name: "id", ...jsonCells({ kind: "text" }, writeJsonText) },
    { name: "many", ...texts },
  ]);
  const invalid = Buffer.from('["a","?"]').map((byte) => (byte === 0x3f ? 0xc3 : byte));
  for (const cell of [Buffer.from('["a","b"]'), Buffer.from("[]"), Buffer.from(invalid)])
    writeRow(writer, [Buffer.from("x"), cell]);
  expect(writer.findInvalid()).toEqual({ row: 2, column: "many" });
});

it("`ArrowCellWriter` chooses other types by the first thousand rows, and only of columns that have some", () => {
  const copied = (name: string, type: ArrowType): ArrowCellColumn => ({
    name,
    ...jsonCells(type, (target, start, end) => target.copy(start, end)),
  });
  const whole = copied("whole", { kind: "int", bits: 64, signed: true });
  const either = {
    ...copied("either", { kind: "bool" }),
    otherwise: jsonCells({ kind: "json" }, writeJsonText),
  };
  const writer = new ArrowCellWriter([whole, either]);
  const fail = (...cells: readonly string[]) => {
    try {
      writeRow(
        writer,
        cells.map((cell) => Buffer.from(cell)),
      );
    } catch (error) {
      return writer.withOther(error)?.types.map(({ kind }) => kind);
    }
    throw new TypeError("the row fits");
  };
  expect(fail("1.5", "true")).toBeUndefined();
  expect(new ArrowCellWriter([whole]).isUndecided).toBe(false);
  for (let row = 0; row < 999; row += 1) writer.end();
  expect([writer.isUndecided, fail("1", "2")]).toEqual([true, ["int", "json"]]);
  writer.end();
  expect([writer.isUndecided, fail("1", "2")]).toEqual([false, undefined]);
});

it("`jsonCells()` has room for the widest JSON of a cell, and no more for one that comes later", () => {
  const column: ArrowCellColumn = { name: "json", ...jsonCells({ kind: "json" }, writeJsonText) };
  const writer = new ArrowCellWriter([column]);
  const size = 3000;
  // Each of these bytes becomes six.
  writeRow(writer, [Buffer.alloc(size, 1)]);
  expect(readBatches([column], [writer.take().bytes])).toEqual([
    [JSON.stringify(`"${"\\u0001".repeat(size)}"`)],
  ]);
  const late = new ArrowCellWriter([column]);
  late.begin(1);
  late.target.read(Buffer.alloc(100_000, "a"));
  late.cell(0, 99_999, 100_000);
  expect(late.target.bytes.length).toBe(1024);
});

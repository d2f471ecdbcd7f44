import { ArrowRows } from "@wellhead/rows";
import {
  type Columns,
  type EncodedBatch,
  type EncodedRowsOptions,
  encodedRows,
  id,
  number,
  type Row,
} from "@wellhead/sdk";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { describe, expect, test } from "vitest";
import { Deadlines, RequestControl } from "../../deadline/request-control.js";
import { UseCount } from "../../deadline/use-count.js";
import { arrowFormat } from "../../faces/reports/wire/formats.js";
import { type OpenedRows, openRows } from "./open-rows.js";
import type { OpenRowsOptions } from "./open-rows-options.js";

const format = arrowFormat({ connector: "c", version: "1", source: "s" });

/** What a source was asked for. */
interface Log {
  batches: number;
  releases: number;
  returns: number;
  aborts: number;
}

/** Batches that are noted in a log; after the last one, the source ends, fails, or never answers. */
function watched<Batch>(batches: readonly Batch[], log: Log, end: "done" | "failure" | "silence" = "done") {
  const next = async (): Promise<IteratorResult<Batch, undefined>> => {
    const value = batches[log.batches];
    log.batches += 1;
    if (value !== undefined) return { done: false, value };
    if (end === "failure") throw new Error("lost");
    if (end === "silence") await new Promise(() => {});
    return { done: true, value: undefined };
  };
  const stop = async (): Promise<IteratorResult<Batch, undefined>> => {
    log.returns += 1;
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
}

/** The lines as one batch, which notes that it is released. */
function encodedBatch(lines: readonly unknown[], log: Log): EncodedBatch {
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  const release = (): void => {
    log.releases += 1;
    bytes.fill("x");
  };
  return { bytes, rows: lines.length, release };
}

function emptyLog(): Log {
  return { batches: 0, releases: 0, returns: 0, aborts: 0 };
}

function open(
  rows: OpenRowsOptions["rows"],
  log: Log,
  columns?: OpenRowsOptions["columns"] | Columns,
): Promise<OpenedRows> {
  return openRows({
    format,
    formulaEscape: false,
    page: undefined,
    columns: typeof columns === "function" ? columns : async () => columns,
    rows,
    control: new RequestControl(new Deadlines(0)),
    batchTimeout: 0,
    abort: () => (log.aborts += 1),
    uses: new UseCount(),
  });
}

/** Reads what was opened as a caller does. */
async function readAll({ frame, first, reader }: OpenedRows) {
  const parts = [frame.open];
  const counts: number[] = [];
  for (let batch = first; batch !== undefined; batch = await reader.next()) {
    parts.push(Buffer.from(batch.bytes), frame.separator);
    counts.push(batch.rows);
    batch.release?.();
  }
  const read = readArrow(Buffer.concat([...parts, frame.close].map((part) => Buffer.from(part))));
  expect(read.fault).toBeUndefined();
  return { ...read, counts };
}

const declared: Columns = { a: id(), b: { column: "number", storedAs: "double" } };
const names = ["a", "b"];
const rowsOf = (count: number, from = 0): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ a: `r${from + index}`, b: from + index }));

/** A row whose first column has a text of the length that makes its line as long as asked for. */
function textLine(length: number): Row {
  return { a: "x".repeat(length - lineLength([{ a: "", b: 1 }])), b: 1 };
}

function lineLength(rows: readonly Row[]): number {
  return Buffer.byteLength(rows.map((row) => JSON.stringify(row)).join("\n"));
}

function encoded(log: Log, batches: Iterable<EncodedBatch>, more: Partial<EncodedRowsOptions> = {}) {
  return encodedRows({ columns: names, encode: () => watched([...batches], log, "silence"), ...more });
}

describe("rows as Arrow", () => {
  test.each<[string, (log: Log) => OpenRowsOptions["rows"], Columns | undefined]>([
    ["objects of declared columns", (log) => () => watched([rowsOf(2)], log, "silence"), declared],
    ["lines of declared columns", (log) => () => encoded(log, [encodedBatch(rowsOf(2), log)]), declared],
    [
      "lines of columns whose types the source knows",
      (log) => () =>
        encoded(log, [encodedBatch(rowsOf(2), log)], {
          arrow: { types: [{ kind: "text" }, { kind: "int", bits: 32, signed: true }] },
        }),
      undefined,
    ],
    [
      "lines of columns that are declared or known",
      (log) => () =>
        encoded(log, [encodedBatch(rowsOf(2), log)], {
          arrow: { types: () => [undefined as never, { kind: "int", bits: 32, signed: true }] },
        }),
      { a: id(), b: number() },
    ],
  ])("are sent as soon as the first %s are there", async (_what, make, columns) => {
    const log = emptyLog();
    const { first } = await open(make(log), log, columns);
    expect([first?.rows, log.batches]).toEqual([2, 1]);
  });

  test.each([1, 20, 50, 100])(
    "have their types chosen by the first hundred objects, %i of them in a batch",
    async (size) => {
      const rows = Array.from({ length: 205 }, (_, index) => ({
        inTime: index < 99 ? null : "x",
        late: index < 100 ? null : "x",
      }));
      const batches = Array.from({ length: Math.ceil(205 / size) }, (_, index) =>
        rows.slice(index * size, (index + 1) * size),
      );
      const log = emptyLog();
      const read = await readAll(await open(() => watched(batches, log), log));
      expect(read.rows).toHaveLength(205);
      expect(read.fields.map(({ metadata }) => metadata["ARROW:extension:name"])).toEqual([
        undefined,
        "arrow.json",
      ]);
    },
  );

  test.each<[string, readonly (readonly unknown[])[], number]>([
    ["a thousand lines", [rowsOf(600), rowsOf(400, 600), rowsOf(1)], 2],
    ["a mebibyte of lines", [rowsOf(1), [textLine(2 ** 20 - lineLength(rowsOf(1)))], rowsOf(1)], 2],
    ["a hundred objects", [rowsOf(60), rowsOf(40, 60), rowsOf(1)], 2],
    ["a hundred objects, although some columns are declared", [rowsOf(60), rowsOf(40, 60), rowsOf(1)], 2],
  ])("wait for %s, which decide their types, and for no more", async (what, batches, count) => {
    const log = emptyLog();
    const rows = () =>
      what.includes("objects")
        ? watched(batches as readonly (readonly Row[])[], log, "silence")
        : encoded(
            log,
            batches.map((lines) => encodedBatch(lines, log)),
          );
    await open(rows, log, what.includes("declared") ? { a: id(), b: number() } : undefined);
    expect(log.batches).toBe(count);
  });

  test("have their types chosen by the lines that begin within the first mebibyte", async () => {
    const typeOf = async (lastBegin: number) => {
      const log = emptyLog();
      const line = { a: "", b: null };
      const head = { a: "x".repeat(lastBegin - 2 - 2 * lineLength([line])), b: null };
      const batches = [head, line, { a: "", b: "x" }].map((one) => encodedBatch([one], log));
      const rows = () => encodedRows({ columns: names, encode: () => watched(batches, log) });
      const { frame } = await open(rows, log);
      const { fields } = readArrow(Buffer.concat([Buffer.from(frame.open), Buffer.from(frame.close)]));
      return fields[1]?.metadata["ARROW:extension:name"];
    };
    expect(await typeOf(2 ** 20 - 1)).toBeUndefined();
    expect(await typeOf(2 ** 20)).toBe("arrow.json");
  });

  test("may be none, of lines and of objects", async () => {
    const lines = () => encodedRows({ columns: names, encode: () => watched([], emptyLog()) });
    const objects = () => watched([], emptyLog());
    for (const rows of [lines, objects]) {
      const read = await readAll(await open(rows, emptyLog(), { a: id(), b: number() }));
      expect([read.rows, read.fields.map(({ name }) => name)]).toEqual([[], names]);
    }
  });

  test("are asked of a source of lines with the numbers that JSON does not have", async () => {
    const asked: unknown[] = [];
    const encode = (encoding: unknown) => {
      asked.push(encoding);
      return watched<EncodedBatch>([], emptyLog());
    };
    await open(() => encodedRows({ columns: names, encode }), emptyLog());
    expect(asked).toEqual([{ format: "json", separator: "\n", keepsNotFinite: true }]);
  });

  test("stop their source when their caller leaves", async () => {
    const types = [{ kind: "text" }, { kind: "float", bits: 64 }] as const;
    const sources: readonly ((log: Log) => OpenRowsOptions["rows"])[] = [
      (log) => () => watched([rowsOf(1), rowsOf(1)], log),
      (log) => () => encoded(log, [encodedBatch(rowsOf(1), log)]),
      (log) => () => encoded(log, [], { arrow: { types, encode: () => watched([], log, "done") } }),
      (log) => () => {
        const rows = new ArrowRows(names.map((name, index) => ({ name, type: types[index] ?? types[0] })));
        rows.append(rowsOf(1));
        const batches = [{ bytes: rows.take(), rows: 1 }];
        return encoded(log, [], { arrow: { types, encode: () => watched(batches, log, "silence") } });
      },
    ];
    for (const [index, make] of sources.entries()) {
      const log = emptyLog();
      const { reader } = await open(make(log), log, declared);
      reader.stop();
      // The third has ended by itself.
      expect([index, log.returns, log.aborts]).toEqual([index, index === 2 ? 0 : 1, index === 2 ? 0 : 1]);
    }
  });

  test("have the declared columns first, then those of the first objects", async () => {
    const log = emptyLog();
    const rows = [{ c: 1, b: 2 }, { d: true }];
    const { fields } = await readAll(await open(() => watched([rows], log), log, declared));
    expect(fields.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
  });

  test("may be named as members that every object has", async () => {
    const log = emptyLog();
    const rows: readonly Row[] = [{ ["toString"]: "x" }, { ["valueOf"]: 1 }];
    const read = await readAll(await open(() => watched([rows], log), log));
    expect(read.fields.map(({ name }) => name)).toEqual(["toString", "valueOf"]);
    expect(read.rows).toEqual([
      ['"x"', "null"],
      ["null", "1e0"],
    ]);
  });

  test("release each batch of bytes once, also those that decide the types", async () => {
    const log = emptyLog();
    const batches = [1, 2, 3].map((count) => encodedBatch(rowsOf(count), log));
    const rows = () => encodedRows({ columns: names, encode: () => watched(batches, log) });
    const read = await readAll(await open(rows, log));
    expect([read.rows.length, log.releases]).toEqual([6, 3]);
    const known = emptyLog();
    const direct = [1, 2, 3].map((count) => encodedBatch(rowsOf(count), known));
    const again = () => encodedRows({ columns: names, encode: () => watched(direct, known) });
    expect((await readAll(await open(again, known, declared))).rows).toEqual(read.rows);
    expect(known.releases).toBe(3);
  });

  test("are the record batches of a source that writes them, with what is declared of its columns", async () => {
    const types = [{ kind: "text" }, { kind: "float", bits: 64 }] as const;
    const log = emptyLog();
    const batches = [1, 3].map((count) => {
      const rows = new ArrowRows(names.map((name, index) => ({ name, type: types[index] ?? types[0] })));
      rows.append(rowsOf(count));
      return { bytes: rows.take(), rows: count, release: () => void (log.releases += 1) };
    });
    const rows = () =>
      encodedRows({
        columns: names,
        encode: () => watched([], log),
        arrow: { types: () => types, encode: () => watched(batches, log) },
      });
    const read = await readAll(await open(rows, log, { a: id({ title: "The id" }) }));
    expect(read.fields.map(({ name, type }) => [name, type])).toEqual([
      ["a", "Utf8"],
      ["b", "Float64"],
    ]);
    expect(read.fields[0]?.metadata).toEqual({ "wellhead.type": "id", "wellhead.title": "The id" });
    expect(read.rows).toEqual([
      ['"r0"', "0"],
      ['"r0"', "0"],
      ['"r1"', "1e0"],
      ['"r2"', "2e0"],
    ]);
    expect([read.counts, log.releases]).toEqual([[1, 3], 2]);
  });

  test("are checked like those of the other formats", async () => {
    for (const [row, message] of [
      [{ __streamError: 1 }, "is reserved"],
      [[1], "expected an object, got an array"],
    ] as const) {
      const log = emptyLog();
      await expect(open(() => watched([[row as Row]], log), log)).rejects.toThrow(message);
    }
  });

  test.each<[string, (log: Log) => OpenRowsOptions["rows"], string]>([
    ["fail", (log) => () => watched([], log, "failure"), "lost"],
    ["fail later", (log) => () => watched([rowsOf(1)], log, "failure"), "lost"],
    ["have no columns", (log) => () => watched([], log), "no columns"],
    [
      "are lines and fail",
      (log) => () => encodedRows({ columns: names, encode: () => watched([], log, "failure") }),
      "lost",
    ],
    [
      "are record batches and fail",
      (log) => () =>
        encodedRows({
          columns: names,
          encode: () => watched([], log),
          arrow: { types: [], encode: () => watched([], log, "failure") },
        }),
      "lost",
    ],
  ])("stop their source where they %s before the first of them is sent", async (_what, make, message) => {
    const log = emptyLog();
    await expect(open(make(log), log)).rejects.toThrow(message);
    expect(log).toMatchObject({ returns: log.batches > 0 && message === "no columns" ? 0 : 1 });
  });

  test("stop their source where its columns cannot be had", async () => {
    const log = emptyLog();
    const columns = () => Promise.reject(new Error("no columns"));
    await expect(open(() => watched([rowsOf(1)], log), log, columns)).rejects.toThrow("no columns");
    expect(log).toMatchObject({ returns: 1, aborts: 1 });
  });
});

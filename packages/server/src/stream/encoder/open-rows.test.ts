import { type EncodedBatch, encodedRows, id, number, type RowEncoding, text } from "@wellhead/sdk";
import { describe, expect, test } from "vitest";
import { Deadlines, RequestControl } from "../../deadline/request-control.js";
import { UseCount } from "../../deadline/use-count.js";
import { rowFormats } from "../../faces/reports/wire/formats.js";
import { openRows } from "./open-rows.js";
import type { OpenRowsOptions } from "./open-rows-options.js";

/** Returns a source that yields these batches, then fails if an error is given, and logs how it was stopped. */
function source(batches: readonly unknown[], error?: Error) {
  const log: string[] = [];
  const left = [...batches];
  const rows: AsyncIterable<unknown> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        log.push("next");
        if (left.length === 0 && error !== undefined) throw error;
        return left.length === 0 ? { done: true, value: undefined } : { done: false, value: left.shift() };
      },
      return: async () => {
        log.push("return");
        return { done: true, value: undefined };
      },
    }),
  };
  // The reader checks the content of the batches.
  return { rows: rows as AsyncIterable<never>, log };
}

async function open(rows: OpenRowsOptions["rows"], given: Partial<OpenRowsOptions> = {}) {
  let aborted = 0;
  const opening = openRows({
    format: rowFormats.json,
    formulaEscape: false,
    page: undefined,
    columns: async () => undefined,
    rows,
    control: new RequestControl(new Deadlines(0)),
    batchTimeout: 0,
    abort: () => (aborted += 1),
    uses: new UseCount(),
    ...given,
  });
  const [outcome] = await Promise.allSettled([opening]);
  return {
    opened: outcome.status === "fulfilled" ? outcome.value : undefined,
    error: outcome.status === "rejected" ? (outcome.reason as unknown) : undefined,
    aborted: () => aborted,
  };
}

const textOf = (batch: EncodedBatch | undefined): string => Buffer.from(batch?.bytes ?? []).toString();

describe.each(["json", "ndjson", "csv"] as const)("openRows() for %s", (format) => {
  test.each<[string, () => ReturnType<typeof source>]>([
    ["fails before its first rows", () => source([], new Error("lost"))],
    ["fails after an empty batch", () => source([[]], new Error("lost"))],
    ["yields no batch", () => source([7])],
    ["yields what is no row", () => source([[7]])],
  ])("leaves a source that %s, and says why", async (_what, make) => {
    const { rows, log } = make();
    const { opened, error, aborted } = await open(() => rows, { format: rowFormats[format] });
    expect(opened).toBeUndefined();
    expect(error).toBeInstanceOf(Error);
    expect([log.at(-1), aborted()]).toEqual(["return", 1]);
  });

  test("leaves a source of bytes that fails before its first rows", async () => {
    const { rows, log } = source([], new Error("lost"));
    const { error, aborted } = await open(() => encodedRows({ columns: ["a"], encode: () => rows }), {
      format: rowFormats[format],
    });
    expect(error).toMatchObject({ message: "lost" });
    expect([log.at(-1), aborted()]).toEqual(["return", 1]);
  });

  test("refuses a source of bytes whose column is the mark of a failed stream", async () => {
    const { rows, log } = source([]);
    const encoded = encodedRows({ columns: ["a", "__streamError"], encode: () => rows });
    const { error } = await open(() => encoded, { format: rowFormats[format] });
    expect(error).toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining("Rename") as string,
    });
    expect(log).toEqual([]);
  });

  test("takes an array for one batch, and a source without rows for none", async () => {
    const { opened } = await open(() => [{ a: 1 }, { a: 2 }] as never, { format: rowFormats[format] });
    expect(opened?.first?.rows).toBe(2);
    expect(await opened?.reader.next()).toBeUndefined();
    const nothing = await open(() => source([[], []]).rows, { format: rowFormats[format] });
    expect(nothing.opened?.first).toBeUndefined();
    expect(nothing.error).toBeUndefined();
  });

  test("passes the row format to a source of bytes", async () => {
    const asked: RowEncoding[] = [];
    const encode = (encoding: RowEncoding) => {
      asked.push(encoding);
      return source([{ bytes: Buffer.from("x"), rows: 1 }]).rows;
    };
    const rows = () => encodedRows({ columns: ["a"], encode });
    const { opened } = await open(rows, { format: rowFormats[format] });
    await open(rows, { format: rowFormats[format], formulaEscape: true });
    const encoding = {
      json: { format: "json", separator: "," },
      ndjson: { format: "json", separator: "\n" },
      csv: { format: "csv", separator: "\r\n" },
    }[format];
    expect(asked).toEqual([encoding, format === "csv" ? { ...encoding, formulaEscape: true } : encoding]);
    expect([opened?.frame.separator, textOf(opened?.first)]).toEqual([encoding.separator, "x"]);
  });
});

describe("openRows() for CSV", () => {
  test("writes the columns that are declared, then those the first rows have besides", async () => {
    const columns = async () => ({
      b: id({ title: "B" }),
      a: number({ title: "A" }),
      z: text({ title: "Z" }),
    });
    const { rows } = source([
      [
        { a: 1, c: 2 },
        { d: "=x", b: "i" },
      ],
      [{ c: 3 }],
    ]);
    const { opened } = await open(() => rows, { format: rowFormats.csv, formulaEscape: true, columns });
    expect(opened?.frame.open).toBe("b,a,z,c,d\r\n");
    expect(textOf(opened?.first)).toBe(",1,,2,\r\ni,,,,'=x");
    expect(textOf(await opened?.reader.next())).toBe(",,,3,");
  });

  test("leaves the source when its columns cannot be had", async () => {
    const { rows, log } = source([[{ a: 1 }]]);
    const columns = () => Promise.reject(new Error("no columns"));
    const { error, aborted } = await open(() => rows, { format: rowFormats.csv, columns });
    expect(error).toMatchObject({ message: "no columns" });
    expect([log, aborted()]).toEqual([["next", "return"], 1]);
  });

  test("asks for the columns of no other format", async () => {
    const columns = () => Promise.reject(new Error("no columns"));
    for (const format of ["json", "ndjson"] as const)
      expect((await open(() => [], { format: rowFormats[format], columns })).error).toBeUndefined();
  });
});

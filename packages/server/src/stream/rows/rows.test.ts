import { setImmediate as turn } from "node:timers/promises";
import { ConnectorError, encodedRows, type Row } from "@wellhead/sdk";
import { array, assert, asyncProperty, constantFrom, integer, nat, option } from "fast-check";
import { describe, expect, it } from "vitest";
import { Deadlines, RequestControl } from "../../deadline/request-control.js";
import { UseCount } from "../../deadline/use-count.js";
import { rowFormats } from "../../faces/reports/wire/formats.js";
import { openRows } from "../encoder/open-rows.js";
import type { OpenRowsOptions } from "../encoder/open-rows-options.js";
import { checkBatches, checkEncodedBatch, checkRowBatch, SourceReader } from "./batch-reader.js";

/** Counts the calls to a source, to check that never more batches than needed are requested. */
interface Watched {
  asked: number;
  returned: number;
  aborted: number;
}

function source(batches: readonly unknown[]): {
  readonly rows: AsyncIterable<never>;
  readonly watched: Watched;
} {
  const watched = { asked: 0, returned: 0, aborted: 0 };
  const rows: AsyncIterable<unknown> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const value = batches[watched.asked];
        watched.asked += 1;
        return watched.asked > batches.length ? { done: true, value: undefined } : { done: false, value };
      },
      return: async () => {
        watched.returned += 1;
        return { done: true, value: undefined };
      },
    }),
  };
  // The reader under test checks the content of the batches.
  return { rows: rows as AsyncIterable<never>, watched };
}

function control(): RequestControl {
  return new RequestControl(new Deadlines(0));
}

/** Returns batches of the given sizes, whose rows have consecutive ids. */
function batchesOf(sizes: readonly number[]): Row[][] {
  let id = 0;
  return sizes.map((size) => Array.from({ length: size }, () => ({ id: (id += 1) })));
}

async function readAll(batches: readonly unknown[], options: Partial<OpenRowsOptions>) {
  const { rows, watched } = source(batches);
  const opened = await openRows({
    format: rowFormats.json,
    formulaEscape: false,
    page: undefined,
    columns: async () => undefined,
    rows: () => rows,
    control: control(),
    batchTimeout: 0,
    abort: () => (watched.aborted += 1),
    uses: new UseCount(),
    ...options,
  });
  const { frame, reader } = opened;
  let text = String(frame.open);
  let count = 0;
  for (let batch = opened.first; batch !== undefined; batch = await reader.next()) {
    expect(batch.rows).toBeGreaterThan(0);
    if (!frame.endsRows && count > 0) text += String(frame.separator);
    text += Buffer.from(batch.bytes).toString();
    if (frame.endsRows) text += String(frame.separator);
    count += batch.rows;
  }
  // Copied before `stop()`: a source must be stopped as soon as it has yielded enough, not when a slow caller is done.
  const done = { ...watched };
  reader.stop();
  return { text: text + String(frame.close), count, watched: done };
}

/** Parsers that use none of the code under test. */
const parsers = {
  json: (text: string): unknown => JSON.parse(text),
  ndjson: (text: string): unknown =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown),
  csv: (text: string): unknown =>
    text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => ({ id: Number(line) })),
};

/** Returns the expected calls to a source: only the batches that contain the page are read. */
function wantedCalls(sizes: readonly number[], skip: number, limit: number | undefined): Watched {
  if (limit === 0) return { asked: 0, returned: 1, aborted: 1 };
  let read = 0;
  const needed = limit === undefined ? 0 : sizes.findIndex((size) => (read += size) >= skip + limit) + 1;
  if (needed > 0) return { asked: needed, returned: 1, aborted: 1 };
  return { asked: sizes.length + 1, returned: 0, aborted: 0 };
}

describe("rows that do not come in time", () => {
  const never = () => new Promise<never>(() => {});

  it.each<[string, OpenRowsOptions["rows"]]>([
    ["a source", never],
    ["a batch", () => ({ [Symbol.asyncIterator]: () => ({ next: never }) })],
  ])("end the request after the timeout of a batch, where %s does not", async (_what, rows) => {
    await expect(readAll([], { rows, batchTimeout: 5 })).rejects.toMatchObject({
      code: "upstream_timeout",
      message: expect.stringContaining("read the rows") as string,
    });
  });
});

describe("a page of rows", () => {
  it("stops its source when its caller leaves before it is complete", async () => {
    const { rows, watched } = source(batchesOf([2, 2]));
    const { reader } = await openRows({
      format: rowFormats.json,
      formulaEscape: false,
      page: { skip: 0, limit: 10 },
      columns: async () => undefined,
      rows: () => rows,
      control: control(),
      batchTimeout: 0,
      abort: () => (watched.aborted += 1),
      uses: new UseCount(),
    });
    reader.stop();
    expect(watched).toStrictEqual({ asked: 1, returned: 1, aborted: 1 });
  });

  it("is the slice of the whole, whatever the sizes of batches, and the source is asked for no more", async () => {
    await assert(
      asyncProperty(
        array(nat({ max: 7 }), { maxLength: 9 }),
        nat({ max: 40 }),
        option(integer({ min: 0, max: 40 }), { nil: undefined }),
        constantFrom("json", "ndjson", "csv"),
        async (sizes, skip, limit, format) => {
          const batches = batchesOf(sizes);
          const whole = batches.flat();
          const wanted = whole.slice(skip, limit === undefined ? undefined : skip + limit);
          const { text, count, watched } = await readAll(batches, {
            format: rowFormats[format],
            page: { skip, limit },
            columns: async () => ({ id: { title: "Id", type: "number" } }) as never,
          });
          expect(parsers[format](text)).toStrictEqual(wanted);
          expect(count).toBe(wanted.length);
          expect(watched).toStrictEqual(wantedCalls(sizes, skip, limit));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("of encoded rows is what the source wrote, byte for byte", async () => {
    await assert(
      asyncProperty(
        array(nat({ max: 5 }), { maxLength: 8 }),
        constantFrom("json", "ndjson"),
        async (sizes, format) => {
          const batches = batchesOf(sizes).map((rows) => ({
            rows: rows.length,
            bytes: Buffer.from(rows.map((row) => JSON.stringify(row)).join(format === "json" ? "," : "\n")),
          }));
          const { rows } = source(batches);
          const read = await readAll([], {
            format: rowFormats[format],
            rows: () => encodedRows({ columns: ["id"], encode: () => rows }),
          });
          expect(parsers[format](read.text)).toStrictEqual(batchesOf(sizes).flat());
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("SourceReader", () => {
  function reader(batches: readonly unknown[], given = control()) {
    const { rows, watched } = source(batches);
    const uses = new UseCount();
    const made = new SourceReader({
      batches: rows,
      check: checkRowBatch,
      control: given,
      batchTimeout: 0,
      abort: () => (watched.aborted += 1),
      uses,
    });
    return { made, watched, uses };
  }

  it("uses its connector until its end, or until the source has stopped", async () => {
    for (const end of ["end", "stop"] as const) {
      const { made, uses } = reader([[{ id: 1 }]]);
      let isUnused = false;
      void uses.unused().then(() => {
        isUnused = true;
      });
      await made.next();
      await turn();
      expect(isUnused).toBe(false);
      if (end === "end") await made.next();
      else made.stop();
      await expect.poll(() => isUnused).toBe(true);
    }
  });

  it("reads on past empty batches", async () => {
    const { made, watched } = reader([[], [], [{ id: 1 }], []]);
    expect(await made.next()).toStrictEqual([{ id: 1 }]);
    expect(await made.next()).toBeUndefined();
    expect(watched.asked).toBe(5);
  });

  it("stops the source once, and never after its end", async () => {
    const { made, watched } = reader([[{ id: 1 }], [{ id: 2 }]]);
    expect(await made.next()).toStrictEqual([{ id: 1 }]);
    made.stop();
    made.stop();
    expect(watched).toStrictEqual({ asked: 1, returned: 1, aborted: 1 });
    expect(await made.next()).toBeUndefined();
    expect(watched.asked).toBe(1);
    const ended = reader([]);
    expect(await ended.made.next()).toBeUndefined();
    expect(await ended.made.next()).toBeUndefined();
    ended.made.stop();
    expect(ended.watched).toStrictEqual({ asked: 1, returned: 0, aborted: 0 });
  });

  it("fails with the reason of the request once that is given up", async () => {
    const given = control();
    const { made, watched } = reader([[{ id: 1 }]], given);
    given.abort(new Error("gone"));
    await expect(made.next()).rejects.toThrow("gone");
    expect(watched.asked).toBe(0);
  });

  it("names what it waited for when a batch does not come in time", async () => {
    const never: AsyncIterable<unknown> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.race([]) }),
    };
    const made = new SourceReader({
      batches: never,
      check: checkRowBatch,
      control: control(),
      batchTimeout: 1,
      abort: () => undefined,
      uses: new UseCount(),
    });
    await expect(made.next()).rejects.toThrow("Could not read the rows");
    // `stop()` must not throw for an iterator without `return`, or with one that fails.
    made.stop();
    const failing: AsyncIterable<never> = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.race([]),
        return: () => Promise.reject(new Error("stuck")),
      }),
    };
    const uses = new UseCount();
    const checks = { check: checkRowBatch, control: control(), batchTimeout: 0, abort: () => undefined };
    new SourceReader({ ...checks, batches: failing, uses }).stop();
    await uses.unused();
  });
});

describe("batches", () => {
  const bytes = Buffer.from("{}");

  it.each([null, undefined, 7, "rows", {}, new Set([1])])("%j is no batch of rows", (given) => {
    expect(() => checkRowBatch(given)).toThrow(ConnectorError);
    expect(() => checkRowBatch(given)).toThrow("Could not read the rows:");
  });

  it("of rows is itself, an empty one nothing", () => {
    const rows = [{ id: 1 }];
    expect(checkRowBatch(rows)).toBe(rows);
    expect(checkRowBatch([])).toBeUndefined();
  });

  it.each([null, 7, {}, { bytes }, { rows: 1 }, { bytes: "{}", rows: 1 }, { bytes, rows: "1" }])(
    "%j is no batch of encoded rows",
    (given) => {
      expect(() => checkEncodedBatch(given)).toThrow("expected batches of bytes");
    },
  );

  it("of encoded rows has bytes and a count, and what it says is released", () => {
    expect(checkEncodedBatch({ bytes, rows: 0 })).toBeUndefined();
    expect(checkEncodedBatch({ bytes, rows: -1 })).toBeUndefined();
    expect(checkEncodedBatch({ bytes: new Uint8Array(0), rows: 1 })).toBeUndefined();
    expect(checkEncodedBatch({ bytes, rows: 1 })).toStrictEqual({ bytes, rows: 1 });
    expect(checkEncodedBatch({ bytes, rows: 1, release: 7 })).toStrictEqual({ bytes, rows: 1 });
    const batch = {
      bytes,
      rows: 2,
      released: 0,
      release() {
        this.released += 1;
      },
    };
    checkEncodedBatch(batch)?.release?.();
    expect(batch.released).toBe(1);
  });

  it("come from what can be read batch by batch, and from nothing else", () => {
    const { rows } = source([]);
    expect(checkBatches(rows)).toBe(rows);
    for (const given of [null, undefined, 7, "rows", {}])
      expect(() => checkBatches(given)).toThrow(`got ${given === null ? "null" : typeof given}.`);
  });
});

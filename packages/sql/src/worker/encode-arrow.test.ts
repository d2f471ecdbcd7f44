import { Buffer } from "node:buffer";
import { setTimeout } from "node:timers/promises";
import { type ArrowCellColumn, arrowFrame, jsonCells, withoutShared } from "@wellhead/rows";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { expect, it } from "vitest";
import { encodeArrow } from "./encode-arrow.js";
import type { RowBytes, RowsOfServer } from "./rows-of-server.js";

/** A column whose cells are JSON already: lists of texts, or whatever else the first rows have. */
const many: ArrowCellColumn = {
  name: "many",
  ...jsonCells({ kind: "list", item: { kind: "text" } }, (target, start, end) => target.copy(start, end)),
  otherwise: jsonCells({ kind: "json" }, (target, start, end) => target.copy(start, end)),
};

/** The same without another type, so that rows are sent as they arrive. */
const { otherwise: _otherwise, ...decidedBefore } = many;

/** A server that sends rows of one cell, in groups, each after the reader has read a batch of the rows before. */
function serverOf(groups: readonly (readonly (string | Buffer)[])[], given: Partial<RowsOfServer> = {}) {
  const ends: boolean[] = [];
  let release: () => void = () => undefined;
  const server: RowsOfServer = {
    action: "Could not read t",
    columns: ["many"],
    skip: 0,
    limit: undefined,
    silence: 60_000,
    received: 0,
    start: () => Promise.reject(new Error("expected rows as Arrow")),
    run: async (receive: (row: RowBytes) => void) => {
      for (const group of groups) {
        for (const cell of group) {
          const bytes = Buffer.concat([Buffer.from("<"), Buffer.from(cell), Buffer.from(">")]);
          receive({ bytes, start: 1, end: bytes.length - 1 });
          // The memory is that of the next row.
          bytes.fill(0);
        }
        if (group !== groups.at(-1))
          await new Promise<void>((resolve) => {
            release = resolve;
          });
      }
    },
    write: (writer, { bytes, start, end }) => {
      writer.begin(end - start);
      writer.target.read(bytes);
      if (end === start) writer.empty(0);
      else writer.cell(0, start, end);
      writer.end();
    },
    pause: () => undefined,
    resume: () => undefined,
    end: (whole) => {
      ends.push(whole);
      return Promise.resolve();
    },
    explain: (error) => error,
    ...given,
  };
  return { server, ends, onBatch: () => release() };
}

async function read(
  { server, onBatch }: Pick<ReturnType<typeof serverOf>, "server" | "onBatch">,
  column: ArrowCellColumn = many,
) {
  const { batches, types } = encodeArrow(server, {
    columns: [column],
    start: () => Promise.resolve([column]),
  });
  const parts: Uint8Array[] = [];
  for await (const { bytes } of batches) {
    parts.push(bytes);
    onBatch();
  }
  const fields = types().map((type) => ({ name: "many", type }));
  const { open, shared, close } = arrowFrame(fields, {});
  const bodies = parts.flatMap((bytes) => [withoutShared(bytes, shared), shared]);
  const { rows, fault, fields: found } = readArrow(new Uint8Array(Buffer.concat([open, ...bodies, close])));
  expect(fault).toBeUndefined();
  return { rows: rows.map(([cell]) => cell), type: found[0]?.type, batches: parts.length };
}

it("`encodeArrow()` writes rows as they arrive if all types are known, and ends the connection whole", async () => {
  const served = serverOf([['["a"]', "", '["b",null]'], ["[]"]]);
  expect(await read(served, decidedBefore)).toEqual({
    rows: ['["a"]', "null", '["b",null]', "[]"],
    type: "List<Utf8>",
    batches: 2,
  });
  expect(served.ends).toEqual([true]);
});

it("`encodeArrow()` writes the first rows again when one of them does not fit the first type", async () => {
  const served = serverOf([['["a"]', "", '[["b"]]', '["c"]', "1"]]);
  const { rows, type } = await read(served);
  expect(type).toBe("Utf8");
  expect(rows).toEqual(['"[\\"a\\"]"', "null", '"[[\\"b\\"]]"', '"[\\"c\\"]"', '"1"']);
});

it("`encodeArrow()` cuts rows whose type was sent, naming the column and the row", async () => {
  const served = serverOf([['["a"]'], ['["b"]', '[["c"]]']]);
  await expect(read(served, decidedBefore)).rejects.toMatchObject({
    code: "upstream_invalid",
    message: expect.stringContaining('the column "many" as Arrow: row 3 does not fit its type'),
  });
  expect(served.ends).toEqual([false]);
});

it.each([0, 2])(
  "`encodeArrow()` skips %i rows, and names the row of text that is not UTF-8",
  async (skip) => {
    const invalid = Buffer.concat([Buffer.from('["'), Buffer.of(0xff), Buffer.from('"]')]);
    const served = serverOf([['["a"]', '["b"]', '["c"]', invalid]], { skip });
    await expect(read(served)).rejects.toThrow(
      'Could not read t: row 4 holds text in column "many" that is not UTF-8.',
    );
  },
);

it("`encodeArrow()` reports text that is not UTF-8 while the server is still sending", async () => {
  const served = serverOf([
    [Buffer.concat([Buffer.from('["'), Buffer.of(0xff), Buffer.from('"]')])],
    ['["b"]'],
  ]);
  await expect(read(served, decidedBefore)).rejects.toThrow(
    'row 1 holds text in column "many" that is not UTF-8',
  );
});

it("`encodeArrow()` runs nothing for no rows, and has the types that are known before", async () => {
  const served = serverOf([], { limit: 0, run: () => Promise.reject(new Error("expected no rows")) });
  expect(await read(served)).toEqual({ rows: [], type: "List<Utf8>", batches: 0 });
  expect(served.ends).toEqual([true]);
});

it("`encodeArrow()` throws the error of the server after the rows before it", async () => {
  const served = serverOf([], { run: () => Promise.reject(new Error("lost")) });
  await expect(read(served)).rejects.toThrow("lost");
});

/** A server that sends its rows at once, but for one pause, whose timer is due after that of a partial batch. */
function pausing(cells: readonly string[], pauseAfter: number) {
  const served = serverOf([cells]);
  const { server } = served;
  const run: RowsOfServer["run"] = async (receive) => {
    for (const [index, cell] of cells.entries()) {
      if (index === pauseAfter) await setTimeout(30);
      const bytes = Buffer.from(cell);
      receive({ bytes, start: 0, end: bytes.length });
    }
  };
  return { ...served, server: { ...server, run } };
}

it.each([0, 1, 2, 500, 998, 999, 1000, 1001, 1002, 1003])(
  "`encodeArrow()` has the same types and the same outcome if the server pauses after %i rows",
  async (pauseAfter) => {
    const flat = Array.from({ length: 1003 }, () => '["a"]');
    const decided = await read(pausing(flat.with(999, "1"), pauseAfter));
    expect([decided.type, decided.rows.length]).toEqual(["Utf8", 1003]);
    const late = pausing(flat.with(1000, "1"), pauseAfter);
    await expect(read(late)).rejects.toThrow('"many" as Arrow: row 1001 does not fit its type');
  },
);

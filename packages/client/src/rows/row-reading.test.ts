import { afterEach, expect, test, vi } from "vitest";
import { IncompleteRowsError } from "./incomplete-rows-error.js";
import { RowReading, type RowReadingOptions } from "./row-reading.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

type Piece = string | Uint8Array | Error;

interface Given extends Partial<Omit<RowReadingOptions, "answer">> {
  readonly headers?: Readonly<Record<string, string>>;
}

async function* bodyOf(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield typeof piece === "string" ? Buffer.from(piece) : piece;
  }
}

/** Reads a body that arrives in pieces, whose length the connector has said. */
function reading(pieces: readonly Piece[], { headers, ...more }: Given = {}): RowReading {
  return new RowReading({
    answer: {
      status: 200,
      headers: new Headers({ "content-length": "9", ...headers }),
      body: bodyOf(pieces),
    },
    account: { auth: "key" },
    columns: [],
    skip: 0,
    limit: undefined,
    signal: undefined,
    allowCloseDelimited: false,
    ...more,
  });
}

const column = (id: string) => ({ id, name: id, type: "text", description: "" });

/** The rows and bytes of each batch, and the fault at the end. */
async function batchesOf(rows: RowReading): Promise<{ batches: unknown[]; fault: unknown }> {
  const batches: unknown[] = [];
  try {
    for await (const { texts, bytes } of rows) batches.push([texts, bytes]);
    return { batches, fault: undefined };
  } catch (error) {
    return { batches, fault: error };
  }
}

test("a reading tells format, account and head, and how it ended", async () => {
  const rows = reading(["[", '{"a":1},{"a":2}', "]"], { headers: { "x-a": "b" } });
  expect([rows.format, rows.verdict, rows.status, rows.account]).toEqual([
    undefined,
    undefined,
    200,
    { auth: "key" },
  ]);
  expect(rows.headers.get("x-a")).toBe("b");
  expect(await batchesOf(rows)).toEqual({
    batches: [
      [[], 1],
      [['{"a":1}', '{"a":2}'], 15],
      [[], 1],
    ],
    fault: undefined,
  });
  expect([rows.format, rows.verdict]).toEqual(["json", { ending: "whole", rows: 2, bytes: 17, message: "" }]);
  await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow("they arrive once");
});

test("a row that the end completes comes in a batch of its own", async () => {
  const rows = reading(['{"a":1}\n{"a":2}', ""]);
  expect((await batchesOf(rows)).batches).toEqual([
    [['{"a":1}'], 15],
    [['{"a":2}'], 0],
  ]);
  expect(rows.format).toBe("ndjson");
});

test.each([
  [0, undefined, ["1", "2", "3", "4"], 4],
  [1, 2, ["2", "3"], 2],
  [3, undefined, ["4"], 1],
  [0, 3, ["1", "2", "3"], 3],
  [9, 1, [], 0],
] as const)(
  "a reading that skips %i rows and has at most %s has the rows %j",
  async (skip, limit, kept, count) => {
    const lines = reading(['{"n":1}\n{"n":2}\n', '{"n":3}\n{"n":4}\n'], { skip, limit });
    const texts: string[] = [];
    for await (const batch of lines) texts.push(...batch.texts);
    expect(texts).toEqual(kept.map((n) => `{"n":${n}}`));
    expect(lines.verdict).toMatchObject({ ending: "whole", rows: count });
  },
);

test("a fault of the connection ends the rows as cut, unless the reader has ended it", async () => {
  const cause = new TypeError("terminated");
  const cut = reading(["[{}", cause]);
  expect(await batchesOf(cut)).toEqual({
    batches: [[["{}"], 3]],
    fault: expect.objectContaining({
      ending: "cut",
      message: "the connection was closed before the end",
      cause,
    }),
  });
  expect(cut.verdict).toMatchObject({ ending: "cut", rows: 1, bytes: 3 });
  const ended = reading(["[{}", cause], { signal: AbortSignal.abort() });
  expect((await batchesOf(ended)).fault).toBe(cause);
  expect(ended.verdict).toBeUndefined();
  const going = reading(["[{}", cause], { signal: new AbortController().signal });
  expect((await batchesOf(going)).fault).toBeInstanceOf(IncompleteRowsError);
});

test("bytes that are not UTF-8 end the rows as cut, also in lines and at the end", async () => {
  const fault = expect.objectContaining({
    ending: "cut",
    message: "the stream has bytes that are not UTF-8",
    cause: expect.any(TypeError),
  });
  const wrong = Uint8Array.of(0x7b, 0xff, 0x7d, 0x0a);
  expect((await batchesOf(reading([wrong]))).fault).toEqual(fault);
  expect((await batchesOf(reading(["[{}]", Uint8Array.of(0xc3)]))).fault).toEqual(fault);
  const lines = reading([wrong]).lines(() => undefined);
  expect((await lines.next()).value).toMatchObject({ texts: [], bytes: 4 });
  await expect(lines.next()).rejects.toEqual(fault);
});

test.each([
  [{}, false, "cut"],
  [{ "content-length": "9" }, false, "whole"],
  [{ "transfer-encoding": "chunked" }, false, "whole"],
  [{ "transfer-encoding": "chunked", "content-encoding": "gzip" }, false, "cut"],
  [{}, true, "whole"],
])(
  "lines with the headers %j, where the end of the connection counts: %s, are %s",
  async (headers, allow, ending) => {
    const options = { answer: { status: 200, headers: new Headers(headers), body: bodyOf(['{"a":1}\n']) } };
    const read = (more: Partial<RowReadingOptions>) =>
      new RowReading({
        ...options,
        account: {},
        columns: [],
        skip: 0,
        limit: undefined,
        signal: undefined,
        allowCloseDelimited: false,
        ...more,
      });
    const rows = read({ allowCloseDelimited: allow });
    await batchesOf(rows);
    expect(rows.verdict?.ending).toBe(ending);
    if (ending === "whole") return;
    vi.stubGlobal("document", {});
    const inPage = read({ answer: { ...options.answer, body: bodyOf(['{"a":1}\n']) } });
    await batchesOf(inPage);
    expect(inPage.verdict?.ending).toBe("whole");
  },
);

test("an array is whole wherever its connection ends", async () => {
  const rows = reading(["[{}]"], { headers: { "content-encoding": "gzip" } });
  await batchesOf(rows);
  expect(rows.verdict?.ending).toBe("whole");
});

test.each([
  ["<!doctype html>", "expected rows, got a web page"],
  [" \n<HTML lang=en>", "expected rows, got a web page"],
])("%j is a web page", async (body, message) => {
  expect((await batchesOf(reading([body]))).fault).toMatchObject({ ending: "cut", message });
});

test("rows may contain what a web page begins with", async () => {
  const rows = reading(["name\n<html>\n"], { headers: { "content-type": "text/csv" } });
  expect((await batchesOf(rows)).batches).toEqual([[['{"name":"<html>"}'], 12]]);
});

test("a header is recognized by the columns of the source", async () => {
  const body = ["first name\nAda\n"];
  expect((await batchesOf(reading(body, { columns: [column("first name")] }))).batches).toEqual([
    [['{"first name":"Ada"}'], 15],
  ]);
  expect((await batchesOf(reading(body, { columns: [column("other")] }))).fault).toMatchObject({
    ending: "cut",
  });
});

test.each([
  ["", true],
  ["application/x-ndjson", true],
  ["text/plain; of=application/json", true],
  ["application/json", false],
  ["application/json; charset=utf-8", false],
  ["text/csv", false],
  ["text/tab-separated-values", false],
])("lines() of the type %j returns lines as they are: %s", async (type, areLines) => {
  const rows = reading(['{"a":1}\n{"a":2}\n'], { headers: { "content-type": type } });
  const parts: unknown[] = [];
  for await (const part of rows.lines(() => 2)) parts.push("lines" in part ? part.rows : part.texts);
  expect(parts).toEqual(areLines ? [2] : [['{"a":1}', '{"a":2}']]);
  expect(rows.verdict).toEqual({ ending: "whole", rows: 2, bytes: 16, message: "" });
});

test("lines() counts at once or later, and leaves what is not counted to the client", async () => {
  const pieces = ['{"a":1}\n', ' {"a":2}\n\n', '{"a":3}\n{"a":4}\n'];
  const counts = [Promise.resolve(1), undefined, 2];
  const rows = reading(pieces);
  const parts: unknown[] = [];
  for await (const part of rows.lines(() => counts.shift()))
    parts.push("lines" in part ? [Buffer.from(part.lines).toString(), part.rows, part.bytes] : part.texts);
  expect(parts).toEqual([[pieces[0], 1, 8], ['{"a":2}'], [pieces[2], 2, 16]]);
  expect(rows.verdict).toEqual({ ending: "whole", rows: 4, bytes: 34, message: "" });
  expect(rows.format).toBe("ndjson");
  const skipping = reading(pieces, { skip: 1 });
  const texts: string[] = [];
  for await (const part of skipping.lines(() => 9)) if ("texts" in part) texts.push(...part.texts);
  expect(texts).toEqual(['{"a":2}', '{"a":3}', '{"a":4}']);
});

test("lines() of an empty body are none", async () => {
  const rows = reading([]);
  const lines = rows.lines(() => 1);
  expect((await lines.next()).value).toMatchObject({ texts: [], bytes: 0 });
  await expect(lines.next()).rejects.toMatchObject({ ending: "cut" });
});

test("a reading stops at its limit, and reads nothing after it", async () => {
  const pieces = ['{"n":1}\n{"n":2}\n', new Error("read on")];
  for (const skip of [0, 1]) {
    const rows = reading(pieces, { skip, limit: 2 - skip });
    expect(await batchesOf(rows)).toMatchObject({ fault: undefined });
    expect(rows.verdict).toMatchObject({ ending: "whole", rows: 2 - skip });
  }
  expect((await batchesOf(reading(pieces, { limit: 3 }))).fault).toBeInstanceOf(IncompleteRowsError);
});

test("lines() returns texts where rows are selected, or their format is another", async () => {
  const textsOf = async (rows: RowReading): Promise<string[]> => {
    const texts: string[] = [];
    for await (const part of rows.lines(() => 1)) if ("texts" in part) texts.push(...part.texts);
    return texts;
  };
  expect(await textsOf(reading(['{"n":1}\n{"n":2}\n'], { limit: 1 }))).toEqual(['{"n":1}']);
  expect(await textsOf(reading(['[{"n":1}]']))).toEqual(['{"n":1}']);
});

test("lines() tells how they ended, unless the reader has ended them", async () => {
  const fault = new TypeError("terminated");
  const verdictOf = async (signal: AbortSignal | undefined) => {
    const rows = reading(['{"n":1}\n', fault], { signal });
    const lines = rows.lines(() => 1);
    await lines.next();
    await expect(lines.next()).rejects.toThrow(/terminated|closed before the end/);
    return rows.verdict;
  };
  expect(await verdictOf(undefined)).toMatchObject({ ending: "cut", rows: 1 });
  expect(await verdictOf(AbortSignal.abort())).toBeUndefined();
});

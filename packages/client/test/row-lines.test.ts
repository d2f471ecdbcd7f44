import { countRuns } from "@wellhead/test-support/properties/count-runs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Connector, type CountPlainRows, IncompleteRowsError, type Verdict } from "../src/index.js";
import { description } from "./foreign-connector.js";

/** A line of a body, and the row in it, if it has one. */
interface Line {
  readonly text: string;
  readonly row?: string;
}

const row = fc
  .record({ n: fc.integer(), t: fc.string({ unit: "grapheme", maxLength: 8 }) })
  .map((value): Line => {
    const text = JSON.stringify(value);
    return { text, row: text };
  });
const padded = row.map(({ text, row: same = text }): Line => ({ text: ` \t${text} `, row: same }));
const line = fc.oneof(
  { weight: 6, arbitrary: row },
  { weight: 1, arbitrary: padded },
  { weight: 1, arbitrary: fc.constant<Line>({ text: "" }) },
);

/** Ends that a body can have after its last whole line, and what a reader has to make of them. */
const ends = [
  { text: "", ending: "whole", rows: 0 },
  { text: '{"n":1,"t":"no line feed"}', ending: "whole", rows: 1 },
  { text: '{"__streamError":{"message":"The source failed","code":503}}\n', ending: "marked", rows: 0 },
  { text: '{"n":1,"t":"cut', ending: "cut", rows: 0 },
  { text: "[1,2]\n", ending: "cut", rows: 0 },
] as const;

interface Read {
  readonly rows: readonly string[];
  /** Sum of the rows and bytes of the parts. */
  readonly counted: number;
  readonly bytes: number;
  readonly verdict: Verdict | undefined;
  readonly error: unknown;
}

async function readLines(
  chunks: readonly Uint8Array[],
  countPlainRows: CountPlainRows,
  headers?: Readonly<Record<string, string>>,
): Promise<Read> {
  const rows: string[] = [];
  let counted = 0;
  let bytes = 0;
  const reading = await rowsOf(chunks, {}, headers);
  const error = await (async () => {
    for await (const part of reading.lines(countPlainRows)) {
      bytes += part.bytes;
      if ("lines" in part) {
        const texts = new TextDecoder().decode(part.lines).split("\n");
        if (texts.pop() !== "") throw new Error("The lines do not end with a line feed.");
        rows.push(...texts);
        counted += part.rows;
      } else {
        rows.push(...part.texts);
        counted += part.texts.length;
      }
    }
    return undefined;
  })().catch((error_: unknown) => error_);
  return { rows, counted, bytes, verdict: reading.verdict, error };
}

async function rowsOf(
  chunks: readonly Uint8Array[],
  options: { limit?: number; skip?: number },
  headers: Readonly<Record<string, string>> = { "transfer-encoding": "chunked" },
) {
  const send: typeof fetch = async (_input, init) =>
    init?.method === "POST"
      ? new Response(streamOf(chunks), { headers })
      : Response.json({ ...description, authentication: [] });
  return await new Connector("http://c.example", { fetch: send }).rows({ source: "issues", ...options });
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const cuts = [...new Set(places.map((place) => place % bytes.length)), bytes.length];
  const sorted = cuts.filter((place) => place > 0).toSorted((a, b) => a - b);
  return sorted.map((end, index) => bytes.subarray(sorted[index - 1] ?? 0, end));
}

/** Counts lines of which each is a row without white space around it, and leaves all others to the client. */
const countByParsing: CountPlainRows = (lines) => {
  const texts = new TextDecoder().decode(lines).split("\n").slice(0, -1);
  return texts.every((text) => /^\{"n".*\}$/.test(text) && isJson(text)) ? texts.length : undefined;
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("RowReading.lines() of NDJSON", () => {
  const counters: Readonly<Record<string, CountPlainRows>> = {
    "no lines are plain": () => undefined,
    "a parser finds plain lines": countByParsing,
  };

  it.each(Object.entries(counters))("returns each row once, in any chunks, when %s", async (_name, count) => {
    const places = fc.array(fc.nat(), { maxLength: 12 });
    const body = fc.tuple(row, fc.array(line, { maxLength: 8 }), fc.constantFrom(...ends), places);
    await fc.assert(
      fc.asyncProperty(body, async ([first, more, end, cuts]) => {
        const lines = [first, ...more];
        const text = `${lines.map((one) => `${one.text}\n`).join("")}${end.text}`;
        const whole = Buffer.from(text);
        const read = await readLines(cut(whole, cuts), count);
        const expected = [...lines.flatMap((one) => one.row ?? []), ...(end.rows === 1 ? [end.text] : [])];
        expect(read.rows).toEqual(expected);
        expect(read.counted).toBe(expected.length);
        const isWhole = end.ending === "whole";
        expect(read.error instanceof IncompleteRowsError).toBe(!isWhole);
        expect(read.verdict).toMatchObject({
          ending: end.ending,
          rows: expected.length,
          bytes: read.bytes,
          // A line feed that the body lacks at its end is counted.
          ...(isWhole && { message: "", bytes: whole.length + end.rows }),
        });
      }),
      { numRuns: countRuns(80) },
    );
  });

  it("returns lines before the body ends", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from('{"n":1}\n{"n"')),
    });
    const send: typeof fetch = async (_input, init) =>
      init?.method === "POST"
        ? new Response(body, { headers: { "transfer-encoding": "chunked" } })
        : Response.json({ ...description, authentication: [] });
    const reading = await new Connector("http://c.example", { fetch: send }).rows({ source: "issues" });
    const { value } = await reading.lines(() => 1).next();
    expect(value).toMatchObject({ rows: 1, bytes: 8 });
  });

  it("reports lines as cut when the response does not say where it ends", async () => {
    const send: typeof fetch = async (_input, init) =>
      init?.method === "POST"
        ? new Response('{"n":1}\n')
        : Response.json({ ...description, authentication: [] });
    const reading = await new Connector("http://c.example", { fetch: send }).rows({ source: "issues" });
    const read = async () => {
      for await (const _ of reading.lines(() => 1));
    };
    await expect(read()).rejects.toMatchObject({ ending: "cut" });
    expect(reading.verdict).toMatchObject({ ending: "cut", rows: 1 });
  });
});

describe("NDJSON with an end line", () => {
  const headers = { "content-type": "application/vnd.wellhead.ndjson; charset=utf-8" };
  const lastLine = '{"__streamError":null}';

  it("is whole only with that line, wherever the body ends, although the connection says that it is whole", async () => {
    const rows = fc.array(row, { maxLength: 4 });
    const places = fc.array(fc.nat(), { maxLength: 12 });
    const countPlainRows = fc.constantFrom<CountPlainRows>(() => undefined, countByParsing);
    await fc.assert(
      fc.asyncProperty(rows, places, countPlainRows, async (all, cuts, count) => {
        const whole = Buffer.from(`${all.map(({ text }) => `${text}\n`).join("")}${lastLine}\n`);
        for (let end = 1; end <= whole.length; end += 1) {
          const read = await readLines(cut(whole.subarray(0, end), cuts), count, {
            ...headers,
            "transfer-encoding": "chunked",
          });
          // The line feed after it adds nothing.
          expect(read.verdict?.ending).toBe(end < whole.length - 1 ? "cut" : "whole");
          expect(
            all
              .map(({ text }) => text)
              .join("\n")
              .startsWith(read.rows.join("\n")),
          ).toBe(true);
          expect(read.rows.length).toBeGreaterThanOrEqual(end >= whole.length - 1 ? all.length : 0);
        }
      }),
      { numRuns: 5 },
    );
  });

  it.each([
    ["is whole without another sign of its end", `{"n":1}\n${lastLine}\n`, "whole"],
    ["is cut without any text", "", "cut"],
    ["is cut with a row after that line", `{"n":1}\n${lastLine}\n{"n":2}\n`, "cut"],
    ["is cut with that line twice", `${lastLine}\n${lastLine}\n`, "cut"],
    ["is marked with a failure", '{"n":1}\n{"__streamError":{"message":"x","code":503}}\n', "marked"],
  ])("%s", async (_what, text, ending) => {
    const pieces = text === "" ? [] : text.split(/(?<=\n)/).map((piece) => Buffer.from(piece));
    for (const count of [() => undefined, countByParsing]) {
      const read = await readLines(pieces, count, headers);
      expect(read.verdict?.ending).toBe(ending);
    }
  });
});

describe("limit and skip", () => {
  it("stop reading a body that does not end", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from('{"n":1}\n{"n":2}\n')),
    });
    const send: typeof fetch = async (_input, init) =>
      init?.method === "POST"
        ? new Response(body, { headers: { "transfer-encoding": "chunked" } })
        : Response.json({ ...description, authentication: [] });
    const connector = new Connector("http://c.example", { fetch: send });
    const reading = await connector.rows({ source: "issues", limit: 5, skip: 2 });
    const texts: string[] = [];
    for await (const batch of reading) texts.push(...batch.texts);
    expect(texts.map((text) => text.slice(5, 6)).join("")).toBe("12121");
  });

  const forms: Readonly<Record<string, (values: readonly { n: number }[]) => string>> = {
    array: (values) => JSON.stringify(values),
    ndjson: (values) => values.map((value) => `${JSON.stringify(value)}\n`).join(""),
    csv: (values) => `n,m\r\n${values.map(({ n }) => `${n},\r\n`).join("")}`,
  };

  it.each(Object.entries(forms))("select the same rows of %s in any chunks", async (_name, write) => {
    const count = fc.nat({ max: 9 });
    const places = fc.array(fc.nat(), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        count,
        fc.option(count, { nil: undefined }),
        count,
        places,
        async (size, limit, skip, cuts) => {
          const all = Array.from({ length: size + 1 }, (_, n) => ({ n }));
          const chunks = cut(Buffer.from(write(all)), cuts);
          const wanted = all.slice(skip, limit === undefined ? undefined : skip + limit);
          for (const way of ["batches", "lines"] as const) {
            const reading = await rowsOf(chunks, { ...(limit !== undefined && { limit }), skip });
            const numbers: number[] = [];
            const parts = way === "batches" ? reading : reading.lines(() => undefined);
            for await (const part of parts) {
              if ("lines" in part) throw new Error("Nothing was plain.");
              for (const text of part.texts) numbers.push(Number(/"n":"?(\d+)/.exec(text)?.[1]));
            }
            expect(numbers).toEqual(wanted.map(({ n }) => n));
            const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
            expect(reading.verdict).toMatchObject({
              ending: "whole",
              rows: wanted.length,
              ...(limit === undefined && { bytes }),
            });
          }
        },
      ),
      { numRuns: countRuns(60) },
    );
  });
});

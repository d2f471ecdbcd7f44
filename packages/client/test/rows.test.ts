import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Connector, ExactNumber, IncompleteRowsError, type RowsOptions } from "../src/index.js";
import { type Answer, answerWith, description, startForeignConnector } from "./foreign-connector.js";

/** Reads all rows of the source "issues" as text. */
async function textsOf(connector: Connector, options: Partial<RowsOptions> = {}): Promise<string[]> {
  const texts: string[] = [];
  for await (const batch of await connector.rows({ source: "issues", ...options }))
    texts.push(...batch.texts);
  return texts;
}

describe("rows()", () => {
  const table = [
    { n: 1, t: 'a,"b"\n\\' },
    { n: 2, t: "é🙂]}" },
    { n: 3, t: "" },
  ];
  const bodies = {
    array: JSON.stringify(table),
    "array with layout": `\uFEFF \n${JSON.stringify(table, undefined, "\t")}\n`,
    lines: table.map((row) => JSON.stringify(row)).join("\n"),
    csv: 'n,t\r\n1,"a,""b""\n\\"\r\n2,é🙂]}\r\n3,""\r\n',
    "csv with a byte order mark": '\uFEFFn;t\n1;"a,""b""\n\\"\n2;é🙂]}\n3;""\n',
  };
  const types = ["application/json; charset=utf-8", "text/csv", "text/html", "application/octet-stream"];

  for (const [name, body] of Object.entries(bodies)) {
    it.each(types)(`reads ${name} sent as %s, in pieces of one byte`, async (type) => {
      const answer: Answer = (_seen, response) => {
        response.setHeader("content-type", type);
        for (const byte of Buffer.from(body)) response.write(Buffer.from([byte]));
        response.end();
      };
      const { url } = await startForeignConnector({ "GET /": description, "POST /": answer });
      const texts = await textsOf(new Connector(url));
      expect(texts.map((text): unknown => JSON.parse(text))).toEqual(table);
      expect(texts.join("")).not.toMatch(/[\r\n\t]/);
    });
  }

  it.each(Object.entries(bodies))("never calls %s whole when the connection was cut", async (_name, body) => {
    const bytes = Buffer.from(body);
    let cutAt = 0;
    const answer: Answer = (_seen, response) => {
      response.setHeader("content-type", "application/octet-stream");
      response.write(bytes.subarray(0, cutAt), () => response.destroy());
    };
    const { url } = await startForeignConnector({ "GET /": description, "POST /": answer });
    const connector = new Connector(url);
    const end = Buffer.from(body.trimEnd()).length;
    // Every byte is tried without sockets in any-chunks.test.ts.
    for (cutAt = 1; cutAt < bytes.length; cutAt += cutAt < bytes.length - 6 ? 9 : 1) {
      const outcome = await textsOf(connector).then(
        (texts) => texts.length,
        (error: unknown) => error,
      );
      // A closed array is whole whatever happens to the connection after it.
      if (body.includes("[{") || body.includes("[\n")) {
        if (cutAt >= end && outcome === table.length) continue;
      }
      expect(outcome, `cut at ${cutAt}`).toBeInstanceOf(Error);
    }
  });

  it("hands out the rows before the mark of a failure, then throws its words", async () => {
    const body = '[{"n":1},{"__streamError":{"message":"Tracker went away","code":503}}]';
    const { url } = await startForeignConnector({
      "GET /": description,
      "POST /": answerWith(body, "application/json"),
    });
    const reading = await new Connector(url).rows({ source: "issues" });
    const texts: string[] = [];
    const read = async () => {
      for await (const batch of reading) texts.push(...batch.texts);
    };
    await expect(read()).rejects.toMatchObject({ ending: "marked", code: 503, message: "Tracker went away" });
    await expect(read()).rejects.toThrow(/Could not read the rows again/);
    expect(texts).toEqual(['{"n":1}']);
    expect(reading.verdict).toMatchObject({ ending: "marked", rows: 1 });
  });

  it.each([
    ['{"error":"broken"}', "application/json", /got one JSON object/],
    ["<!DOCTYPE html><p>", "text/html", /got a web page/],
    ["[1,2]", "application/json", /expected an object as a row/],
    ['[{"n":1}] x', "application/json", /expected nothing after/],
    ['[{"n":1} {"n":2}]', "application/json", /expected "," or "]"/],
    ["", "application/json", /expected a JSON array, got nothing/],
    ["Oops, something failed\n", "application/json", /expected a JSON array, got "Oops/],
    ["Internal Server Error\n", "text/plain", /expected a JSON array, got "Internal/],
    ["Unauthorized\n", "text/plain", /expected a JSON array, got "Unauth/],
    ["null\n", "application/json", /expected a JSON array, got "null/],
    ['"a,b"', "application/json", /expected a JSON array/],
  ])("calls %s not whole", async (body, type, message) => {
    const { url } = await startForeignConnector({ "GET /": description, "POST /": answerWith(body, type) });
    await expect(textsOf(new Connector(url))).rejects.toThrow(message);
    await expect(textsOf(new Connector(url))).rejects.toBeInstanceOf(IncompleteRowsError);
  });

  it.each(["csv", "lines"] as const)(
    "never calls compressed %s whole that broke off inside",
    async (name) => {
      const gzip = gzipSync(bodies[name].repeat(50));
      const answer: Answer = (_seen, response) => {
        response.setHeader("content-encoding", "gzip").end(gzip.subarray(0, -9));
      };
      const { url } = await startForeignConnector({ "GET /": description, "POST /": answer });
      await expect(textsOf(new Connector(url))).rejects.toBeInstanceOf(IncompleteRowsError);
    },
  );

  it("takes an empty array and a CSV header as whole", async () => {
    for (const body of ["[]", "n,t\r\n"]) {
      const { url } = await startForeignConnector({
        "GET /": description,
        "POST /": answerWith(body, "text/plain"),
      });
      expect(await textsOf(new Connector(url))).toEqual([]);
    }
  });

  it("keeps every digit", async () => {
    const body = '[{"n":9007199254740993,"t":"x"},{"n":0.1000000000000000055}]';
    const { url } = await startForeignConnector({
      "GET /": description,
      "POST /": answerWith(body, "application/json"),
    });
    const reading = await new Connector(url).rows({ source: "issues" });
    for await (const batch of reading) {
      if (batch.texts.length === 0) continue;
      expect(batch.rows()).toEqual([
        { n: new ExactNumber("9007199254740993"), t: "x" },
        { n: new ExactNumber("0.1000000000000000055") },
      ]);
    }
  });

  it("returns the rows that slicing the whole would, whatever the connector makes of limit and skip", async () => {
    let honoursLimit = true;
    let honoursSkip = true;
    let all: unknown[] = [];
    const answer: Answer = ({ body }, response) => {
      const from = honoursSkip ? Number(body["skip"] ?? 0) : 0;
      const limit = honoursLimit ? (body["limit"] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
      response.end(JSON.stringify(all.slice(from, from + Number(limit))));
    };
    const { url } = await startForeignConnector({ "GET /": description, "POST /": answer });
    const connector = new Connector(url);
    const count = fc.nat({ max: 12 });
    await fc.assert(
      fc.asyncProperty(
        count,
        fc.option(count),
        count,
        fc.tuple(fc.boolean(), fc.boolean()),
        async (size, limit, skip, honours) => {
          [honoursLimit, honoursSkip] = honours;
          all = Array.from({ length: size }, (_, n) => ({ n }));
          const texts = await textsOf(connector, { limit: limit ?? undefined, skip });
          const expected = all.slice(skip, limit === null ? undefined : skip + limit);
          expect(texts.map((text): unknown => JSON.parse(text))).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});

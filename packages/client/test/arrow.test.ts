import { defineConnector, number, text, upstreamUnavailable } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Connector } from "../src/index.js";

const rowCount = 500;
let app: Awaited<ReturnType<typeof createApp>>;
let url: string;

beforeAll(async () => {
  const connector = defineConnector({
    id: "columns",
    name: "Columns",
    version: "1",
    description: "Rows of a test",
    sources: (source) => ({
      all: source({
        name: "All",
        filter: { fails: number({ optional: true }) },
        fields: { id: number(), name: text() },
        async *rows({ filter }) {
          for (let id = 0; id < rowCount; id += 100) {
            if (filter.fails !== undefined && id >= filter.fails) {
              throw upstreamUnavailable("Could not read the rows: the upstream is gone.");
            }
            await Promise.resolve();
            yield Array.from({ length: 100 }, (_unused, index) => ({ id: id + index, name: `n${index}` }));
          }
        },
      }),
      nothing: source({ name: "Nothing", filter: {}, rows: () => [] }),
    }),
  });
  app = await createApp({ connectors: [connector], logger: false });
  ({ url } = await app.listen({ port: 0 }));
});
afterAll(() => app.close());

/** Reads the cells of all batches, each as a stream of its own. */
async function readAll(reading: Awaited<ReturnType<Connector["arrow"]>>) {
  const rows: (readonly string[])[] = [];
  for await (const batch of reading) {
    const read = readArrow(batch.toStream());
    expect([read.fault, read.rows.length]).toEqual([undefined, batch.rows]);
    rows.push(...read.rows);
  }
  return rows;
}

/** The bytes of a whole stream. */
async function streamOf(source: object): Promise<Uint8Array> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/vnd.apache.arrow.stream" },
    body: JSON.stringify(source),
  });
  return new Uint8Array(await response.arrayBuffer());
}

/** A connector whose rows are these bytes. */
function answering(bytes: Uint8Array, size: number): Connector {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  return new Connector(url, {
    fetch: async (input, init) =>
      init?.method === "POST"
        ? new Response(body, { headers: { "content-type": "application/vnd.apache.arrow.stream" } })
        : fetch(input, init),
  });
}

describe("Connector.arrow()", () => {
  test("reads record batches as they arrive, and says that they are whole", async () => {
    const reading = await new Connector(url).arrow({ source: "all" });
    const rows = await readAll(reading);
    expect(rows.map(([id]) => Number(id))).toEqual(Array.from({ length: rowCount }, (_unused, id) => id));
    expect(reading.verdict).toMatchObject({ ending: "whole", rows: rowCount });
    expect(reading.schema?.length).toBeGreaterThan(0);
    await expect(readAll(reading)).rejects.toThrow("they arrive once");
  });

  test("passes limit and skip on", async () => {
    const reading = await new Connector(url).arrow({ source: "all", limit: 2, skip: 150 });
    expect(await readAll(reading)).toEqual([
      ["15e1", '"n50"'],
      ["151e0", '"n51"'],
    ]);
  });

  test("says that rows are missing when the connector fails", async () => {
    const reading = await new Connector(url).arrow({ source: "all", filter: { fails: 300 } });
    await expect(readAll(reading)).rejects.toMatchObject({ name: "IncompleteRowsError" });
    expect(reading.verdict?.ending).not.toBe("whole");
  });

  test.each([1, 7, 8, 1000, 1_000_000])("reads a body that arrives in pieces of %i bytes", async (size) => {
    const reading = await answering(await streamOf({ source: "all", limit: 200 }), size).arrow({
      source: "all",
    });
    expect(await readAll(reading)).toHaveLength(200);
    expect(reading.verdict?.ending).toBe("whole");
  });

  test("reports each stream that is not whole, wherever it ends", async () => {
    const whole = await streamOf({ source: "all", limit: 20 });
    for (let length = 0; length < whole.length; length += 13) {
      const reading = await answering(whole.subarray(0, length), 4096).arrow({ source: "all" });
      await expect(readAll(reading)).rejects.toMatchObject({ name: "IncompleteRowsError", ending: "cut" });
    }
  });

  test.each([
    ["goes on after its end", (whole: Uint8Array) => Buffer.concat([whole, Buffer.from([0])])],
    ["is text", () => Buffer.from('[{"id":1},{"id":2}]')],
    ["has a size that is not valid", () => Buffer.from([255, 255, 255, 255, 255, 255, 255, 255])],
  ])("reports a stream that %s", async (_what, change) => {
    const reading = await answering(change(await streamOf({ source: "all", limit: 20 })), 64).arrow({
      source: "all",
    });
    await expect(readAll(reading)).rejects.toMatchObject({ name: "IncompleteRowsError", ending: "cut" });
  });

  test("reports why the connector stopped if the stream says so", async () => {
    const reading = await answering(await marked(), 4096).arrow({ source: "all" });
    await expect(readAll(reading)).rejects.toMatchObject({
      ending: "marked",
      message: "Could not read the rows: the upstream is gone.",
      code: 503,
    });
    expect(reading.verdict).toMatchObject({ ending: "marked", rows: 300 });
  });

  test("reports a refusal, and a connector that does not offer Arrow", async () => {
    const connector = new Connector(url);
    await expect(connector.arrow({ source: "nothing" })).rejects.toMatchObject({
      code: "refused",
      status: 400,
    });
    const other = new Connector(url, {
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.delete("accept");
        return fetch(input, { ...init, headers });
      },
    });
    await expect(other.arrow({ source: "all" })).rejects.toMatchObject({
      code: "invalid",
      message:
        'Could not read the rows as Arrow: the connector sent "application/json; charset=utf-8". Request them as JSON.',
    });
  });
});

/** The bytes of a stream that fails, as far as they arrive before the connection is closed. */
async function marked(): Promise<Uint8Array> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/vnd.apache.arrow.stream" },
    });
    asked.once("error", reject);
    asked.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => undefined);
      response.once("close", () => resolve(Buffer.concat(chunks)));
    });
    asked.end(JSON.stringify({ source: "all", filter: { fails: 300 } }));
  });
}

import { type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { defineConnector, encodedRows, number, text, upstreamUnavailable } from "@wellhead/sdk";
import { rawRequest } from "@wellhead/test-support/http/raw-request";
import { parse, pick } from "@wellhead/test-support/json/pick";
import { afterEach, describe, expect, test } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

/** Number of places at which the rows fail. */
const rounds = process.env["WELLHEAD_LONG"] === undefined ? 15 : 60;

let started: StartedApp | undefined;
afterEach(() => started?.app.close());

/** A source of 1000 rows in batches of 10 that fails at a given row. */
function failing() {
  return defineConnector({
    id: "failing",
    name: "Failing",
    version: "1",
    description: "Fails when it is told to",
    sources: (source) => ({
      objects: source({
        name: "Objects",
        filter: { at: number(), how: text({ optional: true }) },
        async *rows({ filter }) {
          for (let start = 0; start < 1000; start += 10) {
            if (start + 10 > filter.at) {
              // A client on libuv does not notice a reset that arrives together with data.
              if (filter.how === "late") await delay(50);
              fail(filter.how);
            }
            yield Array.from({ length: 10 }, (_unused, index) => ({
              id: start + index,
              note: 'a "quoted", one',
            }));
          }
        },
      }),
      bytes: source({
        name: "Bytes",
        filter: { at: number(), how: text({ optional: true }) },
        rows: ({ filter }) =>
          encodedRows({
            columns: ["id"],
            async *encode({ format, separator }) {
              for (let id = 0; id < 1000; id += 2) {
                if (id + 2 > filter.at) fail(filter.how);
                const rows = [id, id + 1].map((value) =>
                  format === "csv" ? String(value) : `{"id":${value}}`,
                );
                yield { bytes: Buffer.from(rows.join(separator)), rows: 2 };
              }
            },
          }),
      }),
    }),
  });
}

function fail(how: string | undefined): void {
  if (how === "thrown")
    throw upstreamUnavailable("Could not read the rows: the upstream closed the connection.");
  // oxlint-disable-next-line typescript/only-throw-error -- connectors throw such values
  if (how === "odd") throw "an odd thing";
  throw new Error("a secret reason");
}

/** Reads a response to its end and returns whether it is complete according to HTTP. */
async function pull(
  url: string,
  body: object,
  accept: string,
): Promise<{ status: number; text: string; whole: boolean }> {
  const asked = request(url, { method: "POST", headers: { "content-type": "application/json", accept } });
  asked.on("error", () => undefined);
  asked.end(JSON.stringify(body));
  const response = await new Promise<IncomingMessage | undefined>((resolve) => {
    asked.once("response", resolve);
    asked.once("close", () => resolve(undefined));
  });
  if (response === undefined) return { status: 0, text: "", whole: false };
  response.on("error", () => undefined);
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve) => {
    response.once("close", resolve);
  });
  return {
    status: response.statusCode ?? 0,
    text: Buffer.concat(chunks).toString(),
    whole: response.complete,
  };
}

/** Counts the rows of a response in any format, without the mark. */
function rowsOf(body: string, accept: string): { rows: number; marked: boolean } {
  if (accept === "text/csv") return { rows: body.split("\r\n").filter(Boolean).length - 1, marked: false };
  const values: unknown =
    accept === "application/json"
      ? parse(body)
      : body
          .split("\n")
          .filter(Boolean)
          .map((line) => parse(line));
  const marked = pick(values, -1, "__streamError") !== undefined;
  return { rows: Array.isArray(values) ? values.length - (marked ? 1 : 0) : -1, marked };
}

/** Returns how a response ended, as far as its caller can see. */
function endingOf(
  { status, body, whole }: { status: number; body: string; whole: boolean },
  accept: string,
): { kind: string; rows: number } {
  if (!whole) return { kind: "cut", rows: 0 };
  if (status !== 200) return { kind: String(status), rows: 0 };
  const { rows, marked } = rowsOf(body, accept);
  // A response that is neither cut nor marked claims to be complete, so it must contain all rows.
  return marked ? { kind: "marked", rows } : { kind: rows === 1000 ? "whole" : "untruthful", rows };
}

function expectedEndings(
  at: number,
  { source, accept, thrown }: { source: string; accept: string; thrown: boolean },
): string[] {
  if (at >= 1000) return ["whole"];
  if (at < (source === "objects" ? 10 : 2)) return [thrown ? "503" : "500"];
  return [accept === "text/csv" ? "cut" : "marked"];
}

const formats = ["application/json", "application/x-ndjson", "text/csv"];

describe("the endings of a stream", () => {
  test.each(["objects", "bytes"])(
    "%s that fail are never taken for whole, wherever they fail",
    async (source) => {
      started = await startApp([failing()]);
      let seed = 7;
      for (let round = 0; round < rounds; round += 1) {
        seed = (seed * 48_271) % 2_147_483_647;
        const at = seed % 1100;
        for (const accept of formats) {
          const {
            status,
            text: body,
            whole,
          } = await pull(started.url, { source, filter: { at, how: round % 2 ? "thrown" : "" } }, accept);
          const ending = endingOf({ status, body, whole }, accept);
          expect(expectedEndings(at, { source, accept, thrown: round % 2 === 1 })).toContain(ending.kind);
          expect(ending.rows).toBeLessThanOrEqual(Math.min(at, 1000));
          expect(body).not.toContain("a secret reason");
        }
      }
      const endings = started.lines.map((line) => pick(parse(line), "ending")).filter(Boolean);
      expect(new Set(endings)).toStrictEqual(new Set(["whole", "marked", "cut"]));
    },
  );

  test.each([
    ["objects", 10],
    ["bytes", 2],
  ])("NDJSON of %s has its end line only if it is whole", async (source, size) => {
    started = await startApp([failing()]);
    for (const at of [10, 20, 500, 990, 999, 1000, 1001]) {
      const { text: body } = await pull(
        started.url,
        { source, filter: { at } },
        "application/vnd.wellhead.ndjson",
      );
      // Nothing but the text is looked at.
      const lines = body.split("\n");
      expect(lines.pop()).toBe("");
      const isWhole = lines.at(-1) === '{"__streamError":null}';
      expect(isWhole).toBe(at >= 1000);
      const sent = Math.min(1000, at - (at % size));
      expect(lines).toHaveLength(sent + 1);
    }
  });

  test("the mark carries sentence and status of the failure", async () => {
    started = await startApp([failing()]);
    const { text: known } = await pull(
      started.url,
      { source: "objects", filter: { at: 10, how: "thrown" } },
      "application/json",
    );
    expect(pick(parse(known), -1)).toStrictEqual({
      __streamError: { message: "Could not read the rows: the upstream closed the connection.", code: 503 },
    });
    const { text: odd } = await pull(
      started.url,
      { source: "objects", filter: { at: 10, how: "odd" } },
      "application/x-ndjson",
    );
    expect(parse(odd.split("\n").at(-2) ?? "")).toMatchObject({ __streamError: { code: 500 } });
  });

  test("JSON is cut instead of marked when the service says so", async () => {
    started = await startApp([failing()], { onStreamError: "cut" });
    const { whole, text: body } = await pull(
      started.url,
      { source: "objects", filter: { at: 500 } },
      "application/json",
    );
    expect(whole).toBe(false);
    expect(() => parse(body)).toThrow("JSON");
  });

  test("a cut breaks the connection of a caller of HTTP/1.0 too", async () => {
    started = await startApp([failing()], { onStreamError: "cut" });
    const body = JSON.stringify({ source: "objects", filter: { at: 500, how: "late" } });
    const { broken, text: received } = await rawRequest(
      started.url,
      `POST / HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(received).toContain("200 OK");
    expect(broken).toBe(true);
  });

  test("a row that could be taken for the mark is refused", async () => {
    const rows: Record<string, unknown[]> = {
      bare: [{ __streamError: { message: "x", code: 500 } }],
      hidden: [{ __streamError: 1, gone: undefined }],
      made: [{ toJSON: () => ({ __streamError: 1 }) }],
    };
    const connector = defineConnector({
      id: "forging",
      name: "Forging",
      version: "1",
      description: "Forges",
      sources: (source) => ({
        ...Object.fromEntries(
          Object.entries(rows).map(([id, made]) => [
            id,
            source({ name: id, rows: () => made as Record<string, never>[] }),
          ]),
        ),
        beside: source({ name: "b", rows: () => [{ __streamError: 1, id: 2 } as never] }),
        late: source({
          name: "Late",
          async *rows() {
            yield [{ id: 1 }];
            yield [{ __streamError: { message: "forged", code: 200 } } as never];
          },
        }),
        bytes: source({
          name: "Bytes",
          rows: () => encodedRows({ columns: ["__streamError"], async *encode() {} }),
        }),
      }),
    });
    started = await startApp([connector]);
    for (const source of ["bare", "hidden", "made", "bytes"]) {
      expect(await (await started.post("/", { source })).json()).toMatchObject({ code: "upstream_invalid" });
    }
    expect(await (await started.post("/", { source: "beside" })).json()).toStrictEqual([
      { __streamError: 1, id: 2 },
    ]);
    const late: unknown = await (await started.post("/", { source: "late" })).json();
    expect(late).toStrictEqual([
      { id: 1 },
      { __streamError: { message: expect.stringContaining("Rename the column"), code: 502 } },
    ]);
  });

  test("a column that appears after the header of CSV cuts it", async () => {
    const connector = defineConnector({
      id: "growing",
      name: "Growing",
      version: "1",
      description: "Grows",
      sources: (source) => ({
        late: source({
          name: "Late",
          async *rows() {
            yield [{ id: 1 }];
            yield [{ id: 2, extra: 3 }];
          },
        }),
      }),
    });
    started = await startApp([connector]);
    expect(await pull(started.url, { source: "late" }, "text/csv")).toMatchObject({ whole: false });
    expect(started.lines.join()).toContain(String.raw`the column \"extra\"`);
    expect(
      rowsOf((await pull(started.url, { source: "late" }, "application/json")).text, "application/json"),
    ).toStrictEqual({ rows: 2, marked: false });
  });

  test("a value that is not a batch of rows is a fault of the connector", async () => {
    const answers: Record<string, unknown> = {
      nothing: undefined,
      text: "rows",
      number: [1],
      nested: [[1]],
      empty: [null],
    };
    const connector = defineConnector({
      id: "wrong",
      name: "Wrong",
      version: "1",
      description: "Wrong",
      sources: (source) =>
        Object.fromEntries(
          Object.entries(answers).map(([id, answer]) => [
            id,
            source({ name: id, rows: () => answer as never }),
          ]),
        ),
    });
    started = await startApp([connector]);
    for (const source of Object.keys(answers)) {
      for (const accept of formats) {
        expect(await (await started.post("/", { source }, { accept })).json()).toMatchObject({
          code: "internal",
          status: 500,
        });
      }
    }
  });
});

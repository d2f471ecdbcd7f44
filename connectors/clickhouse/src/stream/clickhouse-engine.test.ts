import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { configureEgress } from "@wellhead/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClickhouseEngine, clickhouseEngine } from "./clickhouse-engine.js";

const key = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY";
const sql = `select a as \`a\` from s3('https://b.example/a.csv', 'AKIA', '${key}', 'CSV', '\`a\` Int64')`;
/** The number and the status of the next error, which quotes the whole statement. */
let next: { readonly code: number; readonly isLate: boolean };
let engine: ClickhouseEngine;

const server = createServer((request, response) => {
  void text(request).then((statement) => {
    if (statement.includes("system.settings")) return response.end("readonly=0\n");
    const exception = `Code: ${next.code}. DB::Exception: Syntax error: failed at position 9 ('${sql}'): ${sql}. (NAME) (version 26.7.2.1)\n`;
    if (statement.startsWith("describe")) {
      if (next.isLate) return response.end('{"name":"a","type":"Int64"}\n');
    } else response.write('{"a":1}\n');
    if (!next.isLate) response.statusCode = 500;
    return response.end(exception);
  });
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  // A server that listens on a port of an address has such an address.
  const { port } = server.address() as AddressInfo;
  configureEgress({ allow: "127.0.0.1/32:*" });
  engine = clickhouseEngine({ connection: `clickhouse://r:s@127.0.0.1:${port}/default?sslmode=disable` });
});
afterAll(async () => {
  await engine.close();
  server.close();
});

/** Reads all rows, and returns what a log could show of the error. */
async function failure(): Promise<string> {
  try {
    const rows = await engine.rows({ sql, action: 'Could not read "a.csv"' }, AbortSignal.timeout(60_000));
    for await (const _ of rows.encode({ format: "json", separator: "\n" })) continue;
  } catch (error) {
    return inspect(error, { depth: 20, maxStringLength: null });
  }
  throw new Error("expected an error");
}

test.each([62, 47, 36, 27, 241, 60, 9999])(
  "error %i that quotes the statement does not show the access key in it",
  async (code) => {
    for (const isLate of [false, true]) {
      next = { code, isLate };
      const shown = await failure();
      expect(shown).toContain("Could not read");
      expect(shown).not.toContain(key);
    }
  },
);

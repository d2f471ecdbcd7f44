import { Buffer } from "node:buffer";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { servePostgres } from "./serve-postgres.js";

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

/** Two columns of each type, the second of them null, and a large integer, which must not be rounded. */
const sql = `select 9007199254740993::int8 as long, 7::int2 as short, -7::int4 as n, 0.1::float8 as real, true as flag,
  '2026-01-31'::date as day, timestamp '2026-01-31 08:30:00.25' as local, timestamptz '2026-01-31 08:30:00Z' as instant,
  (-12.50)::numeric(12, 2) as amount, 1.5::numeric as digits, 'é' as name, array[1, 2] as many, null::int8 as nothing`;

it.each([
  ["PostgreSQL", undefined, [0, 1]],
  ["CockroachDB", ["crdb_version", "CockroachDB CCL v24.3.1"], [0]],
  ["Redshift", ["padb_version", "PgAnalytics_1"], [0]],
] as const)("requests from %s only the forms of cells that it has", async (_server, parameter, expected) => {
  const proxy = await startOtherServer(server.port, parameter);
  const service = await servePostgres({ port: proxy.port });
  const { url } = await service.app.listen({ port: 0 });
  const ask = (accept: string) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept, "accept-encoding": "identity" },
      body: JSON.stringify({ source: "query", account: service.account(), filter: { sql } }),
    });
  const lines = await (await ask("application/x-ndjson")).text();
  const bytes = await (await ask("application/vnd.apache.arrow.stream")).arrayBuffer();
  const { read, difference } = compareFormats(new Uint8Array(bytes), lines);
  await service.app.close();
  proxy.stop();
  expect(difference).toBeUndefined();
  expect(proxy.formats()).toEqual(expected);
  expect(read.fields.map(({ type }) => type)).toEqual([
    "Int64",
    "Int64",
    "Int64",
    "Float64",
    "Bool",
    "Date32<DAY>",
    "Timestamp<MICROSECOND>",
    "Timestamp<MICROSECOND, UTC>",
    "Decimal[12e+2]",
    "Utf8",
    "Utf8",
    "List<Int64>",
    "Int64",
  ]);
});

/** Starts a proxy of a server that states one more parameter, and reads which forms of cells its clients request. */
async function startOtherServer(port: number, parameter: readonly [name: string, value: string] | undefined) {
  const sent: Buffer[][] = [];
  const listener = createServer((client) => {
    const heard: Buffer[] = [];
    sent.push(heard);
    const upstream = connect(port, "127.0.0.1");
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    client.on("data", (bytes: Buffer) => {
      heard.push(bytes);
      upstream.write(bytes);
    });
    upstream.on("data", (bytes: Buffer) => {
      // After a password, the server sends its parameters with the message that accepts it.
      const after = bytes.indexOf(accepted) + accepted.length;
      const isAccepted = parameter !== undefined && after >= accepted.length;
      client.write(
        isAccepted
          ? Buffer.concat([bytes.subarray(0, after), parameterStatus(parameter), bytes.subarray(after)])
          : bytes,
      );
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  // The cast is safe: a server that listens on a port has an address with a port.
  const address = listener.address() as AddressInfo;
  return {
    port: address.port,
    formats: () =>
      [...new Set(sent.flatMap((heard) => requestedFormats(Buffer.concat(heard))))].toSorted((a, b) => a - b),
    stop: () => void listener.close(),
  };
}

const accepted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);

function parameterStatus(texts: readonly string[]): Buffer {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(""));
  const head = Buffer.from("S\0\0\0\0");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Returns the formats of cells in all messages that bind parameters. The message before the others has no type. */
function requestedFormats(stream: Buffer): readonly number[] {
  const formats: number[] = [];
  for (let at = stream.readInt32BE(0); at < stream.length; at += 1 + stream.readInt32BE(at + 1)) {
    if (stream[at] !== 0x42) continue;
    const body = stream.subarray(at + 5, at + 1 + stream.readInt32BE(at + 1));
    let next = body.indexOf(0, body.indexOf(0) + 1) + 1;
    next += 2 + body.readInt16BE(next) * 2;
    let values = body.readInt16BE(next);
    for (next += 2; values > 0; values -= 1) next += 4 + Math.max(0, body.readInt32BE(next));
    const count = body.readInt16BE(next);
    for (let index = 1; index <= count; index += 1) formats.push(body.readInt16BE(next + index * 2));
  }
  return formats;
}

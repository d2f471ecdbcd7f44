import { once } from "node:events";
import { freePort } from "@wellhead/test-support";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "./send-raw.js";
import { type Service, serveClickhouse } from "./serve-clickhouse.js";
import { type ClickhouseServer, reader, startClickhouse } from "./start-clickhouse.js";

let one: ClickhouseServer;
let other: ClickhouseServer;
let service: Service;

beforeAll(async () => {
  const cluster = [await freePort(), await freePort()];
  [one, other] = await Promise.all([
    startClickhouse({ cluster, nativePort: cluster[0] ?? 0 }),
    startClickhouse({ cluster, nativePort: cluster[1] ?? 0 }),
  ]);
  service = await serveClickhouse(one);
  for (const [index, server] of [one, other].entries()) {
    server.admin(`create table parts (id UInt32, part String, at DateTime('UTC')) engine = MergeTree order by id;
      insert into parts select number * 2 + ${index}, 'part ${index}', toDateTime((number + 1) * 86400) from numbers(50);
      create table every_part as parts engine = Distributed(pair, shop, parts)`);
  }
});
afterAll(async () => {
  await service.app.close();
  await Promise.all([one.stop(), other.stop()]);
});

/** Each format, as servers send their rows and compressed. */
const formats = ["application/json", "application/x-ndjson", "text/csv"].flatMap((accept) => [
  { accept, compression: false },
  { accept, compression: true },
]);

/** Asks for rows at several servers. */
function askAt(
  ports: readonly number[],
  filter: object,
  { accept = "application/json", at = service }: { readonly accept?: string; readonly at?: Service } = {},
) {
  const host = ports.map(() => "127.0.0.1").join(",");
  const connection = `clickhouse://${reader.user}:${encodeURIComponent(reader.password)}@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/shop?sslmode=disable`;
  const account = { auth: "database", host, connection };
  return at.post("/", { source: "query", account, filter }, { accept });
}

describe("a cluster", () => {
  it("yields the rows of all of its servers, filtered there", async () => {
    const filter = {
      schema: "shop",
      table: "every_part",
      dateColumn: "at",
      period: { _max: "1970-01-03" },
      orderBy: "id",
    };
    const { status, body } = await service.post("/", { source: "table", account: service.account(), filter });
    const expected = one.admin(
      "select * from every_part where at < '1970-01-04 00:00:00' order by id format JSONEachRow",
    );
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual(
      expected
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/g, "$1T$2Z")) as unknown),
    );
  });

  it("is read at the next server when one is down", async () => {
    const { status, body } = await askAt([await freePort(), other.port], {
      sql: "select part from parts limit 1",
    });
    expect({ status, body: JSON.parse(body) as unknown }).toEqual({
      status: 200,
      body: [{ part: "part 1" }],
    });
  });

  it("is not asked for a wrong password twice", async () => {
    const account = service.account({ host: "127.0.0.1,127.0.0.1", password: "wrong" });
    const { status } = await service.post("/", { source: "query", account, filter: { sql: "select 1" } });
    expect(status).toBe(401);
  });

  it.each(formats)("is read at the next server when one is killed before the first row: %j", async (way) => {
    const doomed = await startClickhouse();
    for (const [name, server] of Object.entries({ doomed, other }))
      server.admin(
        `drop table if exists single; create table single (part String); insert into single values ('${name}')`,
      );
    const at = await serveClickhouse(one, { compression: way.compression });
    const sql = "select part, sleepEachRow(2) as waited from single";
    const asked = askAt([doomed.port, other.port], { sql }, { accept: way.accept, at });
    await expect
      .poll(
        () =>
          doomed.admin(
            "select count() from system.processes where query like '%sleepEachRow%' and query not like '%system.processes%' and query not like 'describe%'",
          ),
        { timeout: 30_000 },
      )
      .toBe("1\n");
    await doomed.kill();
    const { status, body } = await asked;
    await at.app.close();
    expect({ status, row: body.replace(/[[\]\s]+/g, " ").trim() }).toEqual({
      status: 200,
      row: way.accept === "text/csv" ? "part,waited other,0" : '{"part":"other","waited":0}',
    });
    await doomed.stop();
  });

  it.each(formats)("never ends quietly when a server is killed among the rows: %j", async (way) => {
    const doomed = await startClickhouse();
    const at = await serveClickhouse(doomed, { compression: way.compression });
    const { url: address } = await at.app.listen({ port: 0 });
    const sql = `select number, '${"x".repeat(1000)}' as text from numbers(200000)`;
    const socket = sendRaw(address, {
      account: service.account({ port: doomed.port }),
      sql,
      accept: way.accept,
    });
    const [first] = (await once(socket, "data")) as [Buffer];
    socket.pause();
    await doomed.kill();
    let end = first.toString();
    socket.on("data", (chunk: Buffer) => {
      end = (end + chunk.toString()).slice(-1000);
    });
    socket.on("error", () => undefined);
    socket.resume();
    await once(socket, "close");
    await at.app.close();
    // CSV has no mark, so that its connection is cut before the last chunk.
    const isCut = !end.endsWith("\r\n0\r\n\r\n");
    const mark = '{"__streamError":{"message":"Could not read from the database: the connection was lost.';
    expect({ isCut, isMarked: end.includes(mark) }).toEqual({
      isCut: way.accept === "text/csv",
      isMarked: way.accept !== "text/csv",
    });
    await doomed.stop();
  });
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "./send-raw.js";
import { type Service, serveClickhouse } from "./serve-clickhouse.js";
import { type ClickhouseServer, reader, startClickhouse } from "./start-clickhouse.js";

let one: ClickhouseServer;
let service: Service;
let url: string;

beforeAll(async () => {
  one = await startClickhouse();
  service = await serveClickhouse(one);
  ({ url } = await service.app.listen({ port: 0 }));
});
afterAll(async () => {
  await service.app.close();
  await one.stop();
});

/** The end of a stream that has failed. */
function markOf(body: string): unknown {
  const rows: unknown = JSON.parse(body);
  return Array.isArray(rows) ? (rows.at(-1) as { __streamError?: unknown }).__streamError : undefined;
}

describe("an exception inside of a response", () => {
  const failing = "select number, throwIf(number = 300000) as failed from numbers(400000)";

  it("marks the end of rows as JSON", async () => {
    const { body } = await service.query(failing);
    expect(markOf(body)).toMatchObject({ message: expect.stringContaining("throwIf") as string });
  });

  it("cuts rows as CSV", async () => {
    const request = { source: "query", account: service.account(), filter: { sql: failing } };
    await expect(service.post("/", request, { accept: "text/csv" })).rejects.toThrow(/destroyed/);
  });

  it.each([
    [
      "an exception of version 18",
      'Code: 241, e.displayText() = DB::Exception: too much}\n{"a":2}\n, e.what() = DB::Exception\n',
    ],
    [
      "one within a row",
      '{"a":2,"b":"xCode: 241, e.displayText() = DB::Exception: too much}\n, e.what() = DB::Exception\n',
    ],
    [
      "one of version 25.11",
      "\r\n__exception__\r\nabcdefgh\r\nCode: 241. DB::Exception: too much. (MEMORY_LIMIT_EXCEEDED) (version 25.11.1)\n90 abcdefgh\r\n__exception__\r\n",
    ],
    ["a part of a row", '{"a":2,"b":"x'],
    ["text of a proxy", "<html>502</html>\n"],
  ])("%s is never a row", async (_, ending) => {
    const server = createServer((request, response) => {
      let sql = "";
      request
        .on("data", (chunk: Buffer) => (sql += chunk.toString()))
        .on("end", () => {
          if (sql.includes("system.settings")) return response.end("readonly=2\n");
          if (sql.startsWith("describe")) return response.end('{"name":"a","type":"UInt8"}\n');
          response.write('{"a":1}\n');
          return response.end(ending);
        });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    // The cast is safe: a server that listens on a port has an address with a port.
    const { port } = server.address() as AddressInfo;
    const account = service.account({ port });
    const { status, body } = await service.post("/", {
      source: "query",
      account,
      filter: { sql: "select a from t" },
    });
    server.close();
    const rows: unknown = JSON.parse(body);
    expect(status).toBe(200);
    expect(rows).toEqual([
      { a: 1 },
      { __streamError: expect.objectContaining({ code: expect.any(Number) as number }) as object },
    ]);
  });
});

describe("the pages of a table", () => {
  it("are all there when it also holds states of an aggregate function, which no row shows", async () => {
    one.admin(`create table sums (kind UInt8, zero Float64, total AggregateFunction(sum, UInt64)) engine = MergeTree order by kind;
      insert into sums select number % 3, if(number % 2, -0., 0.), sumState(number) from numbers(90) group by number`);
    const rows: string[] = [];
    for (let skip = 0; skip < 90; skip += 40) {
      const filter = { schema: "shop", table: "sums", columns: ["kind", "zero"] };
      const request = { source: "table", account: service.account(), filter, limit: 40, skip };
      const { status, body } = await service.post("/", request, { accept: "application/x-ndjson" });
      expect({ status, body }).toMatchObject({ status: 200 });
      rows.push(...body.trimEnd().split("\n"));
    }
    const expected = one.admin("select kind, zero from sums format JSONEachRow").trimEnd().split("\n");
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });
});

describe("a value", () => {
  const cells = [
    ["array(toDateTime('2024-02-29 01:02:03', 'UTC'))", '["2024-02-29T01:02:03Z"]'],
    ["tuple(1, toDateTime('2024-02-29 01:02:03', 'Asia/Tokyo'))", '[1,"2024-02-28T16:02:03Z"]'],
    ["array(tuple('a\"', 18446744073709551615))", '[["a\\"",18446744073709551615]]'],
    ["cast(null, 'Nullable(DateTime)')", "null"],
    ["nan", "null"],
    ["''", '""'],
    ["'=1+1'", '"=1+1"'],
    ["toDecimal128('12345678901234567890.5', 10)", "12345678901234567890.5000000000"],
  ] as const;

  it("has the digits and the form of the server, in JSON and in CSV", async () => {
    const sql = `select ${cells.map(([expression], index) => `${expression} as c${index}`).join(", ")}`;
    const json = await service.query(sql);
    expect(json.body.trim()).toBe(`[{${cells.map(([, cell], index) => `"c${index}":${cell}`).join(",")}}]`);
    const csv = await service.post(
      "/",
      { source: "query", account: service.account(), filter: { sql } },
      { accept: "text/csv" },
    );
    expect(csv.body.split("\r\n")[1]).toBe(
      '"[""2024-02-29T01:02:03Z""]","[1,""2024-02-28T16:02:03Z""]","[[""a\\"""",18446744073709551615]]",,,"",=1+1,12345678901234567890.5000000000',
    );
  });

  it("has the form of ISO 8601 on every day", async () => {
    // Such servers write the times of the day after these, their last one, as those of the first.
    const days = 49_710;
    const sql = `select toDate(number) as day, toDateTime(number * 86400 + number % 20000) as at, [toDate(number)] as days from numbers(${days})`;
    const { body } = await service.query(sql);
    const expected = Array.from({ length: days }, (_, index) => {
      const at = new Date(index * 86_400_000 + (index % 20_000) * 1000).toISOString();
      const day = new Date(index * 86_400_000).toISOString().slice(0, 10);
      return { day, at: at.replace(".000Z", "Z"), days: [day] };
    });
    const rows: readonly unknown[] = JSON.parse(body) as [];
    expect(rows).toHaveLength(days);
    const different = rows.filter((row, index) => JSON.stringify(row) !== JSON.stringify(expected[index]));
    expect(different).toEqual([]);
  });

  it("that is not taken is skipped within and between the blocks in which rows arrive", async () => {
    const sql =
      "select number as id, arrayStringConcat(arrayMap(i -> 'x', range(1 + number * 37 % 4000))) as text from numbers(1000) order by id";
    const request = { source: "query", account: service.account(), filter: { sql } };
    const rows: readonly { id: number; text: string }[] = JSON.parse(
      (await service.post("/", request)).body,
    ) as [];
    expect(rows.map(({ id, text }) => [id, text.length])).toEqual(
      Array.from({ length: 1000 }, (_, id) => [id, 1 + ((id * 37) % 4000)]),
    );
    for (const [skip, limit] of [
      [0, 1],
      [1, 1],
      [127, 3],
      [0, 999],
      [333, 500],
      [999, 5],
      [1000, 5],
    ] as const) {
      const page = await service.post("/", { ...request, skip, limit });
      expect(JSON.parse(page.body), `${skip} ${limit}`).toEqual(rows.slice(skip, skip + limit));
      const csv = await service.post("/", { ...request, skip, limit }, { accept: "text/csv" });
      const lines = csv.body.split("\r\n").slice(1, -1);
      expect(lines).toEqual(rows.slice(skip, skip + limit).map(({ id, text }) => `${id},${text}`));
    }
  });

  it("that is a state of an aggregate function is refused by name", async () => {
    const { status, body } = await service.query("select sumState(number) as total from numbers(3)");
    expect(status).toBe(400);
    expect(body).toContain('the column \\"total\\" holds states of an aggregate function');
  });

  it("that is not UTF-8 is named by its row and its column", async () => {
    const { body } = await service.query(
      "select number, if(number = 70000, unhex('ff'), 'a') as text from numbers(70010)",
    );
    expect(body).toContain('row 70001 holds text in column \\"text\\" that is not UTF-8');
  });

  it("of another name keeps the name once", async () => {
    const { body } = await service.query("select 1 as a, 'x' as b, 1 as a");
    expect(body.trim()).toBe('[{"a":1,"b":"x","a_2":1}]');
  });
});

describe("a statement", () => {
  it("ends at the server when its caller leaves before the first row", async () => {
    const stop = new AbortController();
    const body = JSON.stringify({
      source: "query",
      account: service.account(),
      filter: { sql: "select count() from system.numbers" },
    });
    const asked = fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
      signal: stop.signal,
    }).catch(() => "left");
    const running = `select count() from system.processes where user = '${reader.user}' and query like 'select count%'`;
    await expect.poll(() => one.admin(running), { timeout: 30_000 }).toBe("1\n");
    stop.abort();
    expect(await asked).toBe("left");
    await expect.poll(() => one.admin(running), { timeout: 30_000 }).toBe("0\n");
  });

  it("ends at the server when its caller leaves among the rows", async () => {
    const sql = `select number as endless, '${"x".repeat(1000)}' as text from system.numbers`;
    const socket = sendRaw(url, { account: service.account(), sql });
    await once(socket, "data");
    const running = `select count() from system.processes where user = '${reader.user}' and query like 'select number as endless%'`;
    expect(one.admin(running)).toBe("1\n");
    socket.destroy();
    await expect.poll(() => one.admin(running), { timeout: 30_000 }).toBe("0\n");
  });

  it("stops with an error at the operator's limit of rows, whatever the user's profile does", async () => {
    one.admin(`alter user ${reader.user} settings result_overflow_mode = break`);
    const limited = await serveClickhouse(one, { maxResultRows: 10 });
    const { status, body } = await limited.query("select number from system.numbers limit 100000");
    await limited.app.close();
    one.admin(`alter user ${reader.user} settings `);
    expect(status).toBe(400);
    expect(body).toContain("it has more rows than the database or this service allows");
  });

  it("of a user who may change no setting is refused with what to ask for", async () => {
    const account = service.account({ user: "locked", password: "x" });
    const { status, body } = await service.post("/", {
      source: "query",
      account,
      filter: { sql: "select 1" },
    });
    expect(status).toBe(401);
    expect(body).toContain("Ask for readonly = 2");
  });

  it("has the same rows when they are compressed", async () => {
    const compressed = await serveClickhouse(one, { compression: true });
    const sql = "select number from numbers(100000) order by number desc";
    const [plain, packed] = [await service.query(sql), await compressed.query(sql)];
    await compressed.app.close();
    expect(packed).toEqual(plain);
  });
});

import { playTableHistories, readPages } from "@wellhead/test-support";
import { type MariadbServer, reader, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let now = "2026-05-01T23:00:00.000Z";
const services = new Map<number, Service>();

/** Each table: its declaration, its rows, the SQL of the texts of its key, and the order of its rows. */
const tables: Readonly<
  Record<string, readonly [declared: string, rows: string, key: readonly string[], order: string]>
> = {
  numbers: [
    "id bigint primary key, note text",
    "select seq * 1317624576693539401, 'n' from seq_0_to_7 union select -seq, 'n' from seq_1_to_9",
    ["id"],
    "id",
  ],
  naturals: [
    "id bigint unsigned primary key",
    "select 18446744073709551615 - seq from seq_0_to_6 union select seq from seq_0_to_5",
    ["id"],
    "id",
  ],
  // Case and accents do not matter in the order, nor do spaces at the end.
  folded: [
    "code varchar(20) collate utf8mb4_general_ci primary key, note text",
    "values ('b', 'n'), ('A', 'n'), ('C', 'n'), ('é', 'n'), ('Z', 'n'), ('y', 'n'), (' ', 'n'), ('10', 'n'), ('9', 'n'), ('it''s', 'n'), ('\\\\', 'n'), ('\"', 'n'), ('日本', 'n')",
    ["code"],
    "code",
  ],
  exact: [
    "code varchar(20) collate utf8mb4_bin primary key",
    "values (''), ('a'), ('A'), ('b'), ('B'), ('é'), ('e'), ('E'), ('ß'), ('ss'), ('😀'), ('\\t'), ('%')",
    ["code"],
    "code",
  ],
  moments: [
    "at datetime(6) primary key",
    "select timestamp '2026-01-01 00:00:00' + interval seq microsecond from seq_1_to_10",
    ["date_format(at, '%Y-%m-%dT%H:%i:%s.%f')"],
    "at",
  ],
  amounts: [
    "amount decimal(40, 9) primary key",
    "select seq * 12345678901234567890.000000001 from seq_1_to_6 union select -seq * 0.5 from seq_1_to_6",
    ["amount"],
    "amount",
  ],
  wide: [
    "place varchar(10) collate utf8mb4_unicode_ci, line int, kind enum('small', 'large', 'any'), cost decimal(10, 2), primary key (place, line, kind)",
    "select place, seq, kind, 1.5 from (select 'a' place union select 'B' union select '' union select 'ö' union select 'z') p, (select 'small' kind union select 'any') k, seq_1_to_3",
    ["place", "line", "kind"],
    "place, line, kind",
  ],
  backwards: [
    "a int, b int, note text, primary key (b desc, a)",
    "select seq, seq % 3, 'n' from seq_1_to_12",
    ["b", "a"],
    "b, a",
  ],
};

beforeAll(async () => {
  server = await startMariadb();
  for (const [name, [declared, rows]] of Object.entries(tables))
    server.admin(`create table ${name} (${declared}); insert into ${name} ${rows}`);
  server.admin(`set time_zone = '+00:00';
    create table orders (id int primary key, name varchar(20), updated_at timestamp(3) null);
    insert into orders select seq * 3, concat('Order ', seq), '2026-01-01 00:00:00' + interval floor(seq / 4) hour from seq_0_to_19;
    create table parts (id int primary key, orders int, parent int, changed datetime(3),
      foreign key (orders) references orders (id), foreign key (parent) references parts (id));
    insert into parts values (1, 3, null, '2026-05-01 06:00:00.001'), (2, null, 1, null), (3, 6, 1, '2026-04-30 05:59:59.999');
    create table keyless (a int);
    set sql_mode = '';
    create table unreal (day date primary key);
    insert into unreal values ('0000-00-00');
    insert into keyless values (1);
    create table changing (id bigint primary key, text text, updated_at timestamp(3) null)`);
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "shop",
    ...reader,
    tls: "off",
    tables: [
      ...Object.keys(tables),
      "orders",
      { name: "parts", changes: "changed" },
      "keyless",
      "unreal",
      { name: "changing", lookback: "6 h" },
    ],
  } as const;
  for (const pageRows of [3, 1000])
    services.set(pageRows, await serveMysql(server, { pinned, pageRows, now: () => new Date(now) }));
}, 120_000);

afterAll(async () => {
  for (const service of services.values()) await service.app.close();
  await server.stop();
});

async function ask(path: string, body: object, pageRows = 1000): Promise<unknown> {
  const answer = await services.get(pageRows)?.post(`/api/v1/synchronizer/${path}`, body);
  if (answer?.status !== 200) throw new Error(answer?.body);
  return JSON.parse(answer.body) as unknown;
}

/** Reads a table page by page. `between` runs after each page. */
function readTable(request: object, pageRows: number, between?: (page: number) => void) {
  return readPages((body) => ask("data", body, pageRows), { account: {}, ...request }, between);
}

/** Asks the database itself for the keys of a table, in order. The client would change some characters, so it gets digits. */
function keysOf(name: string): readonly string[] {
  const [, , parts, order] = tables[name] ?? ["", "", [], ""];
  const texts = parts.map((part) => `hex(convert(${part} using utf8mb4))`);
  const lines = server
    .admin(`select ${texts.join(", ")} from ${name} order by ${order}`)
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const key = line.split("\t").map((hex) => Buffer.from(hex, "hex").toString());
    return key.length === 1 ? key[0] || '[""]' : JSON.stringify(key);
  });
}

/** Brings a key into the form of the database, which writes all digits after the point. */
function withoutZeros(key: unknown): string {
  return String(key)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

describe("the tables of a database", () => {
  it("with a key are types, and have the relations of their foreign keys", async () => {
    const { types } = (await ask("config", {})) as { types: { id: string }[] };
    expect(types.map(({ id }) => id)).toEqual(
      [...Object.keys(tables), "orders", "parts", "unreal", "changing"].map((table) => `shop.${table}`),
    );
    const schema = (await ask("schema", { account: {}, types: ["shop.parts"] })) as Record<string, object>;
    expect(schema["shop.parts"]).toMatchObject({
      orders: { relation: { cardinality: "many-to-one", targetType: "shop.orders", targetFieldId: "id" } },
      parent: { relation: { cardinality: "many-to-one", targetType: "shop.parts", targetFieldId: "id" } },
    });
  });

  it.each(Object.keys(tables))("have every row of %s once, whatever the size of a page", async (table) => {
    const wanted = keysOf(table).map(withoutZeros);
    expect(wanted.length).toBeGreaterThan(8);
    for (const pageRows of services.keys()) {
      const { pages, items } = await readTable({ requestedType: `shop.${table}` }, pageRows);
      expect(items.map(({ id }) => withoutZeros(id))).toEqual(wanted);
      expect(pages).toHaveLength(Math.ceil(wanted.length / pageRows));
    }
  });

  it("are refused with what to do when the day of a key does not exist", async () => {
    await expect(readTable({ requestedType: "shop.unreal" }, 3)).rejects.toThrow(
      /key column \\"day\\".*0000-00-00\. Correct the row in the source, or synchronize the other types only\./,
    );
  });

  it("go on after the last row although rows before it and after it change", async () => {
    const { items } = await readTable({ requestedType: "shop.orders" }, 3, (page) => {
      if (page !== 2) return;
      server.admin(`delete from orders where id in (0, 30); insert into orders values (1, 'before', now()), (31, 'after', now());
        update orders set name = 'changed' where id in (3, 33)`);
    });
    const ids = items.map(({ id }) => Number(id));
    expect(ids.slice(0, 6)).toEqual([0, 3, 6, 9, 12, 15]);
    // The next pages may have been read together with the second one, so each change is on them or not.
    const unchanged = [18, 21, 24, 27, 33, 36, 39, 42, 45, 48, 51, 54, 57];
    expect(ids.slice(6).filter((id) => id !== 30 && id !== 31)).toEqual(unchanged);
    const later = await readTable({ requestedType: "shop.orders" }, 3);
    expect(later.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["before", "after", "changed"]),
    );
    expect(later.items).toHaveLength(20);
  });

  it("return the rows that have changed since the last run, and those of which it is not known", async () => {
    server.admin(
      "set time_zone = '+00:00'; update orders set updated_at = '2020-01-01'; update orders set updated_at = '2026-05-01 06:00:00' where id < 7; update orders set updated_at = null where id = 9",
    );
    const request = { requestedType: "shop.orders", lastSynchronizedAt: "2026-05-01T12:00:00.000Z" };
    const { pages, items } = await readTable(request, 3);
    expect(items.map(({ id }) => Number(id))).toEqual([1, 3, 6, 9]);
    expect(pages.every(({ synchronizationType }) => synchronizationType === "delta")).toBe(true);
    const later = await readTable({ ...request, lastSynchronizedAt: "2026-05-01T12:00:00.001Z" }, 3);
    expect(later.items.map(({ id }) => Number(id))).toEqual([9]);
    // A column without a time zone may hold local times, so a run begins a day earlier.
    const parts = { requestedType: "shop.parts", lastSynchronizedAt: "2026-05-01T06:00:00.000Z" };
    expect((await readTable(parts, 3)).items.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  it("are copied although their rows change between runs", async () => {
    const copied = playTableHistories({
      first: 5,
      type: "shop.changing",
      ask,
      pageRows: [3, 1000],
      run: (sql) => void server.admin(sql),
      timeSql: (milliseconds) => `from_unixtime(${milliseconds} / 1000)`,
      setNow: (time) => {
        now = time;
      },
    });
    await expect(copied).resolves.toBeUndefined();
  }, 7_200_000);
});

import { playTableHistories, readPages } from "@wellhead/test-support";
import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let now = "2026-05-01T23:00:00.000Z";
const tables = ["orders", "items", "tags", "moments", "amounts", "keys", "keyless"];
const services = new Map<number, Service>();
/** Keys that are empty, look like the id of an empty one, or do not exist in JSON; each with its id, in the order of the keys. */
const oddKeys: Readonly<Record<string, readonly (readonly [key: string, id: string])[]>> = {
  'text collate "C"': [
    ["", '[""]'],
    ["1", "1"],
    ["[", "["],
    ['["', '["'],
    ['[""]', '["[\\"\\"]"]'],
    ['["["]', '["[\\"[\\"]"]'],
    ['["[\\"\\"]"]', '["[\\"[\\\\\\"\\\\\\"]\\"]"]'],
    ['["a"]', '["a"]'],
    ["\\", "\\"],
    ["null", "null"],
  ],
  bytea: [
    ["", '[""]'],
    ["a", "YQ=="],
  ],
  numeric: ["-Infinity", "0", "1.5", "Infinity", "NaN"].map((key) => [key, key]),
  "double precision": ["-Infinity", "0", "1.5", "Infinity", "NaN"].map((key) => [key, key]),
  timestamptz: [
    ["-infinity", "-infinity"],
    ["2026-01-01 00:00:00.5+00", "2026-01-01T00:00:00.5Z"],
    ["infinity", "infinity"],
  ],
  date: ["-infinity", "2026-01-01", "infinity"].map((key) => [key, key]),
};
const oddTables = Object.keys(oddKeys).map((type, index) => [`odd${index}`, type] as const);

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create table orders (id bigint primary key, name text, updated_at timestamptz);
    insert into orders select 9007199254740000 + i * 3, 'Order ' || i, '2026-01-01 00:00:00+00'::timestamptz + (i / 4) * interval '1 hour'
      from generate_series(0, 19) i;
    create table items (place text, line int, cost numeric(10,2), primary key (place, line), unique (line, place));
    insert into items select place, line, line * 1.5 from
      unnest(array['a', 'B', 'ä', '', ' ', 'a b', 'it''s', '"', '\\', 'Z', 'z', '日本', E'\\u00e9', E'e\\u0301']) place, generate_series(1, 2) line;
    create table tags (id uuid primary key, flag boolean);
    insert into tags select md5(i::text)::uuid, i % 2 = 0 from generate_series(1, 10) i;
    create table moments (at timestamptz primary key, note text);
    insert into moments select '2026-01-01 00:00:00+00'::timestamptz + i * interval '1 microsecond', 'n' from generate_series(1, 10) i;
    create table amounts (amount numeric primary key);
    insert into amounts select i * 12345678901234567890.000000001 from generate_series(-5, 5) i;
    create table keys (code character(4), kind text collate "C" not null, primary key (kind, code));
    insert into keys select i::text, k from generate_series(8, 10) i, unnest(array['x', 'X', '10', '9']) k;
    create table parts (id int primary key, "order" bigint references orders, place text, line int, parent int references parts,
      changed timestamp, foreign key (line, place) references items (line, place));
    insert into parts values (1, 9007199254740003, 'ä', 2, null, '2026-05-01 06:00:00.000001'), (2, null, 'B', 1, 1, null),
      (3, null, null, 1, 1, '-infinity'), (4, null, null, null, null, 'infinity'), (5, null, null, null, null, '2026-04-30 05:59:59.999999');
    create table large (id int primary key, updated_at timestamptz);
    insert into large select i, now() from generate_series(1, 20000) i;
    analyze large;
    create table changing (id bigint primary key, text text, updated_at timestamptz);
    create table keyless (a int);
    insert into keyless select i % 3 from generate_series(1, 9) i;
    create table related (id int primary key, code text collate "C");`);
  for (const [name, type] of oddTables) {
    const rows = oddKeys[type]?.map((row) => `(${row.map((text) => `'${text}'`).join(", ")})`);
    server.admin(
      `create table ${name} (key ${type} primary key, wanted text); insert into ${name} values ${rows?.join(", ")}`,
    );
  }
  server.admin(
    "insert into related select row_number() over (order by key), key from odd0; alter table related add foreign key (code) references odd0",
  );
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "postgres",
    ...reader,
    tls: "off",
    tables: [
      ...tables,
      { name: "parts", changes: "changed" },
      { name: "public.large", changes: false },
      "changing",
      ...oddTables.map(([name]) => name),
      "related",
    ],
  } as const;
  for (const pageRows of [3, 1000])
    services.set(pageRows, await servePostgres(server, { pinned, pageRows, now: () => new Date(now) }));
});

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

/** Asks the database itself for the keys of a table, in order: texts, or arrays of them. */
function keysOf(table: string, key: string, order: string): readonly string[] {
  const found = server.admin(
    `copy (select encode(convert_to(json_agg(${key} order by ${order})::text, 'UTF8'), 'hex') from ${table}) to stdout`,
  );
  const keys = JSON.parse(Buffer.from(found.trim(), "hex").toString()) as (string | readonly string[])[];
  return keys.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
}

describe("the tables of a database", () => {
  it("with a key are types, and a column for the time of changes is used", async () => {
    const config = (await ask("config", {})) as { types: { id: string }[]; filters: unknown[] };
    const keyed = tables.filter((table) => table !== "keyless").map((table) => `public.${table}`);
    expect(config.types.map(({ id }) => id)).toEqual([
      ...keyed,
      "public.parts",
      "public.large",
      "public.changing",
      ...oddTables.map(([table]) => `public.${table}`),
      "public.related",
    ]);
    expect(config.filters).toEqual([]);
    const schema = await ask("schema", { account: {}, types: ["public.items", "public.orders"] });
    expect(schema).toMatchObject({
      "public.items": { id: { type: "id" }, place: { type: "text" }, line: { type: "number" } },
      "public.orders": { id: { type: "id" }, name: { type: "text" }, updated_at: { type: "date" } },
    });
  });

  it.each<[string, string, string]>([
    ["orders", "id::text", "id"],
    ["items", "json_build_array(place, line::text)", "place, line"],
    ["tags", "id::text", "id"],
    [
      "moments",
      `regexp_replace(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '0+Z$', 'Z')`,
      "at",
    ],
    ["amounts", "trim_scale(amount)::text", "amount"],
    ["keys", "json_build_array(kind, code)", "kind, code"],
  ])("have every row of %s once, whatever the size of a page", async (table, key, order) => {
    const wanted = keysOf(table, key, order);
    expect(wanted.length).toBeGreaterThan(8);
    for (const pageRows of services.keys()) {
      const { pages, items } = await readTable({ requestedType: `public.${table}` }, pageRows);
      expect(items.map(({ id }) => id)).toEqual(wanted);
      expect(pages).toHaveLength(Math.ceil(wanted.length / pageRows));
    }
  });

  it.each(oddTables)("have an id in every row of %s, whose key is %s, whatever the key", async (table) => {
    const wanted = server.admin(`select wanted from ${table} order by key`).trimEnd().split("\n");
    for (const pageRows of services.keys()) {
      const { items } = await readTable({ requestedType: `public.${table}` }, pageRows);
      expect(items.map(({ id }) => id)).toEqual(wanted);
    }
  });

  it("refer to a row by its id, also when its key is empty", async () => {
    const { items } = await readTable({ requestedType: "public.related" }, 3);
    expect(items.map(({ code }) => code)).toEqual(oddKeys['text collate "C"']?.map(([, id]) => id));
  });

  it("go on after the last row although rows before it and after it change", async () => {
    const { items } = await readTable({ requestedType: "public.orders" }, 3, (page) => {
      if (page === 2) {
        server.admin(`
          delete from orders where id = 9007199254740000 or id = 9007199254740030;
          insert into orders values (1, 'before', now()), (9007199254740031, 'after', now());
          update orders set name = 'changed' where id in (9007199254740003, 9007199254740033);`);
      }
    });
    const names = items.map(({ id, name }) => `${String(id).slice(-2)} ${String(name)}`);
    const before = ["00 Order 0", "03 Order 1", "06 Order 2", "09 Order 3", "12 Order 4", "15 Order 5"];
    expect(names.slice(0, 6)).toEqual(before);
    // The next pages may have been read together with the second one, so each change is on them or not.
    const after = names.slice(6).filter((name) => !["30 Order 10", "31 after"].includes(name));
    const ids = [18, 21, 24, 27, 33, 36, 39, 42, 45, 48, 51, 54, 57];
    expect(after.map((name) => (name === "33 changed" ? "33 Order 11" : name))).toEqual(
      ids.map((id) => `${id} Order ${id / 3}`),
    );
    // A run that begins later has all of them.
    const later = await readTable({ requestedType: "public.orders" }, 3);
    expect(later.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["before", "after", "changed"]),
    );
    expect(later.items).toHaveLength(20);
  });

  it("return the rows that have changed since the last run, those of the same instant too", async () => {
    server.admin(
      "update orders set updated_at = '2020-01-01 00:00:00+00'; update orders set updated_at = '2026-05-01 06:00:00+00' where id in (select id from orders order by id limit 5)",
    );
    const request = { requestedType: "public.orders", lastSynchronizedAt: "2026-05-01T12:00:00.000Z" };
    const { pages, items } = await readTable(request, 3);
    expect(items.map(({ updated_at }) => updated_at)).toEqual(Array(5).fill("2026-05-01T06:00:00.000Z"));
    expect(new Set(items.map(({ id }) => id)).size).toBe(5);
    expect(pages.every(({ synchronizationType }) => synchronizationType === "delta")).toBe(true);
    expect(
      (await readTable({ ...request, lastSynchronizedAt: "2026-05-01T12:00:00.001Z" }, 3)).items,
    ).toEqual([]);
    // The first run of a day reads all rows, which finds those that are gone.
    now = "2026-05-02T00:00:00.000Z";
    const full = await readTable(request, 1000);
    expect(full.pages.map(({ synchronizationType }) => synchronizationType)).toEqual(["full"]);
    expect(full.items).toHaveLength(20);
  });

  it("have the relations of their foreign keys, those of several columns too", async () => {
    const { ["public.parts"]: fields } = (await ask("schema", {
      account: {},
      types: ["public.parts"],
    })) as Record<string, Record<string, { type: string; relation?: object }>>;
    const manyToOne = { cardinality: "many-to-one", targetFieldId: "id", targetName: "parts" };
    expect(fields).toMatchObject({
      order: { type: "text", relation: { ...manyToOne, targetType: "public.orders" } },
      parent: { type: "text", relation: { ...manyToOne, targetType: "public.parts" } },
      place_line: {
        type: "text",
        relation: { ...manyToOne, name: "place, line", targetType: "public.items" },
      },
    });
    const { items } = await readTable({ requestedType: "public.parts" }, 3);
    expect(items.slice(0, 3).map(({ order, parent, place_line }) => [order, parent, place_line])).toEqual([
      ["9007199254740003", null, '["ä","2"]'],
      [null, "1", '["B","1"]'],
      [null, "1", null],
    ]);
    const other = await readTable({ requestedType: "public.items" }, 1000);
    expect(other.items.map(({ id }) => id)).toContain('["ä","2"]');
  });

  it("return rows whose time of change is not known with every delta", async () => {
    now = "2026-05-01T23:00:00.000Z";
    // A column without time zone may hold local times, so a run begins a day earlier.
    const request = { requestedType: "public.parts", lastSynchronizedAt: "2026-05-01T06:00:00.000Z" };
    const { items } = await readTable(request, 3);
    expect(items.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
  });

  it("are read in full when the operator has set changes to false", async () => {
    const request = { requestedType: "public.large", lastSynchronizedAt: "2026-05-01T12:00:00.000Z" };
    const { pages, items } = await readTable(request, 1000);
    expect(pages[0]?.synchronizationType).toBe("full");
    expect(items).toHaveLength(20_000);
    // The database counts what it reads: each row about once, by the index, however many pages there are.
    const counted = () =>
      server.admin(
        "copy (select t.seq_tup_read, i.idx_scan > 0, i.idx_tup_read < 20100 from pg_stat_user_tables t join pg_stat_user_indexes i using (relid) where t.relname = 'large') to stdout",
      );
    // Sessions report their counts some time after their last statement.
    await vi.waitFor(() => expect(counted().trim()).toBe("0\tt\tt"), { timeout: 60_000, interval: 200 });
  });

  it("are copied although their rows change between runs", async () => {
    const copied = playTableHistories({
      first: 4,
      type: "public.changing",
      ask,
      pageRows: [3, 1000],
      run: (sql) => void server.admin(sql),
      timeSql: (milliseconds) => `to_timestamp(${milliseconds}::numeric / 1000)`,
      setNow: (time) => {
        now = time;
      },
    });
    await expect(copied).resolves.toBeUndefined();
  }, 7_200_000);
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { escapes } from "./escapes.js";
import { type Service, serveMysql } from "./serve-mysql.js";
import { type MariadbServer, startMariadb } from "./start-mariadb.js";

/** Payloads tried in every kind of filter; a nightly run asks for more through the environment. */
const wanted = Number(process.env["WELLHEAD_INJECTION_PAYLOADS"] ?? 40);

let server: MariadbServer;
let service: Service;

beforeAll(async () => {
  server = await startMariadb({
    settings: ["general-log=ON", "log-output=TABLE", "local-infile=ON", "event-scheduler=OFF"],
  });
  server.admin(`
    create table orders (id int primary key, placed timestamp, amount decimal(10, 2), name varchar(40));
    insert into orders select seq, now(), seq, concat('name ', seq) from seq_1_to_20;
    create table plain (id int) engine=MyISAM; insert into plain values (1), (2);
    create sequence counter;
    grant execute on shop.* to wellhead_reader@'%';
    delimiter //
    create function deleting() returns int deterministic modifies sql data begin delete from orders; return 1; end //
    create function emptying() returns int deterministic modifies sql data begin delete from plain; return 1; end //
    create function sequencing() returns int deterministic modifies sql data return nextval(counter) //
    create procedure dropping() begin drop table orders; select 1 as one; end //
    delimiter ;`);
  service = await serveMysql(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

/** What no request may change: all rows, all relations, routines, users and settings. */
function checksum(): string {
  return server.admin(`
    checksum table orders, plain, counter, mysql.global_priv, mysql.tables_priv, mysql.db, mysql.proc, mysql.event;
    select table_schema, table_name, engine from information_schema.tables where table_schema not in ('information_schema') order by 1, 2;
    select * from information_schema.global_variables where variable_name not in ('GTID_BINLOG_POS', 'TIMESTAMP') order by 1`);
}

/** How many lines the server's log has. */
function logged(): number {
  return Number(
    server.admin(
      "select count(*) from mysql.general_log where user_host like 'wellhead_reader%' and command_type <> 'Execute' and argument <> ''",
    ),
  );
}

/** What the user has had the server do since a place in its log: commands with their text, without bound values. */
function statements(from: number): ReadonlySet<string> {
  const lines = server.admin(
    `select command_type, replace(replace(convert(argument using utf8mb4), '\\n', ' '), '\\t', ' ')
     from mysql.general_log where user_host like 'wellhead_reader%' and command_type <> 'Execute' and argument <> ''
     limit ${from}, 1000000`,
  );
  // The number of a connection differs every time, and so does the one it stops.
  return new Set(lines.split("\n").map((line) => line.replace(/kill \d+$/, "kill")));
}

const executed =
  "select count(*) from mysql.general_log where user_host like 'wellhead_reader%' and command_type";
function executions(): readonly [prepared: number, run: number] {
  return [Number(server.admin(`${executed} = 'Prepare'`)), Number(server.admin(`${executed} = 'Execute'`))];
}

const fragments = {
  open: [
    "",
    "'",
    '"',
    "''",
    "')",
    '")',
    "`",
    "``",
    "\\'",
    "\\",
    "1",
    "{",
    "%27",
    "ʼ",
    "＇",
    "\u0000'",
    "\u00bf'",
  ],
  middle: [
    "; drop table orders",
    " or 1=1",
    " union select version()",
    "/*!50000;select sleep(9)*/",
    "/*M!100000 or 1=1*/",
    "||(select 1)",
    ",(select load_file('/etc/passwd'))",
    " into outfile '/tmp/escaped'",
    "{{from}}",
    "\n;\ndelete from orders",
    " procedure analyse()",
    "; set global general_log = 0",
  ],
  close: ["", "-- ", "/*", ";", "#", "' -- ", '" #', "` -- ", "\\"],
};

function payloads(): readonly string[] {
  const all = fragments.open.flatMap((open) =>
    fragments.middle.flatMap((middle) => fragments.close.map((close) => `${open}${middle}${close}`)),
  );
  // Steps that share no factor with the number of payloads reach them all in a mixed order.
  return Array.from({ length: wanted }, (_, index) => `zq9${index}${all[(index * 997) % all.length] ?? ""}`);
}

const table = { schema: "shop", table: "orders" };
/** Where a value of the form goes, with a harmless one for comparison. */
const places: Readonly<Record<string, readonly [harmless: object, hostile: (payload: string) => object]>> = {
  schema: [table, (payload) => ({ ...table, schema: payload })],
  table: [table, (payload) => ({ ...table, table: payload })],
  columns: [{ ...table, columns: ["id"] }, (payload) => ({ ...table, columns: [payload] })],
  dateColumn: [
    { ...table, dateColumn: "placed", period: "2024-01-01" },
    (payload) => ({ ...table, dateColumn: payload, period: "2024-01-01" }),
  ],
  period: [
    { ...table, dateColumn: "placed", period: "2024-01-01" },
    (payload) => ({ ...table, dateColumn: "placed", period: payload }),
  ],
  numberRange: [
    { ...table, numberColumn: "amount", numberRange: { _min: 1 } },
    (payload) => ({ ...table, numberColumn: "amount", numberRange: { _min: payload } }),
  ],
  valueColumn: [
    { ...table, valueColumn: "name", values: ["a"] },
    (payload) => ({ ...table, valueColumn: payload, values: ["a"] }),
  ],
  values: [
    { ...table, valueColumn: "name", values: ["a", "b"] },
    (payload) => ({ ...table, valueColumn: "name", values: [payload, `${payload}2`] }),
  ],
  textContains: [
    { ...table, textColumn: "name", textContains: "a" },
    (payload) => ({ ...table, textColumn: "name", textContains: payload }),
  ],
  orderBy: [{ ...table, orderBy: "name" }, (payload) => ({ ...table, orderBy: payload })],
};

describe("injection", () => {
  it.each(Object.entries(places))(
    "through %s runs no statement but the templates",
    { timeout: 30_000 + wanted * 100 },
    async (_, [harmless, hostile]) => {
      const before = checksum();
      const ask = (filter: object) =>
        service.post("/", { source: "table", account: service.account(), filter });
      const first = logged();
      expect((await ask(harmless)).status).toBe(200);
      const templates = statements(first);
      const second = logged();
      for (const payload of payloads()) expect([200, 400]).toContain((await ask(hostile(payload))).status);
      const strange = [...statements(second)].filter((statement) => !templates.has(statement));
      expect(strange).toEqual([]);
      expect(checksum()).toBe(before);
      const [prepared, run] = executions();
      expect(run).toBeLessThanOrEqual(prepared);
    },
  );

  it("through the values of a query runs no statement but the query", {
    timeout: 30_000 + wanted * 100,
  }, async () => {
    const before = checksum();
    const ask = (value: string) =>
      service.rows("query", {
        sql: "select {{value}} as value, id from orders where name <> {{value}} limit 1",
        parameters: JSON.stringify({ value }),
      });
    const first = logged();
    await ask("harmless");
    const templates = statements(first);
    const second = logged();
    for (const payload of payloads()) {
      await expect(ask(payload)).resolves.toEqual([{ value: payload, id: 1 }]);
    }
    expect([...statements(second)].filter((statement) => !templates.has(statement))).toEqual([]);
    expect(checksum()).toBe(before);
  });

  it("is noticed by this harness when a statement is not a template", async () => {
    const from = logged();
    await service.query("select 'planted' as text");
    expect([...statements(from)].some((statement) => statement.includes("'planted'"))).toBe(true);
    const before = checksum();
    server.admin("update orders set name = 'planted' where id = 20");
    expect(checksum()).not.toBe(before);
    server.admin("update orders set name = 'name 20' where id = 20");
  });
});

/** What reads nothing that the user may not read, and changes nothing. */
const harmless = [/^select \* from orders lock in share mode$/, /^select load_file/];

describe("known ways out of a read-only transaction", () => {
  let before = "";
  beforeAll(() => {
    before = checksum();
  });

  it.each(escapes)("%s is refused, or harmless", async (sql) => {
    const answer = await service.post("/", { source: "query", account: service.account(), filter: { sql } });
    expect(answer.status).toBe(harmless.some((pattern) => pattern.test(sql)) ? 200 : 400);
    expect(answer.body).not.toContain("root:");
  });

  it("show nobody what others are running through the form of a table", async () => {
    const filter = { schema: "information_schema", table: "PROCESSLIST" };
    const answer = await service.post("/", { source: "table", account: service.account(), filter });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain("select");
  });

  it.each([
    "show tables",
    "show full columns from orders like 'id'",
    "show create table orders",
    "show /* some */ session variables like 'time_zone'",
    "describe orders",
    "explain select * from orders",
    "explain format=json select * from orders",
    "select 'processlist', \"processlist\" as `list` -- processlist",
  ])("leave %s allowed", async (sql) => {
    await expect(service.query(sql)).resolves.not.toHaveLength(0);
  });

  it("have changed nothing and written no file", () => {
    expect(checksum()).toBe(before);
    expect(server.admin("select load_file('/tmp/escaped') is null")).toBe("1\n");
  });

  it("wait for no lock longer than they may", async () => {
    const holder = server.adminAsync("select get_lock('escaped', 0), sleep(30)");
    const other = await serveMysql(server, { silenceTimeout: 1000 });
    await expect
      .poll(() => server.admin("select is_used_lock('escaped') is not null"), { timeout: 5000 })
      .toBe("1\n");
    const filter = { sql: "select get_lock('escaped', 600) as got" };
    const answer = await other.post("/", { source: "query", account: service.account(), filter });
    expect(answer.status).toBe(504);
    const waiting = "select count(*) from information_schema.processlist where state = 'User lock'";
    await expect.poll(() => server.admin(waiting), { timeout: 1000 }).toBe("0\n");
    holder.kill();
    await other.app.close();
  });

  it("leave nothing for the next request", async () => {
    const sql =
      "select @@session.tx_read_only as ro, @@session.max_statement_time > 0 as bounded, current_user() as who, @@session.time_zone as zone, @leaked as leaked";
    const filter = { sql: "select @leaked := 7 as seven" };
    await service.post("/", { source: "query", account: service.account(), filter });
    await expect(service.query(sql)).resolves.toEqual([
      { ro: 1, bounded: 1, who: "wellhead_reader@%", zone: "+00:00", leaked: null },
    ]);
  });
});

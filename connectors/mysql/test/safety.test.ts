import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { escapes } from "./escapes.js";
import { type Service, serveMysql } from "./serve-mysql.js";
import { type MariadbServer, startMariadb } from "./start-mariadb.js";
import { checksum } from "./watch-mariadb.js";

let server: MariadbServer;
let service: Service;

beforeAll(async () => {
  server = await startMariadb({
    settings: ["local-infile=ON", "event-scheduler=OFF"],
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

/** What reads nothing that the user may not read, and changes nothing. */
const harmless = [/^select \* from orders lock in share mode$/, /^select load_file/];

describe("known ways out of a read-only transaction", () => {
  let before = "";
  beforeAll(() => {
    before = checksum(server);
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
    expect(checksum(server)).toBe(before);
    expect(server.admin("select load_file('/tmp/escaped') is null")).toBe("1\n");
  });

  it("wait for no lock longer than they may", async () => {
    const holder = server.adminAsync("select get_lock('escaped', 0), sleep(300)");
    const other = await serveMysql(server, { silenceTimeout: 1000 });
    await expect
      .poll(() => server.admin("select is_used_lock('escaped') is not null"), { timeout: 60_000 })
      .toBe("1\n");
    const filter = { sql: "select get_lock('escaped', 600) as got" };
    const answer = await other.post("/", { source: "query", account: service.account(), filter });
    expect(answer.status).toBe(504);
    const waiting = "select count(*) from information_schema.processlist where state = 'User lock'";
    await expect.poll(() => server.admin(waiting), { timeout: 60_000 }).toBe("0\n");
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

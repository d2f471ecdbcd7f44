import { readFileSync } from "node:fs";
import { type MariadbServer, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

/** Users with powers beyond reading tables, and the name of the power in the error. */
const powerful: ReadonlyArray<readonly [name: string, grants: string, power: string]> = [
  ["files", "grant file on *.* to @", "FILE ON *.*"],
  ["super", "grant super on *.* to @", "SUPER ON *.*"],
  ["process", "grant process on *.* to @", "PROCESS ON *.*"],
  ["replication", "grant replication slave on *.* to @", "REPLICATION SLAVE ON *.*"],
  ["connections", "grant connection admin on *.* to @", "CONNECTION ADMIN ON *.*"],
  ["reload", "grant reload on *.* to @", "RELOAD ON *.*"],
  ["everything", "grant all on *.* to @", "ALL PRIVILEGES ON *.*"],
  ["reads_all", "grant select on *.* to @", "SELECT ON *.*"],
  ["reads_users", "grant select on mysql.* to @", "SELECT ON mysql.*"],
  ["reads_passwords", "grant select on mysql.global_priv to @", "SELECT ON mysql.global_priv"],
  ["reads_column", "grant select (priv) on mysql.global_priv to @", "SELECT ON mysql.global_priv"],
  ["pattern", "grant select on `m%l`.* to @", "SELECT ON mysql.*"],
  ["underscores", "grant select on `_____`.* to @", "SELECT ON mysql.*"],
  ["monitors", "grant select on performance_schema.* to @", "SELECT ON performance_schema.*"],
  ["gives", "grant usage on *.* to @ with grant option", "GRANT OPTION ON *.*"],
  ["becomes", "grant proxy on root@localhost to @", "PROXY"],
  ["default_role", "grant outer_role to @; set default role outer_role for @", "FILE ON *.*"],
  ["idle_role", "grant outer_role to @", "FILE ON *.*"],
  ["odd_role", 'grant `a``b" c` to @', "PROCESS ON *.*"],
];
const plain: ReadonlyArray<readonly [name: string, grants: string]> = [
  ["writes", "grant insert, update, execute on *.* to @"],
  ["names", "grant show databases on *.* to @"],
  ["zones", "grant select on mysql.time_zone_name to @"],
  ["reader_role", "grant plain_role to @; set default role plain_role for @"],
  ["escaped", "grant select on `mysq\\_`.* to @"],
  ["function", "grant execute on function shop.one to @"],
];

describe.each([
  ["the usual mode", []],
  ["a mode that quotes names otherwise", ["sql-mode=ANSI_QUOTES,NO_BACKSLASH_ESCAPES"]],
])("in %s", (_, settings) => {
  let server: MariadbServer;
  let service: Service;

  beforeAll(async () => {
    server = await startMariadb({ settings });
    server.admin(`
      create table orders (id int primary key); insert into orders values (1);
      create function one() returns int deterministic return 1;
      create role inner_role; grant file on *.* to inner_role;
      create role outer_role; grant inner_role to outer_role;
      create role \`a\`\`b" c\`; grant process on *.* to \`a\`\`b" c\`;
      create role plain_role; grant select on shop.* to plain_role;`);
    for (const [name, grants] of [...powerful, ...plain]) {
      const user = `'${name}'@'%'`;
      server.admin(
        `create user ${user} identified by 'p'; grant select on shop.* to ${user}; ${grants.replaceAll(/@(?!l)/g, user)}`,
      );
    }
    service = await serveMysql(server);
  });

  afterAll(async () => {
    await service.app.close();
    await server.stop();
  });

  async function signIn(user: string, asked = service): Promise<{ status: number; body: string }> {
    return asked.post("/validate", { id: "database", fields: asked.account({ user, password: "p" }) });
  }

  it.each(powerful)("refuses the user %s", async (user, __, power) => {
    const { status, body } = await signIn(user);
    expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({ status: 401, field: "user" });
    expect(body).toContain(`(${power})`);
    const rows = await service.post("/", {
      source: "query",
      account: service.account({ user, password: "p" }),
      filter: { sql: "select 1 as one" },
    });
    expect(rows.status).toBe(401);
  });

  it.each([
    ["reads_everything", "grant select on *.* to @"],
    ["reports", "grant select, process, show view on *.* to @"],
    ["o'dd `name`", "grant select on *.* to @"],
  ])(
    "names what is dangerous of the user %s, and the statements after which it is accepted",
    async (user, grants) => {
      const quoted = `'${user.replaceAll("'", "''")}'@'%'`;
      server.admin(`create user ${quoted} identified by 'p'; ${grants.replace("@", quoted)}`);
      const { status, body } = await signIn(user);
      const { message } = JSON.parse(body) as { message: string };
      expect([status, message]).toEqual([
        401,
        expect.stringMatching(
          /also the password hashes in mysql and the statements of all users in performance_schema/,
        ),
      ]);
      const [, statements = ""] = /Ask the administrator to run: (REVOKE .*; GRANT .*;)$/.exec(message) ?? [];
      server.admin(statements);
      const rows = await service.post("/", {
        source: "query",
        account: service.account({ user, password: "p" }),
        filter: { sql: "select id from orders" },
      });
      expect([rows.status, rows.body]).toEqual([200, '[{"id":1}]']);
      const secret = await service.post("/", {
        source: "query",
        account: service.account({ user, password: "p" }),
        filter: { sql: "select * from mysql.global_priv" },
      });
      expect(secret.status).toBe(400);
    },
  );

  it.each(plain)("accepts the user %s", async (user) => {
    expect((await signIn(user)).status).toBe(200);
  });

  it("accepts a power that the operator names, and only that", async () => {
    const open = await serveMysql(server, { allowPowerfulUsers: ["FILE ON *.*"] });
    expect((await signIn("idle_role", open)).status).toBe(200);
    expect((await signIn("process", open)).status).toBe(401);
    await open.app.close();
  });

  it("accepts the user that the statements of the documentation make", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const [, create = ""] = /```sql\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(create).toContain("create user");
    server.admin(create.replaceAll("wellhead_reader", "documented").replace("…", "p"));
    const answer = await service.post("/", {
      source: "query",
      account: service.account({ user: "documented", password: "p" }),
      filter: { sql: "select id from orders" },
    });
    expect(JSON.parse(answer.body)).toEqual([{ id: 1 }]);
  });

  it("leaves the role of the session as it was", async () => {
    const open = await serveMysql(server, { allowPowerfulUsers: ["FILE ON *.*"] });
    for (const [user, role] of [
      ["default_role", "outer_role"],
      ["idle_role", null],
    ]) {
      const answer = await open.post("/", {
        source: "query",
        account: open.account({ user, password: "p" }),
        filter: { sql: "select current_role() as role" },
      });
      expect(JSON.parse(answer.body)).toEqual([{ role }]);
    }
    await open.app.close();
  });
});

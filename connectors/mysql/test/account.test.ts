import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "@wellhead/test-support/programs/run-command";
import { type MariadbServer, reader, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let service: Service;
let folder: string;

beforeAll(async () => {
  server = await startMariadb({ tls: true });
  folder = server
    .admin("select @@datadir")
    .trim()
    .replace(/data\/$/, "");
  server.admin(`
    create user certified@'%' require subject '/CN=certified'; grant select on shop.* to certified@'%';
    create user expired@'%' identified by 'p' password expire; grant select on shop.* to expired@'%';
    create user locked@'%' identified by 'p' account lock; grant select on shop.* to locked@'%';
    create user local@'%' identified via unix_socket; grant select on shop.* to local@'%';`);
  service = await serveMysql(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function ask(account: Record<string, unknown>): Promise<Record<string, unknown>> {
  const sql =
    "select current_user() as who, (select variable_value <> '' from information_schema.session_status where variable_name = 'Ssl_version') as encrypted";
  const answer = await service.post("/", { source: "query", account, filter: { sql } });
  const value = JSON.parse(answer.body) as Record<string, unknown> | Record<string, unknown>[];
  return Array.isArray(value) ? (value[0] ?? {}) : value;
}

/** Runs openssl on files in the server's directory. */
function openssl(...words: readonly string[]): string {
  const paths = words.map((word) => (/^\w+\.(?:key|crt|csr|ext)$/.test(word) ? join(folder, word) : word));
  return runCommand("openssl", paths);
}

describe("a connection string", () => {
  it("names the account where nothing else does", async () => {
    const login = `${reader.user}:${encodeURIComponent(reader.password)}`;
    const connection = `mariadb://${login}@127.0.0.1:${server.port}/shop?ssl-mode=DISABLED`;
    const fields = { auth: "database", connection };
    const { status, body } = await service.post("/validate", { id: "database", fields });
    expect(status, body).toBe(200);
    expect(body).toContain(`${reader.user}@127.0.0.1/shop`);
  });

  it.each(["mysql", "mariadb"])(
    "of the scheme %s fills in the form, whose defaults it comes before",
    async (scheme) => {
      const login = `${reader.user}:${encodeURIComponent(reader.password)}`;
      const connection = `${scheme}://${login}@127.0.0.1:${server.port}/shop?ssl-mode=DISABLED`;
      const form = { auth: "database", port: 3306, tls: "VERIFY_IDENTITY", connection };
      await expect(ask(form)).resolves.toMatchObject({ who: "wellhead_reader@%", encrypted: 0 });
    },
  );
});

describe("modes of encryption", () => {
  it.each([
    ["DISABLED", 0],
    ["off", 0],
    ["PREFERRED", 1],
    ["REQUIRED", 1],
    ["unverified", 1],
  ])("%s", async (tls, encrypted) => {
    await expect(ask(service.account({ tls }))).resolves.toMatchObject({ encrypted });
  });

  it.each(["VERIFY_CA", "VERIFY_IDENTITY", "verify-identity", "verify"])(
    "%s checks who has signed the certificate",
    async (tls) => {
      await expect(ask(service.account({ tls }))).resolves.toMatchObject({ status: 401, field: "authority" });
      const known = service.account({ tls, authority: server.authority });
      await expect(ask(known)).resolves.toMatchObject({ encrypted: 1 });
    },
  );

  it("PREFERRED goes without where the server does not encrypt", async () => {
    const plain = await startMariadb();
    await expect(ask(service.account({ port: plain.port, tls: "PREFERRED" }))).resolves.toMatchObject({
      encrypted: 0,
    });
    const required = service.account({ port: plain.port, tls: "REQUIRED" });
    await expect(ask(required)).resolves.toMatchObject({ status: 401, field: "tls" });
    await plain.stop();
  });
});

it("statement timeout and work memory are the operator's", async () => {
  const other = await serveMysql(server, { statementTimeoutMs: 300, workMemoryBytes: 1024 * 1024 });
  const filter = {
    sql: "select @@session.max_statement_time as time, @@session.sort_buffer_size as sort, @@session.tmp_table_size as tables",
  };
  const account = other.account({ tls: "REQUIRED" });
  const answer = await other.post("/", { source: "query", account, filter });
  expect(JSON.parse(answer.body)).toEqual([{ time: 0.3, sort: 1_048_576, tables: 1_048_576 }]);
  await other.app.close();
});

it("signs in with a client certificate, and not without", async () => {
  openssl(
    "req",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "client.key",
    "-subj",
    "/CN=certified",
    "-out",
    "client.csr",
  );
  openssl(
    "x509",
    "-req",
    "-in",
    "client.csr",
    "-CA",
    "ca.crt",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-days",
    "2",
    "-out",
    "client.crt",
  );
  const account = service.account({ user: "certified", password: "", tls: "REQUIRED" });
  const clientCertificate = readFileSync(join(folder, "client.crt"), "utf8");
  const clientKey = readFileSync(join(folder, "client.key"), "utf8");
  await expect(ask({ ...account, clientCertificate, clientKey })).resolves.toMatchObject({
    who: "certified@%",
  });
  await expect(ask(account)).resolves.toMatchObject({ status: 401 });
  const encrypted = openssl("pkcs8", "-topk8", "-in", "client.key", "-passout", "pass:x");
  const locked = { ...account, clientCertificate, clientKey: encrypted };
  await expect(ask({ ...locked, clientKeyPassphrase: "x" })).resolves.toMatchObject({ who: "certified@%" });
  await expect(ask(locked)).resolves.toMatchObject({ status: 401, field: "clientKeyPassphrase" });
  const swapped = readFileSync(join(folder, "ca.key"), "utf8");
  await expect(ask({ ...account, clientCertificate, clientKey: swapped })).resolves.toMatchObject({
    field: "clientKey",
  });
});

it.each([
  ["expired", "password", /password has expired.*ALTER USER/],
  ["locked", "user", /user is locked.*ACCOUNT UNLOCK/],
  ["local", "user", /on the server's own machine only/],
])("says what to do about the user %s", async (user, field, sentence) => {
  const found = await ask(service.account({ user, password: "p" }));
  expect(found).toMatchObject({ status: 401, field, error: expect.stringMatching(sentence) as string });
});

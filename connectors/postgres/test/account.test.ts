import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "@wellhead/test-support/programs/run-command";
import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askWho } from "./ask-who.js";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;
let folder: string;

beforeAll(async () => {
  server = await startPostgres({ tls: true });
  folder = server.admin("show data_directory").trim().replace(/data$/, "");
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

const ask = (account: Record<string, unknown>) => askWho(service, account);

/** Runs openssl on files in the server's directory. */
function openssl(...words: readonly string[]): string {
  const paths = words.map((word) => (/^\w+\.(?:key|crt|csr|ext)$/.test(word) ? join(folder, word) : word));
  return runCommand("openssl", paths);
}

describe("a connection string", () => {
  it("names the account where nothing else does", async () => {
    const login = `${reader.user}:${encodeURIComponent(reader.password)}`;
    const connection = `postgres://${login}@127.0.0.1:${server.port}/postgres?sslmode=disable`;
    const fields = { auth: "database", connection };
    const { status, body } = await service.post("/validate", { id: "database", fields });
    expect(status, body).toBe(200);
    expect(body).toContain(`${reader.user}@127.0.0.1/postgres`);
  });

  const login = `${reader.user}:${encodeURIComponent(reader.password)}`;
  const form = { auth: "database", port: 5432, tls: "verify-full" };

  it("fills in the form, whose defaults it comes before", async () => {
    const connection = `postgres://${login}@127.0.0.1:${server.port}/postgres?sslmode=require`;
    await expect(ask({ ...form, connection })).resolves.toMatchObject({ who: reader.user, ssl: true });
    const keywords = `host=127.0.0.1 port=${server.port} dbname=postgres user=${reader.user} sslmode=disable`;
    await expect(ask({ ...form, connection: keywords, password: reader.password })).resolves.toMatchObject({
      who: reader.user,
      ssl: false,
    });
  });

  it("chooses schemas, and asks for a sign-in that is bound to the certificate", async () => {
    const rest = `${login}@127.0.0.1:${server.port}/postgres`;
    const schemas = {
      ...form,
      connection: `postgres://${rest}?sslmode=require&options=-csearch_path%3Dsales`,
    };
    const filter = { sql: "select current_setting('search_path') as path" };
    const answer = await service.post("/", { source: "query", account: schemas, filter });
    expect(JSON.parse(answer.body)).toEqual([{ path: "sales" }]);
    const bound = (mode: string) => `postgres://${rest}?sslmode=${mode}&channel_binding=require`;
    await expect(ask({ ...form, connection: bound("require") })).resolves.toMatchObject({ who: reader.user });
    await expect(ask({ ...form, connection: bound("disable") })).resolves.toMatchObject({
      status: 401,
      field: "connection",
      error: expect.stringMatching(/does not bind the sign-in.*channel_binding=require/) as string,
    });
  });

  it("dials the address it names, and expects the certificate to be for the host", async () => {
    const connection = `host=db.example.org hostaddr=127.0.0.1 port=${server.port} dbname=postgres user=${reader.user} sslmode=`;
    const account = { ...form, password: reader.password, authority: server.authority };
    await expect(ask({ ...account, connection: `${connection}verify-ca` })).resolves.toMatchObject({
      ssl: true,
    });
    await expect(ask({ ...account, connection: `${connection}verify-full` })).resolves.toMatchObject({
      status: 401,
      field: "host",
    });
  });

  it("is masked while it is typed", async () => {
    const answer = await service.app.fastify.inject({ method: "GET", url: "/" });
    expect(answer.body).toMatch(
      /\{[^{}]*"id":"connection"[^{}]*"type":"password"|\{[^{}]*"type":"password"[^{}]*"id":"connection"/,
    );
  });

  it.each([
    ["a socket", `postgres://${login}@%2Ftmp/postgres`],
    ["a socket as an address", `postgres://${login}@127.0.0.1/postgres?hostaddr=/tmp`],
    ["a service file", `postgres://${login}@127.0.0.1/postgres?service=x`],
    ["a certificate file", `postgres://${login}@127.0.0.1/postgres?sslrootcert=/etc/passwd`],
  ])("that names %s is refused, and no part of it is shown", async (_, connection) => {
    const found = await ask({ ...form, connection });
    expect(found).toMatchObject({ status: 400, field: "connection" });
    expect(JSON.stringify(found)).not.toContain("p4ss");
  });

  it("reaches no address that the service may not reach", async () => {
    const connection = `postgres://${login}@169.254.169.254/postgres`;
    await expect(ask({ ...form, connection })).resolves.toMatchObject({ status: 400, field: "host" });
  });
});

describe("modes of encryption", () => {
  it.each([
    ["disable", false],
    ["off", false],
    ["allow", true],
    ["prefer", true],
    ["PREFERRED", true],
    ["require", true],
    ["unverified", true],
  ])("%s", async (tls, ssl) => {
    await expect(ask(service.account({ tls }))).resolves.toMatchObject({ ssl });
  });

  it.each(["verify-ca", "VERIFY_CA", "verify-full", "VERIFY_IDENTITY", "verify-identity", "verify"])(
    "%s checks who has signed the certificate",
    async (tls) => {
      await expect(ask(service.account({ tls }))).resolves.toMatchObject({ status: 401, field: "authority" });
      const known = service.account({ tls, authority: server.authority });
      await expect(ask(known)).resolves.toMatchObject({ ssl: true });
    },
  );

  it("require checks it as well once a CA certificate is given", async () => {
    openssl(
      "req",
      "-x509",
      "-nodes",
      "-newkey",
      "rsa:2048",
      "-subj",
      "/CN=Another",
      "-keyout",
      "another.key",
      "-out",
      "another.crt",
    );
    const other = readFileSync(join(folder, "another.crt"), "utf8");
    const account = service.account({ tls: "require", authority: other });
    await expect(ask(account)).resolves.toMatchObject({ status: 401, field: "authority" });
  });

  it("verify-full checks whom the certificate is for, and verify-ca does not", async () => {
    const paths = ["server.crt", "other.crt", "other.csr"].map((name) => join(folder, name));
    const [used = "", made = "", request = ""] = paths;
    const kept = readFileSync(used);
    writeFileSync(join(folder, "other.ext"), "subjectAltName=DNS:other.example\n");
    openssl("req", "-new", "-key", "server.key", "-subj", "/CN=other.example", "-out", request);
    openssl(
      "x509",
      "-req",
      "-in",
      request,
      "-CA",
      "ca.crt",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-days",
      "2",
      "-extfile",
      "other.ext",
      "-out",
      made,
    );
    copyFileSync(made, used);
    server.admin("select pg_reload_conf()");
    const known = { authority: server.authority };
    await expect
      .poll(() => ask(service.account({ ...known, tls: "verify-full" })), { timeout: 60_000 })
      .toMatchObject({ status: 401, field: "host" });
    await expect(ask(service.account({ ...known, tls: "verify-ca" }))).resolves.toMatchObject({ ssl: true });
    writeFileSync(used, kept);
    server.admin("select pg_reload_conf()");
  });

  it("prefer goes without where the server does not encrypt", async () => {
    const plain = await startPostgres();
    await expect(ask(service.account({ port: plain.port, tls: "prefer" }))).resolves.toMatchObject({
      ssl: false,
    });
    const required = service.account({ port: plain.port, tls: "require" });
    await expect(ask(required)).resolves.toMatchObject({ status: 401, field: "tls" });
    await plain.stop();
  });
});

it("statement timeout and work memory are the operator's", async () => {
  const other = await servePostgres(server, { statementTimeoutMs: 300, workMemoryBytes: 8 * 1024 * 1024 });
  const filter = {
    sql: "select current_setting('work_mem') as memory, current_setting('statement_timeout') as time",
  };
  const account = other.account({ tls: "require" });
  const answer = await other.post("/", { source: "query", account, filter });
  expect(JSON.parse(answer.body)).toEqual([{ memory: "8MB", time: "300ms" }]);
  const slow = await other.post("/", {
    source: "query",
    account,
    filter: { sql: "select pg_sleep(60) is null as n" },
  });
  expect(slow.status).toBe(504);
  await other.app.close();
});

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "./run-command.js";
import { type Service, servePostgres } from "./serve-postgres.js";
import { type PostgresServer, reader, startPostgres } from "./start-postgres.js";

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

async function ask(account: Record<string, unknown>): Promise<Record<string, unknown>> {
  const sql =
    "select current_user::text as who, ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()";
  const answer = await service.post("/", { source: "query", account, filter: { sql } });
  const value = JSON.parse(answer.body) as Record<string, unknown> | Record<string, unknown>[];
  return Array.isArray(value) ? (value[0] ?? {}) : value;
}

/** Runs openssl on files of the server's folder. */
function openssl(...words: readonly string[]): string {
  const paths = words.map((word) => (/^\w+\.(?:key|crt|csr|ext)$/.test(word) ? join(folder, word) : word));
  return runCommand("openssl", paths);
}

describe("a connection string", () => {
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

  it("is masked while it is typed", async () => {
    const answer = await service.app.fastify.inject({ method: "GET", url: "/" });
    expect(answer.body).toMatch(
      /\{[^{}]*"id":"connection"[^{}]*"type":"password"|\{[^{}]*"type":"password"[^{}]*"id":"connection"/,
    );
  });

  it.each([
    ["a socket", `postgres://${login}@%2Ftmp/postgres`],
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
    ["prefer", true],
    ["PREFERRED", true],
    ["require", true],
    ["unverified", true],
  ])("%s", async (tls, ssl) => {
    await expect(ask(service.account({ tls }))).resolves.toMatchObject({ ssl });
  });

  it.each(["verify-ca", "VERIFY_CA", "verify-full", "VERIFY_IDENTITY", "verify"])(
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
      .poll(() => ask(service.account({ ...known, tls: "verify-full" })), { timeout: 10_000 })
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

describe("a client certificate", () => {
  let certificate: string;
  let key: string;

  beforeAll(async () => {
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
    certificate = readFileSync(join(folder, "client.crt"), "utf8");
    key = readFileSync(join(folder, "client.key"), "utf8");
    const file = server.admin("show hba_file").trim();
    writeFileSync(file, `hostssl all certified all cert\n${readFileSync(file, "utf8")}`);
    server.admin("create role certified login; grant connect on database postgres to certified");
    server.admin(`alter system set ssl_ca_file = '${folder}ca.crt'`);
    server.admin("select pg_reload_conf()");
    const account = service.account({ user: "certified", tls: "require" });
    const isAsked = async () => expect(await ask(account)).toMatchObject({ field: "clientCertificate" });
    await vi.waitFor(isAsked, { timeout: 10_000 });
  });

  const certified = (changes: object = {}) =>
    service.account({
      user: "certified",
      password: "",
      tls: "require",
      clientCertificate: certificate,
      clientKey: key,
      ...changes,
    });

  it("signs in without a password", async () => {
    await expect(ask(certified())).resolves.toMatchObject({ who: "certified", client_dn: "/CN=certified" });
  });

  it("may have lost the ends of its lines in a form", async () => {
    const flat = certified({
      clientCertificate: certificate.replaceAll("\n", " "),
      clientKey: key.replaceAll("\n", ""),
    });
    await expect(ask(flat)).resolves.toMatchObject({ who: "certified" });
  });

  it("ends the query of a caller who leaves", async () => {
    const { url } = await service.app.listen({ port: 0 });
    const caller = new AbortController();
    const sql = "select generate_series(1, 100000000) as i, repeat('x', 1000) as text";
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source: "query", account: certified(), filter: { sql } }),
      signal: caller.signal,
    });
    await answer.body?.getReader().read();
    caller.abort();
    const active = "select count(*) from pg_stat_activity where usename = 'certified' and state = 'active'";
    await expect.poll(() => server.admin(active), { timeout: 10_000 }).toBe("0\n");
  });

  it.each<[string, () => object, string, RegExp]>([
    [
      "no certificate",
      () => ({ clientCertificate: "", clientKey: "" }),
      "clientCertificate",
      /expects a client certificate/,
    ],
    [
      "a certificate for another user",
      () => ({ user: reader.user, clientCertificate: certificate, password: "x" }),
      "password",
      /wrong/,
    ],
    [
      "a key of another certificate",
      () => ({ clientKey: readFileSync(join(folder, "ca.key"), "utf8") }),
      "clientKey",
      /does not belong/,
    ],
    [
      "a certificate that nobody trusted has signed",
      () => selfSigned(),
      "clientCertificate",
      /did not accept the client certificate/,
    ],
    [
      "text that is not PEM",
      () => ({ clientCertificate: "certificate" }),
      "clientCertificate",
      /expected -----BEGIN CERTIFICATE-----/,
    ],
    [
      "a key with a passphrase",
      () => ({ clientKey: withPassphrase() }),
      "clientKey",
      /Paste the key without one/,
    ],
  ])("refuses %s", async (_, changes, field, sentence) => {
    const found = await ask(certified(changes()));
    expect(found).toMatchObject({ status: 401, field, error: expect.stringMatching(sentence) as string });
    expect(JSON.stringify(found)).not.toContain("PRIVATE");
  });

  function selfSigned(): object {
    openssl(
      "req",
      "-x509",
      "-nodes",
      "-newkey",
      "rsa:2048",
      "-subj",
      "/CN=certified",
      "-keyout",
      "self.key",
      "-out",
      "self.crt",
    );
    return {
      clientCertificate: readFileSync(join(folder, "self.crt"), "utf8"),
      clientKey: readFileSync(join(folder, "self.key"), "utf8"),
    };
  }

  function withPassphrase(): string {
    return openssl("pkcs8", "-topk8", "-in", "client.key", "-passout", "pass:x");
  }
});

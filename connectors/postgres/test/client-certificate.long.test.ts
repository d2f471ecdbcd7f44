import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "@wellhead/test-support/programs/run-command";
import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { askWho } from "./ask-who.js";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;
let folder: string;
let certificate: string;
let key: string;

beforeAll(async () => {
  server = await startPostgres({ tls: true });
  folder = server.admin("show data_directory").trim().replace(/data$/, "");
  service = await servePostgres(server);
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
  await vi.waitFor(isAsked, { timeout: 60_000 });
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

/** Runs openssl on files in the server's directory. */
function openssl(...words: readonly string[]): string {
  const paths = words.map((word) => (/^\w+\.(?:key|crt|csr)$/.test(word) ? join(folder, word) : word));
  return runCommand("openssl", paths);
}

const ask = (account: Record<string, unknown>) => askWho(service, account);

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

it.each([
  ["PKCS #8", (text: string) => text],
  ["PKCS #8, on one line", (text: string) => text.replaceAll("\n", " ")],
])("may have a key with a passphrase, as %s", async (_, change) => {
  const account = certified({ clientKey: change(withPassphrase()), clientKeyPassphrase: "päss" });
  await expect(ask(account)).resolves.toMatchObject({ who: "certified" });
});

it.each([
  ["OpenSSL's own form", (text: string) => text],
  ["the same, on one line", (text: string) => text.replaceAll("\n", " ")],
])("may have a key with a passphrase, in %s", async (_, change) => {
  const traditional = openssl("rsa", "-in", "client.key", "-traditional", "-aes256", "-passout", "pass:x");
  expect(traditional).toContain("DEK-Info");
  const account = certified({ clientKey: change(traditional), clientKeyPassphrase: "x" });
  await expect(ask(account)).resolves.toMatchObject({ who: "certified" });
});

it("has its passphrase in a connection string as well", async () => {
  const connection = `postgres://certified@127.0.0.1:${server.port}/postgres?sslmode=require&sslpassword=p%C3%A4ss`;
  const account = { auth: "database", connection, clientCertificate: certificate };
  await expect(ask({ ...account, clientKey: withPassphrase() })).resolves.toMatchObject({
    who: "certified",
  });
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
  await expect.poll(() => server.admin(active), { timeout: 60_000 }).toBe("0\n");
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
    "a key with a passphrase, without the passphrase",
    () => ({ clientKey: withPassphrase() }),
    "clientKeyPassphrase",
    /is encrypted. Enter its passphrase/,
  ],
  [
    "a wrong passphrase",
    () => ({ clientKey: withPassphrase(), clientKeyPassphrase: "other" }),
    "clientKeyPassphrase",
    /does not decrypt the client key/,
  ],
  ["a certificate without a key", () => ({ clientKey: "" }), "clientKey", /has no key/],
  [
    "a key without a certificate",
    () => ({ clientCertificate: "" }),
    "clientCertificate",
    /has no certificate/,
  ],
  [
    "a key that is cut off",
    () => ({ clientKey: key.replace(/(?<=[^\n]{64}\n)[\s\S]*(?=\n-)/, "") }),
    "clientKey",
    /is not a private key/,
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
  return openssl("pkcs8", "-topk8", "-in", "client.key", "-passout", "pass:päss");
}

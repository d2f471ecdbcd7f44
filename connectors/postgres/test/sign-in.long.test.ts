import { chownSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { runCommand } from "@wellhead/test-support/programs/run-command";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";
import { startTlsProxy } from "./start-tls-proxy.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres({ tls: true });
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function signIn(changes: Record<string, unknown>): Promise<{ status: number; body: string }> {
  return service.post("/validate", { id: "database", fields: service.account(changes) });
}

/** Creates a self-signed certificate for the loopback interface. */
function selfSigned(...parameters: readonly string[]): { readonly key: string; readonly cert: string } {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const words = ["req", "-x509", "-nodes", "-days", "2", ...subject, ...parameters];
  const made = runCommand("openssl", [...words, "-keyout", "-", "-out", "-"]);
  const end = made.indexOf("-----BEGIN CERTIFICATE");
  return { key: made.slice(0, end), cert: made.slice(end) };
}

function psqlSignsIn(user: string, password: string): boolean {
  const address = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${server.port}/postgres?sslmode=disable`;
  try {
    return runCommand("psql", ["-Atc", "select 1", address]) === "1\n";
  } catch {
    return false;
  }
}

describe("a password is prepared as the server has prepared it", () => {
  it.each([
    ["soft hyphen", "I\u00adX"],
    ["wide letters", "ＡＢＣ"],
    ["a sign with a decomposition", "\u00aa \u2168"],
    ["other spaces", "a\u00a0b\u3000c\u2003d"],
    ["a zero-width joiner", "a\u200db\ufe0f"],
    ["combining accents", "e\u0301 a\u0308"],
    ["a control character, which SASLprep refuses", "a\u0007ü"],
    ["both directions, which SASLprep refuses", "\u0627\u0031ü"],
    ["a sign newer than SASLprep", "pass\u{1f98a}word"],
    ["nothing but what is left out", "\u00ad\u00ad"],
    ["quotes and commas", "a,b=c'd\"e\\f"],
  ])("%s", async (name, password) => {
    const user = `p_${name.replace(/\W+/g, "_").toLowerCase()}`;
    server.admin(
      `create role ${user} login password '${password.replaceAll("'", "''")}'; grant connect on database postgres to ${user}`,
    );
    expect(psqlSignsIn(user, password)).toBe(true);
    expect(await signIn({ user, password })).toMatchObject({ status: 200 });
    const other = password.normalize("NFKC").replaceAll("\u00ad", "");
    const status = other !== "" && psqlSignsIn(user, other) ? 200 : 401;
    expect(await signIn({ user, password: other })).toMatchObject({ status });
  });
});

describe("with SCRAM over TLS", () => {
  it("somebody in between with another certificate cannot pass the sign-in on", async () => {
    const { key, cert } = selfSigned("-newkey", "rsa:2048");
    const proxy = await startTlsProxy(server.port, key, cert);
    const { status, body } = await signIn({ port: proxy.port, tls: "require" });
    expect(status, body).toBeGreaterThanOrEqual(400);
    expect(proxy.overheard()).toContain("SCRAM-SHA-256-PLUS");
    proxy.stop();
    expect((await signIn({ tls: "require" })).status).toBe(200);
  });

  const p256 = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

  it.each([
    ["RSA and SHA-1", ["-newkey", "rsa:2048", "-sha1"]],
    ["RSA and SHA-384", ["-newkey", "rsa:2048", "-sha384"]],
    ["RSA and SHA-512", ["-newkey", "rsa:2048", "-sha512"]],
    ["ECDSA and SHA-256", [...p256, "-sha256"]],
    ["ECDSA and SHA-384", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384", "-sha384"]],
  ] as const)("the sign-in is bound to a certificate of %s", async (_, parameters) => {
    const { key, cert } = selfSigned(...parameters);
    const folder = server.admin("show data_directory").trim().replace(/data$/, "");
    const { uid, gid } = statSync(`${folder}server.key`);
    const kept = { key: readFileSync(`${folder}server.key`), cert: readFileSync(`${folder}server.crt`) };
    const use = (pair: { readonly key: string | Buffer; readonly cert: string | Buffer }) => {
      writeFileSync(`${folder}server.crt`, pair.cert);
      writeFileSync(`${folder}server.key`, pair.key);
      chownSync(`${folder}server.key`, uid, gid);
      server.admin("select pg_reload_conf()");
    };
    use({ key, cert });
    // Until the server has reloaded its certificate, it sends the old one.
    await expect
      .poll(async () => (await signIn({ tls: "verify-full", authority: cert })).status, { timeout: 60_000 })
      .toBe(200);
    use(kept);
    await expect
      .poll(async () => (await signIn({ tls: "verify-full", authority: server.authority })).status, {
        timeout: 60_000,
      })
      .toBe(200);
  });
});

describe("a sign-in that is refused says what to do", () => {
  const rules = [
    "hostssl all strict all scram-sha-256",
    "host all rejected all reject",
    "host all krb all gss",
  ];

  beforeAll(() => {
    const file = server.admin("show hba_file").trim();
    writeFileSync(
      file,
      `${rules.join("\n")}\nhost postgres wellhead_reader all scram-sha-256\n${readFileSync(file, "utf8").replaceAll(/^host.*/gm, "")}`,
    );
    server.admin(`
      create role strict login password 'p'; create role rejected login password 'p'; create role krb login password 'p';
      select pg_reload_conf()`);
  });

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    [
      "an entry for encrypted connections only",
      { user: "strict", password: "p" },
      "tls",
      /pg_hba\.conf does not let this user into this database from 127\.0\.0\.1 without encryption\. Choose an encrypted mode/,
    ],
    [
      "no entry at all",
      { user: "nobody", password: "p", tls: "require" },
      "user",
      /pg_hba\.conf does not let this user into this database from 127\.0\.0\.1\. Ask its administrator/,
    ],
    ["an entry that rejects", { user: "rejected", password: "p", tls: "require" }, "user", /pg_hba\.conf/],
    [
      "a method that is not spoken",
      { user: "krb", password: "p", tls: "require" },
      "user",
      /GSSAPI|pg_hba\.conf/,
    ],
    [
      "an unknown mode",
      { tls: "sometimes" },
      "tls",
      /expected one of disable, prefer, require, verify-ca, verify-full/,
    ],
  ])("%s", async (_, changes, field, sentence) => {
    await expect
      .poll(async () => JSON.parse((await signIn(changes)).body) as unknown, { timeout: 60_000 })
      .toMatchObject({ field, error: expect.stringMatching(sentence) as string });
  });
});

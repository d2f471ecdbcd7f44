import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresOptions, postgres } from "@wellhead/postgres";
import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

type Pinned = NonNullable<PostgresOptions["pinned"]>;

/** A role whose name and password must be escaped in a password file. */
const odd = { user: "odd:role\\", password: "a:b\\c: d" };

let server: PostgresServer;
let service: Service;
/** Directory of the server's socket. */
let folder: string;
/** Directory of the operator's files. */
let files: string;

beforeAll(async () => {
  server = await startPostgres({ tls: true });
  folder = server
    .admin("show data_directory")
    .trim()
    .replace(/\/data$/, "");
  files = mkdtempSync(join(tmpdir(), "wellhead-operator-"));
  server.admin(`create role "${odd.user}" login password '${odd.password}';
    grant connect on database postgres to "${odd.user}"`);
  const hba = server.admin("show hba_file").trim();
  writeFileSync(hba, `local all admin trust\nlocal all all scram-sha-256\n${readFileSync(hba, "utf8")}`);
  server.admin("select pg_reload_conf()");
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
  rmSync(files, { recursive: true });
});

afterEach(() => void vi.unstubAllEnvs());

/** Writes a file that only its owner may read. */
function file(name: string, lines: readonly string[], mode = 0o600): string {
  const path = join(files, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  chmodSync(path, mode);
  return path;
}

/** Asks the pinned database who is signed in and whether the connection is over a socket. */
async function ask(pinned: Pinned): Promise<unknown> {
  const asked = await servePostgres(server, { pinned, queries: true });
  try {
    const sql =
      "select current_user::text as who, inet_server_addr() is null as local, current_setting('search_path') as path";
    const answer = await asked.post("/", { source: "query", account: {}, filter: { sql } });
    const value = JSON.parse(answer.body) as unknown;
    return Array.isArray(value) ? (value[0] as unknown) : value;
  } finally {
    await asked.app.close();
  }
}

const local = { who: reader.user, local: true };

describe("an operator", () => {
  it.each<[string, () => Pinned]>([
    ["a folder as the host", () => ({ host: folder, port: server.port, database: "postgres", ...reader })],
    [
      "a folder in an address",
      () => ({
        connection: `postgres://${reader.user}@${encodeURIComponent(folder)}:${server.port}/postgres`,
        password: reader.password,
      }),
    ],
    [
      "a folder in an option",
      () => ({
        connection: `postgresql:///postgres?host=${folder}&port=${server.port}&user=${reader.user}`,
        password: reader.password,
      }),
    ],
    [
      "a folder in keywords",
      () => ({
        connection: `host=${folder} port=${server.port} dbname=postgres user=${reader.user}`,
        password: reader.password,
      }),
    ],
  ])("reaches the server over its socket by %s", async (_, pinned) => {
    await expect(ask(pinned())).resolves.toMatchObject(local);
  });

  it("reaches it by a service and a password file, whose other lines and sections are for others", async () => {
    const serviceFile = file("services.conf", [
      "# comment",
      "[other]",
      "host=203.0.113.1",
      "[ shop ]",
      "host=203.0.113.2",
      "[shop]",
      `host=${folder}`,
      "",
      `port=${server.port}`,
      "dbname=postgres",
      `user=${reader.user}`,
      "options=-csearch_path=sales",
      "[shop]",
      "host=203.0.113.3",
    ]);
    const passwordFile = file("pgpass", [
      "# x",
      "*:*:*:nobody:wrong",
      `*:*:*:${reader.user}:${reader.password}`,
    ]);
    const pinned = { service: "shop", serviceFile, passwordFile };
    await expect(ask(pinned)).resolves.toMatchObject({ ...local, path: "sales" });
    // The operator's other options take precedence over the service.
    await expect(ask({ ...pinned, searchPath: "other" })).resolves.toMatchObject({ path: "other" });
    await expect(ask({ connection: "service=shop", serviceFile, passwordFile })).resolves.toMatchObject(
      local,
    );
    const known = execFileSync("psql", ["service=shop", "-wAtc", "select current_user"], {
      env: { ...process.env, PGSERVICEFILE: serviceFile, PGPASSFILE: passwordFile },
      encoding: "utf8",
    });
    expect(known.trim()).toBe(reader.user);
  });

  it("has the environment read only where it asks for it", async () => {
    vi.stubEnv("PGHOST", folder);
    vi.stubEnv("PGPORT", String(server.port));
    vi.stubEnv("PGDATABASE", "postgres");
    vi.stubEnv("PGUSER", reader.user);
    vi.stubEnv("PGPASSFILE", file("pgpass", [`*:*:*:*:${reader.password}`]));
    await expect(ask({ environment: true })).resolves.toMatchObject(local);
    expect(() => postgres({ pinned: {} })).toThrow("it names no host");
    const answer = await service.post("/", {
      source: "query",
      account: { auth: "database", port: server.port, tls: "disable" },
      filter: { sql: "select 1" },
    });
    expect(JSON.parse(answer.body)).toMatchObject({ status: 401, field: "host" });
  });

  it("has the query of a caller who leaves ended over the socket", async () => {
    const pinned = { host: folder, port: server.port, database: "postgres", ...reader };
    const asked = await servePostgres(server, { pinned, queries: true });
    const { url } = await asked.app.listen({ port: 0 });
    const caller = new AbortController();
    const sql = "select generate_series(1, 100000000) as i, repeat('x', 1000) as text";
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source: "query", account: {}, filter: { sql } }),
      signal: caller.signal,
    });
    await answer.body?.getReader().read();
    caller.abort();
    const active = `select count(*) from pg_stat_activity where usename = '${reader.user}' and state = 'active'`;
    await expect.poll(() => server.admin(active)).toBe("0\n");
    await asked.app.close();
  });

  it("names certificates by their files", async () => {
    const { user, password } = reader;
    const login = `${user}:${encodeURIComponent(password)}`;
    const authority = file("ca.crt", [server.authority]);
    const address = `postgres://${login}@127.0.0.1:${server.port}/postgres?sslmode=verify-full&sslrootcert=`;
    await expect(ask({ connection: `${address}${authority}` })).resolves.toMatchObject({
      who: user,
      local: false,
    });
    expect(() => postgres({ pinned: { connection: `${address}${files}/none` } })).toThrow(
      /"[^"]*none" cannot be read \(ENOENT\)/,
    );
  });
});

/** Lines of a password file, and whether they contain the password of the odd role. */
const oddLines: readonly (readonly [lines: readonly string[], isFound: boolean])[] = [
  [["*:*:*:odd\\:role\\\\:a\\:b\\\\c\\: d"], true],
  [["*:*:*:odd\\:role\\\\:a:b\\\\c: d"], false],
  [["*:*:*:odd\\:role\\\\:a\\:b\\\\c\\: d:more"], true],
  [["*:*:*:odd:role:a\\:b\\\\c\\: d"], false],
  [["HOST:PORT:postgres:odd\\:role\\\\:a\\:b\\\\c\\: d"], true],
  [["localhost:PORT:postgres:odd\\:role\\\\:a\\:b\\\\c\\: d"], false],
  [["*:1:*:*:wrong", "*:PORT:*:*:a\\:b\\\\c\\: d"], true],
  [["*:*:*:*:wrong", "*:*:*:*:a\\:b\\\\c\\: d"], false],
  [["#*:*:*:*:wrong", "", "*:*:other:*:wrong", "*:*:postgres:*:a\\:b\\\\c\\: d"], true],
  [["*:*:*", "*x:*:*:*:wrong", "*:*:*:*:a\\:b\\\\c\\: d\r"], true],
];

/** Lines that differ from others only in the member that matches, or in how it is escaped. */
const repeats = new Set([2, 3, 7, 8]);

it.each(oddLines.filter((_, index) => isLong || !repeats.has(index)))(
  "a password file of %j is read as psql reads it",
  async (lines, isFound) => {
    const written = lines.map((line) => line.replace("HOST", folder).replace("PORT", String(server.port)));
    const passwordFile = file("pgpass", written);
    const place = { host: folder, port: server.port, database: "postgres", user: odd.user };
    const words = [
      "-h",
      place.host,
      "-p",
      String(place.port),
      "-U",
      place.user,
      "-d",
      "postgres",
      "-wAtc",
      "select 1",
    ];
    const known = () =>
      execFileSync("psql", words, { env: { ...process.env, PGPASSFILE: passwordFile }, stdio: "pipe" });
    const found = await ask({ ...place, passwordFile });
    const isOurs = (found as { who?: string }).who === odd.user;
    const reached = (() => {
      try {
        known();
        return true;
      } catch {
        return false;
      }
    })();
    expect({ isOurs, reached }).toEqual({ isOurs: isFound, reached: isFound });
  },
);

it.each<[string, () => Pinned, RegExp]>([
  [
    "a password file that others may read",
    () => ({ host: folder, database: "d", user: "u", passwordFile: file("open", ["*:*:*:*:p"], 0o640) }),
    /others may read or write it. Run: chmod 600/,
  ],
  [
    "a password file that is a folder",
    () => ({ host: folder, database: "d", user: "u", passwordFile: files }),
    /cannot be read \(EISDIR\)/,
  ],
  [
    "a service that no file has",
    () => ({ service: "none", serviceFile: file("s", ["[other]", "host=h"]) }),
    /Could not find the service "none" in .*Name the file as serviceFile/,
  ],
  [
    "a service that names a service",
    () => ({ service: "a", serviceFile: file("s", ["[a]", "service=b", "[b]"]) }),
    /line 2 of the service file.*a service cannot name another/,
  ],
  [
    "a service with a broken line",
    () => ({ service: "a", serviceFile: file("s", ["[a]", "host"]) }),
    /line 2 of the service file.*expected name=value/,
  ],
  [
    "a service with an unknown option",
    () => ({ service: "a", serviceFile: file("s", ["[a]", "hots=x"]) }),
    /the option "hots" is not supported/,
  ],
  ["a port that is none", () => ({ connection: "host=h dbname=d user=u port=0" }), /expected a port/],
  [
    "a client certificate without a key",
    () => ({ connection: `host=h dbname=d user=u sslcert=${file("c", [server.authority])}` }),
    /the client certificate has no key/,
  ],
])("%s aborts the start", (_, pinned, sentence) => {
  expect(() => postgres({ pinned: pinned() })).toThrow(sentence);
});

describe("an account", () => {
  it.each<[string, () => object]>([
    ["a folder as the host", () => ({ host: folder })],
    ["a socket as the host", () => ({ host: `${folder}/.s.PGSQL.${server.port}` })],
    ["a folder in a connection string", () => ({ connection: `host=${folder} user=admin dbname=postgres` })],
    [
      "a socket as a member that no form has",
      () => ({ host: "203.0.113.1", socketPath: folder, socketFolder: folder }),
    ],
    ["a service", () => ({ connection: "service=shop" })],
  ])("never reaches a socket by %s", async (_, changes) => {
    const account = service.account({ user: "admin", password: "", ...changes() });
    const answer = await service.post("/", { source: "query", account, filter: { sql: "select 1 as one" } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      field: expect.stringMatching(/^(?:host|connection)$/) as string,
    });
  });
});

it("a socket that does not respond is reported without its path", async () => {
  const found = await ask({ host: "/tmp/wellhead nowhere", database: "d", user: "u" });
  expect(found).toMatchObject({
    status: 503,
    error: expect.stringMatching(/its socket does not respond \(ENOENT\). Ask the operator/) as string,
  });
  expect(JSON.stringify(found)).not.toContain("nowhere");
});

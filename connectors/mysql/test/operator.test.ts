import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MysqlOptions, mysql } from "@wellhead/mysql";
import { type MariadbServer, reader, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOptionFile } from "../src/account/option-file.js";
import { type Service, serveMysql } from "./serve-mysql.js";

type Pinned = NonNullable<MysqlOptions["pinned"]>;

let server: MariadbServer;
let service: Service;
/** Path of the server's socket. */
let socketPath: string;
/** Directory of the operator's files. */
let files: string;

beforeAll(async () => {
  server = await startMariadb();
  socketPath = server.admin("select @@socket").trim();
  files = mkdtempSync(join(tmpdir(), "wellhead-operator-"));
  service = await serveMysql(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
  rmSync(files, { recursive: true });
});

function file(name: string, lines: readonly string[], mode = 0o600): string {
  const path = join(files, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  chmodSync(path, mode);
  return path;
}

/** Asks the pinned database who is signed in and from where. */
async function ask(pinned: Pinned): Promise<unknown> {
  const asked = await serveMysql(server, { pinned, queries: true });
  try {
    const filter = { sql: "select user() as who" };
    const answer = await asked.post("/", { source: "query", account: {}, filter });
    const value = JSON.parse(answer.body) as unknown;
    return Array.isArray(value) ? (value[0] as unknown) : value;
  } finally {
    await asked.app.close();
  }
}

const overSocket = { who: `${reader.user}@localhost` };
const overNetwork = { who: `${reader.user}@127.0.0.1` };
const quotedPassword = `"${reader.password.replaceAll('"', '\\"')}"`;

describe("an operator", () => {
  it("reaches the server over its socket", async () => {
    const { user, password } = reader;
    await expect(ask({ socketPath, database: "shop", user, password })).resolves.toEqual(overSocket);
    const connection = `mysql://${user}:${encodeURIComponent(password)}@localhost/shop?socket=${socketPath}`;
    await expect(ask({ connection })).resolves.toEqual(overSocket);
  });

  // The server's administrator is the only database user with the name of the user that runs the tests.
  it.skipIf(process.getuid?.() !== 0)(
    "signs in as the user of the operating system, without a password",
    async () => {
      server.admin("alter user root@localhost identified via unix_socket");
      const found = await ask({ socketPath, database: "shop", user: "root" });
      expect(found).toMatchObject({
        error: expect.stringContaining("more than the right to read tables") as string,
      });
    },
  );

  it("reaches it by an option file", async () => {
    const common = [`user=${reader.user}`, `password=${quotedPassword}`, "database=shop"];
    const optionFile = file("my.cnf", [
      "[mysqld]",
      "user=other",
      "[client]",
      `socket = ${socketPath}`,
      ...common,
    ]);
    await expect(ask({ optionFile })).resolves.toEqual(overSocket);
    await expect(ask({ optionFile, host: "127.0.0.1", port: server.port, tls: "DISABLED" })).resolves.toEqual(
      overNetwork,
    );
    const network = [`host=127.0.0.1`, `port=${server.port}`, "skip-ssl", `socket=${socketPath}`];
    const other = file("other.cnf", ["[reports]", ...network, ...common]);
    await expect(ask({ optionFile: other, optionGroups: ["reports"] })).resolves.toEqual(overNetwork);
    expect(() => mysql({ pinned: { optionFile: other } })).toThrow("it names no host");
    const tcp = file("tcp.cnf", ["[client]", "protocol=TCP", `socket=${socketPath}`, ...common]);
    expect(() => mysql({ pinned: { optionFile: tcp } })).toThrow("it names no host");
  });

  it.each<[string, () => Pinned, RegExp]>([
    [
      "an option file that everybody may write",
      () => ({ optionFile: file("open.cnf", ["[client]"], 0o666) }),
      /everybody may write it/,
    ],
    [
      "an option file that includes itself",
      () => ({ optionFile: file("loop.cnf", [`!include ${files}/loop.cnf`]) }),
      /includes more than 100 files, or files more than 10 deep/,
    ],
    [
      "an option file that includes one that is not there",
      () => ({ optionFile: file("in.cnf", ["!include /nowhere.cnf"]) }),
      /"\/nowhere.cnf": it cannot be read/,
    ],
    ["no option file", () => ({ optionFile: `${files}/none` }), /none": it cannot be read/],
    ["the X Protocol", () => ({ connection: "mysqlx://h/d" }), /X Protocol/],
  ])("%s aborts the start", (_, pinned, sentence) => {
    expect(() => mysql({ pinned: pinned() })).toThrow(sentence);
  });
});

it("an option file is read as the server's own tools read it", () => {
  mkdirSync(join(files, "more.d"), { recursive: true });
  file("more.d/b.cnf", ["[client]", "port=2", "user = b"]);
  file("more.d/a.cnf", ["[client]", "port=1"]);
  file("more.d/c.txt", ["[client]", "port=9"]);
  const main = file("all.cnf", [
    "# comment",
    "; comment",
    "[client]",
    "host = one # comment",
    'password = "a # b"',
    "database='it''s'",
    "ssl-ca=/a\\sb\\\\c\\td",
    "ssl_cert = /x",
    "loose-ssl-key=/y",
    "compress",
    'plugin-dir="unclosed # quote',
    "user=empty",
    "connect-timeout=",
    "[ client ]",
    "default-character-set = latin1",
    "[mysql]",
    "host=other",
    "[client-mariadb]",
    "host=two",
    `!includedir ${files}/more.d`,
  ]);
  const groups = ["client", "client-server", "client-mariadb"];
  const printed = execFileSync("my_print_defaults", [`--defaults-file=${main}`, ...groups], {
    encoding: "utf8",
  });
  const known = new Map(
    printed
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [name = "", ...value] = line.replace(/^--(?:loose-)?/, "").split("=");
        return [name.replaceAll("_", "-"), line.includes("=") ? value.join("=") : undefined] as const;
      }),
  );
  expect(Object.fromEntries(readOptionFile(main, groups))).toEqual(Object.fromEntries(known));
});

it.each<[string, () => object]>([
  ["its path as the host", () => ({ host: socketPath })],
  ["a connection string", () => ({ connection: `mysql://root@localhost/shop?socket=${socketPath}` })],
  ["a member that no form has", () => ({ host: "203.0.113.1", socketPath })],
  ["the local host", () => ({ host: "localhost", port: 1 })],
])("an account never reaches a socket by %s", async (_, changes) => {
  const account = service.account({ user: "root", password: "", ...changes() });
  const answer = await service.post("/", { source: "query", account, filter: { sql: "select 1 as one" } });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(JSON.parse(answer.body)).toMatchObject({
    field: expect.stringMatching(/^(?:host|port|connection)$/) as string,
  });
});

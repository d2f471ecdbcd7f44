import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ClientProgram, copyTemplate, freePort } from "@wellhead/test-support";
import { type CommandUser, runCommand } from "./run-command.js";

/** A temporary PostgreSQL server on a free port of the loopback interface. */
export interface PostgresServer {
  readonly port: number;
  /** Certificate of the authority that signed the server's certificate, if TLS is enabled. */
  readonly authority: string;
  /** Runs statements as the superuser, over the server's local socket. */
  admin(sql: string, database?: string): string;
  /** Runs statements without waiting for the end. */
  adminAsync(sql: string): ChildProcess;
  /** Returns the server's complete log. */
  log(): string;
  /** Kills the server and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How to start the server. */
export interface StartPostgresOptions {
  /** Settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** Whether TLS is enabled, with a certificate created for the server. */
  readonly tls?: boolean;
  /** Whether it is a read-only standby. It waits for a primary that never sends anything. Default: `false`. */
  readonly isStandby?: boolean;
}

/** The role that the documentation describes, and its password. */
export const reader = { user: "wellhead_reader", password: 'p4ss "word" ünï' };

/** The documented statements that create it. */
const readerSql = `
set default_transaction_read_only = off;
create role ${reader.user} login password '${reader.password}'
  nosuperuser nocreatedb nocreaterole noinherit noreplication connection limit 20;
revoke all on database postgres from public;
grant connect on database postgres to ${reader.user};
revoke create on schema public from public;
grant usage on schema public to ${reader.user};
grant select on all tables in schema public to ${reader.user};
alter default privileges in schema public grant select on tables to ${reader.user};`;

/** Starts a server, creates the documented role and waits until the server responds. */
export async function startPostgres({
  settings = [],
  tls = false,
  isStandby = false,
}: StartPostgresOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-postgres-"));
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const bin = binaries();
  const data = join(folder, "data");
  copyTemplate({ name: "postgres", user, fill: (path) => initialize(path, user) }, data);
  const port = await freePort();
  const authority = tls ? makeCertificates(folder, user) : "";
  const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=127.0.0.1"];
  const secure = tls
    ? ["ssl=on", `ssl_cert_file=${folder}/server.crt`, `ssl_key_file=${folder}/server.key`]
    : [];
  const flags = [...fast, ...secure, ...settings].flatMap((setting) => ["-c", setting]);
  // Log to a file: with a pipe, the server would block while a test holds the process during a client's run.
  const log = join(folder, "log");
  const start = async () => {
    const before = existsSync(log) ? statSync(log).size : 0;
    const output = openSync(log, "a");
    const child = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), "-k", folder, ...flags], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", output],
    });
    closeSync(output);
    await ready(child, () => readFileSync(log).subarray(before).toString());
    return child;
  };
  let server = await start();
  const words = ["-h", folder, "-p", String(port), "-U", "admin", "-v", "ON_ERROR_STOP=1", "-d"];
  const client = new ClientProgram({
    command: join(bin, "psql"),
    parameters: [...words, "postgres", "-qAtX"],
    ...user,
  });
  const statements = join(folder, "statements.sql");
  const admin = (sql: string, database = "postgres") => {
    writeFileSync(statements, sql);
    const isOther = database !== "postgres";
    const use = isOther ? `\\connect "${database}"` : "discard all;";
    const back = isOther ? "\\connect postgres\n" : "";
    return client.ask({
      input: `${use}\n\\i '${statements}'\n;`,
      echo: (line) => `${back}\\echo ${line}`,
    });
  };
  admin(readerSql);
  if (isStandby) {
    server.kill("SIGINT");
    await once(server, "exit");
    client.stop();
    writeFileSync(join(data, "standby.signal"), "");
    server = await start();
  }
  return {
    port,
    authority,
    admin,
    adminAsync: (sql) =>
      spawn(join(bin, "psql"), [...words, "postgres", "-qAtc", sql], { ...user, cwd: "/", stdio: "ignore" }),
    log: () => readFileSync(log, "utf8"),
    restart: async () => {
      server.kill("SIGQUIT");
      await once(server, "exit");
      client.stop();
      server = await start();
    },
    stop: async () => {
      client.stop();
      // Its folder is removed, so that nothing needs to be written to it.
      server.kill("SIGQUIT");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function initialize(data: string, user: CommandUser): void {
  const access = ["-U", "admin", "--auth-local=trust", "--auth-host=scram-sha-256"];
  const parameters = ["-D", data, ...access, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  runCommand(join(binaries(), "initdb"), parameters, user);
}

function binaries(): string {
  const root = "/usr/lib/postgresql";
  const newest =
    readdirSync(root)
      .toSorted((one, other) => Number(one) - Number(other))
      .at(-1) ?? "";
  return join(root, newest, "bin");
}

/** Returns the user that runs the server. It refuses to run as root; Debian's package creates a user for it. */
export function serverUser(): CommandUser {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("postgres:"));
  const [, , uid, gid] = (line ?? "").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

async function ready(child: ChildProcess, log: () => string): Promise<void> {
  while (!/ready to accept (?:read-only )?connections/.test(log())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended:\n${log()}`);
    await delay(20);
  }
}

function makeCertificates(folder: string, user: CommandUser): string {
  const openssl = (...parameters: readonly string[]) => runCommand("openssl", parameters, user);
  const at = (name: string) => join(folder, name);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.crt"),
    "-days",
    "2",
    "-subj",
    "/CN=Test authority",
  );
  openssl("req", ...key, "-keyout", at("server.key"), "-out", at("server.csr"), "-subj", "/CN=localhost");
  writeFileSync(at("extensions"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const sign = [
    "-CA",
    at("ca.crt"),
    "-CAkey",
    at("ca.key"),
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    at("extensions"),
  ];
  openssl("x509", "-req", "-in", at("server.csr"), ...sign, "-out", at("server.crt"));
  return readFileSync(at("ca.crt"), "utf8");
}

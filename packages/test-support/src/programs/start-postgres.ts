import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ClientProgram } from "./client-program.js";
import { copyTemplate } from "./folder-template.js";
import { freePort } from "./free-port.js";
import { makeCertificates } from "./make-certificates.js";
import { type CommandUser, runCommand } from "./run-command.js";
import { makeServerFolder } from "./server-folder.js";
import { startServerProcess } from "./server-process.js";

/** A temporary PostgreSQL server on a free port of the loopback interface. */
export interface PostgresServer {
  readonly port: number;
  /** Certificate of the authority that signed the server's certificate, if TLS is enabled. */
  readonly authority: string;
  /** Returns the address of a schema, which need not exist, for the superuser over the server's local socket. */
  addressOf(schema: string): string;
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
  /**
   * Whether every role connects over the loopback interface without a password, to a database without the documented
   * role and its restrictions. Default: `false`.
   */
  readonly isOpen?: boolean;
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

/**
 * Starts a server, creates the documented role and waits until the server responds.
 *
 * @param options - How to start it
 * @returns The server
 */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<PostgresServer> {
  const { folder, user } = makeServerFolder("postgres");
  const bin = binaries();
  const data = join(folder, "data");
  copyTemplate({ name: "postgres", user, fill: (path) => initialize(path, user) }, data);
  if (options.isOpen === true)
    writeFileSync(join(data, "pg_hba.conf"), "local all all trust\nhost all all 127.0.0.1/32 trust\n");
  const port = await freePort();
  const authority = options.tls === true ? makeCertificates(folder, user) : "";
  const log = join(folder, "log");
  const parameters = ["-D", data, "-p", String(port), "-k", folder, ...flagsOf(folder, options)];
  const server = await startServerProcess({
    start: () => startProcess({ program: join(bin, "postgres"), parameters, folder, user, log }),
    signal: "SIGQUIT",
  });
  const words = ["-h", folder, "-p", String(port), "-U", "admin", "-v", "ON_ERROR_STOP=1", "-d", "postgres"];
  const psql = join(bin, "psql");
  const client = new ClientProgram({ command: psql, parameters: [...words, "-qAtX"], ...user });
  const admin = (sql: string, database?: string) => ask(client, { folder, sql, database });
  if (options.isOpen !== true) admin(readerSql);
  if (options.isStandby === true) {
    client.stop();
    writeFileSync(join(data, "standby.signal"), "");
    await server.restart("SIGINT");
  }
  return {
    port,
    authority,
    addressOf: (schema) =>
      `postgres:///postgres?host=${encodeURIComponent(folder)}&port=${port}&user=admin&schema=${schema}`,
    admin,
    adminAsync: (sql) => spawn(psql, [...words, "-qAtc", sql], { ...user, cwd: "/", stdio: "ignore" }),
    log: () => readFileSync(log, "utf8"),
    restart: async () => {
      client.stop();
      await server.restart();
    },
    stop: async () => {
      client.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function flagsOf(folder: string, { settings = [], tls = false }: StartPostgresOptions): string[] {
  const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=127.0.0.1"];
  const secure = ["ssl=on", `ssl_cert_file=${folder}/server.crt`, `ssl_key_file=${folder}/server.key`];
  return [...fast, ...(tls ? secure : []), ...settings].flatMap((setting) => ["-c", setting]);
}

interface ProcessToStart {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly folder: string;
  readonly user: CommandUser;
  /** Path of its log. A file, because a pipe would block the server while a test holds this process. */
  readonly log: string;
}

async function startProcess(given: ProcessToStart): Promise<ChildProcess> {
  const { program, parameters, folder, user, log } = given;
  const before = existsSync(log) ? statSync(log).size : 0;
  const output = openSync(log, "a");
  const child = spawn(program, parameters, { ...user, cwd: folder, stdio: ["ignore", "ignore", output] });
  closeSync(output);
  await ready(child, () => readFileSync(log).subarray(before).toString());
  return child;
}

interface Statements {
  /** Folder for a file with the statements. */
  readonly folder: string;
  readonly sql: string;
  readonly database: string | undefined;
}

function ask(client: ClientProgram, { folder, sql, database }: Statements): string {
  const statements = join(folder, "statements.sql");
  writeFileSync(statements, sql);
  const use = database === undefined ? "discard all;" : `\\connect "${database}"`;
  const back = database === undefined ? "" : "\\connect postgres\n";
  return client.ask({
    input: `${use}\n\\i '${statements}'\n;`,
    echo: (line) => `${back}\\echo ${line}`,
  });
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

async function ready(child: ChildProcess, log: () => string): Promise<void> {
  while (!/ready to accept (?:read-only )?connections/.test(log())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended:\n${log()}`);
    await delay(20);
  }
}

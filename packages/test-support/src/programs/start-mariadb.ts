import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ClientProgram } from "./client-program.js";
import { copyTemplate } from "./folder-template.js";
import { freePort } from "./free-port.js";
import { makeCertificates } from "./make-certificates.js";
import { type CommandUser, runCommand } from "./run-command.js";
import { makeServerFolder } from "./server-folder.js";
import { startServerProcess } from "./server-process.js";

/** A temporary MariaDB server on a free port of the loopback interface. */
export interface MariadbServer {
  readonly port: number;
  /** Certificate of the authority that signed the server's certificate, if TLS is enabled. */
  readonly authority: string;
  /** Runs statements as root in the database `shop`, over the server's local socket. Returns tab-separated lines. */
  admin(sql: string): string;
  /** Runs statements without waiting for the end. */
  adminAsync(sql: string): ChildProcess;
  /** Kills the server and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How to start the server. */
export interface StartMariadbOptions {
  /** Settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** Whether TLS is enabled, with a certificate created for the server. */
  readonly tls?: boolean;
}

/** The user that the documentation describes, and its password. */
export const reader = { user: "wellhead_reader", password: `p4ss "word" 'ünï'` };

/** The documented statements that create it. */
const readerSql = `
create database shop character set utf8mb4;
create user ${reader.user}@'%' identified by '${reader.password.replaceAll("'", "''")}'
  with max_user_connections 20;
grant select, show view on shop.* to ${reader.user}@'%';`;

/**
 * Starts a server, creates the documented user and waits until the server responds.
 *
 * @param options - How to start it
 * @returns The server
 */
export async function startMariadb(options: StartMariadbOptions = {}): Promise<MariadbServer> {
  const { folder, user } = makeServerFolder("mysql");
  const data = join(folder, "data");
  const fill = (path: string, temporary: string) => initialize({ data: path, temporary, user });
  copyTemplate({ name: "mariadb", user, fill }, data);
  const port = await freePort();
  const authority = options.tls === true ? makeCertificates(folder, user) : "";
  const flags = flagsOf({ folder, data, port }, options);
  const start = async () => {
    const child = spawn("mariadbd", ["--no-defaults", ...flags], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await ready(child);
    return child;
  };
  const server = await startServerProcess({ start, signal: "SIGKILL" });
  const words = ["--no-defaults", "-uroot", `-S${folder}/socket`, "-NB", "--default-character-set=utf8mb4"];
  const client = new ClientProgram({ command: "mariadb", parameters: [...words, "--unbuffered", "mysql"] });
  const statements = join(folder, "statements.sql");
  const admin = (sql: string, database = "shop") => {
    writeFileSync(statements, sql);
    return client.ask({
      // Every request reconnects, so that it gets a new session, as if it had its own process.
      input: `connect ${database}\nsource ${statements}\n;`,
      echo: (line) => `select '${line}';`,
    });
  };
  admin(readerSql, "mysql");
  return {
    port,
    authority,
    admin: (sql) => admin(sql),
    adminAsync: (sql) => spawn("mariadb", [...words, "shop", "-e", sql], { stdio: "ignore" }),
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

interface ServerPlace {
  readonly folder: string;
  readonly data: string;
  readonly port: number;
}

function flagsOf(
  { folder, data, port }: ServerPlace,
  { settings = [], tls = false }: StartMariadbOptions,
): string[] {
  const place = [
    `datadir=${data}`,
    `tmpdir=${folder}`,
    `socket=${folder}/socket`,
    `pid-file=${folder}/pid`,
    `port=${port}`,
  ];
  const network = ["bind-address=127.0.0.1", "skip-name-resolve"];
  const fast = ["skip-log-bin", "innodb-flush-log-at-trx-commit=0", "innodb-buffer-pool-size=64M"];
  const secure = [`ssl-cert=${folder}/server.crt`, `ssl-key=${folder}/server.key`, `ssl-ca=${folder}/ca.crt`];
  return [...place, ...network, ...fast, ...(tls ? secure : []), ...settings].map(
    (setting) => `--${setting}`,
  );
}

interface Initialization {
  readonly data: string;
  readonly temporary: string;
  readonly user: CommandUser;
}

function initialize({ data, temporary, user }: Initialization): void {
  const parameters = [
    "--no-defaults",
    `--datadir=${data}`,
    // The names of its temporary tables can repeat in another installation that runs at the same time.
    `--tmpdir=${temporary}`,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
  ];
  runCommand("mariadb-install-db", parameters, user);
}

function ready(child: ChildProcess): Promise<void> {
  const logged: string[] = [];
  return new Promise((resolve, reject) => {
    if (child.stderr === null) throw new TypeError("found no stderr");
    createInterface({ input: child.stderr }).on("line", (line) => {
      if (logged.length < 200) logged.push(line);
      if (line.includes("ready for connections")) resolve();
    });
    child.once("exit", () => reject(new Error(`The server ended:\n${logged.join("\n")}`)));
  });
}

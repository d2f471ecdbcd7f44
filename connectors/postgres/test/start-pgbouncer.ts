import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "@wellhead/test-support";
import { makeServerFolder } from "@wellhead/test-support/programs/server-folder";
import { type PostgresServer, reader } from "@wellhead/test-support/programs/start-postgres";

/** A temporary PgBouncer in front of a server. */
export interface Pgbouncer {
  readonly port: number;
  /** Returns its complete log. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode with one connection to the server. All transactions of all clients then run on
 * the same connection.
 */
export async function startPgbouncer(server: Pick<PostgresServer, "port">): Promise<Pgbouncer> {
  const { folder, user } = makeServerFolder("postgres");
  const port = await freePort();
  const settings = [
    "[databases]",
    `postgres = host=127.0.0.1 port=${server.port}`,
    "[pgbouncer]",
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    `unix_socket_dir =`,
    "pool_mode = transaction",
    "default_pool_size = 1",
    "auth_type = scram-sha-256",
    `auth_file = ${folder}/users`,
  ];
  writeFileSync(join(folder, "settings"), settings.join("\n"));
  writeFileSync(join(folder, "users"), `"${reader.user}" "${reader.password.replaceAll('"', '""')}"\n`);
  chmodSync(folder, 0o755);
  const child = spawn("/usr/sbin/pgbouncer", [join(folder, "settings")], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const logged: string[] = [];
  await ready(child, logged);
  return {
    port,
    log: () => logged.join("\n"),
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess, logged: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    if (child.stderr === null) throw new TypeError("found no stderr");
    createInterface({ input: child.stderr }).on("line", (line) => {
      logged.push(line);
      if (line.includes("process up")) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`PgBouncer ended:\n${logged.join("\n")}`)));
  });
}

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server for tests that write to one. It listens on a socket in a folder of its own, and needs no port. */
export interface ThrowawayPostgres {
  /** Address of a schema, which need not exist. */
  readonly addressOf: (schema: string) => string;
  /** Runs a statement with psql and returns its rows, with `|` between the cells. */
  readonly ask: (sql: string) => string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server.
 *
 * @returns The server, which accepts connections
 */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "wellhead-pg-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const versions = readdirSync("/usr/lib/postgresql").toSorted((a, b) => Number(b) - Number(a));
  const bin = join("/usr/lib/postgresql", versions[0] ?? "", "bin");
  const data = join(folder, "data");
  const settings = { ...user, cwd: folder, stdio: "pipe" } as const;
  const cluster = ["-D", data, "-U", "admin", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(join(bin, "initdb"), cluster, settings);
  const flags = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses="];
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, "-k", folder, ...flags.flatMap((flag) => ["-c", flag])],
    settings,
  );
  const ended = once(server, "exit");
  await new Promise<void>((resolve, reject) => {
    let log = "";
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      if (log.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`The server ended:\n${log}`)));
  });
  return {
    addressOf: (schema) =>
      `postgres:///postgres?host=${encodeURIComponent(folder)}&user=admin&schema=${schema}`,
    ask: (sql) =>
      String(
        execFileSync(
          join(bin, "psql"),
          ["-h", folder, "-U", "admin", "-d", "postgres", "-AtqXc", sql],
          settings,
        ),
      ).trim(),
    stop: async () => {
      server.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root. Debian's package creates a user for it. */
function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("postgres:"));
  const [, , uid, gid] = (line ?? "").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

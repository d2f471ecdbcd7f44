import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../throwaway/free-port.mjs";
import { ownedFolder } from "../throwaway/owned-folder.mjs";

/**
 * Starts a temporary PostgreSQL server that trusts the loopback interface.
 *
 * @returns {Promise<{ port: number, admin: (sql: string) => string, stop: () => Promise<void> }>} The server.
 */
export async function startPostgres() {
  const { folder, user } = ownedFolder("postgres");
  const root = "/usr/lib/postgresql";
  const newest = readdirSync(root)
    .toSorted((one, other) => Number(one) - Number(other))
    .at(-1);
  const bin = join(root, newest ?? "", "bin");
  const data = join(folder, "data");
  const run = (command, words) => execFileSync(command, words, { ...user, cwd: "/", encoding: "utf8" });
  run(join(bin, "initdb"), [
    "-D",
    data,
    "-U",
    "admin",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  ]);
  const port = await freePort();
  const settings = [
    "fsync=off",
    "synchronous_commit=off",
    "listen_addresses=127.0.0.1",
    "shared_buffers=512MB",
  ];
  const words = [
    "-D",
    data,
    "-p",
    String(port),
    "-k",
    folder,
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  const server = spawn(join(bin, "postgres"), words, {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const line of createInterface({ input: server.stderr }))
    if (line.includes("ready to accept")) break;
  server.stderr.resume();
  return {
    port,
    admin: (sql) =>
      run("psql", ["-h", folder, "-p", String(port), "-U", "admin", "-d", "postgres", "-qAtc", sql]),
    stop: async () => {
      server.kill("SIGINT");
      await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../throwaway/free-port.mjs";
import { ownedFolder } from "../throwaway/owned-folder.mjs";

/**
 * Starts a temporary MariaDB server with a database `shop`, which its user `reader` may read without a password.
 *
 * @returns {Promise<{ port: number, words: string[], network: string[], stop: () => Promise<void> }>} The server, and
 * the arguments for its client: as root over the server's socket, and as the reader over the network.
 */
export async function startMariadb() {
  const { folder, user } = ownedFolder("mysql");
  const data = join(folder, "data");
  const install = [
    "--no-defaults",
    `--datadir=${data}`,
    `--tmpdir=${folder}`,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
  ];
  execFileSync("mariadb-install-db", install, { ...user, cwd: "/", stdio: "ignore" });
  const port = await freePort();
  const settings = [
    `datadir=${data}`,
    `socket=${folder}/socket`,
    `pid-file=${folder}/pid`,
    `port=${port}`,
    "bind-address=127.0.0.1",
    "skip-name-resolve",
    "skip-log-bin",
    "innodb-flush-log-at-trx-commit=0",
    "innodb-buffer-pool-size=512M",
    "character-set-server=utf8mb4",
  ];
  const server = spawn("mariadbd", ["--no-defaults", ...settings.map((setting) => `--${setting}`)], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const line of createInterface({ input: server.stderr }))
    if (line.includes("ready for connections")) break;
  server.stderr.resume();
  const words = ["--no-defaults", "--default-character-set=utf8mb4", "-uroot", `-S${folder}/socket`];
  execFileSync("mariadb", words, {
    input: "create database shop; create user reader@'%'; grant select on shop.* to reader@'%';",
  });
  return {
    port,
    words,
    network: ["--no-defaults", "--default-character-set=utf8mb4", "-ureader", "-h127.0.0.1", `-P${port}`],
    stop: async () => {
      server.kill("SIGTERM");
      await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

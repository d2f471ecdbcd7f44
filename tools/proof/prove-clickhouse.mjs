import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchPackage } from "../tests/fetch-package.mjs";

// Tests the ClickHouse connector with a current engine, which npm has as a library: chDB. Its package is too large to be a
// dependency (166 MB, 546 MB unpacked), so it is fetched once.

const CHDB = "3.4.0";

const home = await fetchPackage("chdb", CHDB);
const data = mkdtempSync(join(tmpdir(), "wellhead-chdb-"));
const program = fileURLToPath(new URL("current-clickhouse.mjs", import.meta.url));
const server = spawn(process.execPath, [program, home, data], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const port = await portOf(server);
  const tests = [
    "connectors/clickhouse/test/current.test.ts",
    "packages/cli/src/serve/engine-differential.test.ts",
  ];
  const words = ["vitest", "run", "--maxWorkers=1", ...tests, ...process.argv.slice(2)];
  const environment = { ...process.env, WELLHEAD_CURRENT_CLICKHOUSE: port };
  const runner = spawn("npx", words, { stdio: "inherit", env: environment });
  await once(runner, "exit");
  process.exitCode = runner.exitCode ?? 1;
} finally {
  server.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
}

/**
 * @param {import("node:child_process").ChildProcess} child The server.
 * @returns {Promise<string>} The port that it prints.
 * @throws {Error} When it ends instead.
 */
async function portOf({ stdout }) {
  for await (const chunk of stdout ?? []) return String(chunk).trim();
  throw new Error("Could not start the server: it ended.");
}

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, untilListening } from "../pages/assumed.mjs";

// Proves that a command that writes to a full disk ends with an error that says so, whatever it writes and wherever the
// space ends: on file systems of ten sizes in memory. It needs the right to mount, such as that of root. Arguments choose
// other sizes.

/** Sizes of the file systems in KiB: from less than an empty database to more than the rows need. */
const USUAL_SIZES = [256, 512, 1024, 2048, 3072, 4096, 8192, 12_288, 24_576, 65_536];
/** Up to the first size, no command has enough space; from the second, each of them does. */
const [TOO_SMALL, LARGE_ENOUGH] = [2048, 65_536];
const ACCEPTED = new Set([0, 7, 12]);

/** @type {Readonly<Record<string, (url: string, folder: string) => string[]>>} */
const COMMANDS = {
  "sync into DuckDB": (url, folder) => ["pull", url, "--sync", join(folder, "copy.duckdb")],
  "sync into SQLite": (url, folder) => ["pull", url, "--sync", join(folder, "copy.sqlite")],
  "sync into a folder": (url, folder) => ["pull", url, "--sync", join(folder, "copy")],
  "pull a CSV file": (url, folder) => ["pull", url, "rows", "-o", join(folder, "rows.csv")],
  "pull a Parquet file": (url, folder) => ["pull", url, "rows", "-o", join(folder, "rows.parquet")],
  "query into a Parquet file": (url, folder) => [
    "sql",
    "select * from d.rows order by a",
    "-c",
    `d=${url}`,
    "-o",
    join(folder, "rows.parquet"),
  ],
};

const chosen = process.argv.slice(2).map(Number);
const sizes = chosen.length === 0 ? USUAL_SIZES : chosen;
const program = fileURLToPath(new URL("../../packages/cli/bin/wellhead.js", import.meta.url));
const connector = fileURLToPath(new URL("../pages/random-connector.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wellhead-disk-"));
const port = await freePort();
// The proof is of commands: the service writes nothing.
const words = [program, "serve", connector, "--port", String(port), "--log-level", "silent"];
const service = spawn(process.execPath, words, { stdio: "ignore" });
try {
  await untilListening(port);
  const faults = sizes.flatMap((size) => proveSize(size, `http://127.0.0.1:${port}/`));
  if (faults.length > 0) throw new Error(`Could not prove full disks:\n${faults.join("\n")}`);
} finally {
  service.kill();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs every command on a file system of its own.
 *
 * @param {number} size Its size in KiB.
 * @param {string} url Address of the rows.
 * @returns {string[]} Faults.
 */
function proveSize(size, url) {
  const faults = [];
  /** @type {string[]} */
  const ends = [];
  for (const [name, wordsIn] of Object.entries(COMMANDS)) {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}k`, "none", folder]);
    try {
      const { status, signal, stderr } = spawnSync(process.execPath, [program, ...wordsIn(url, folder)], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, TMPDIR: folder },
      });
      ends.push(String(status ?? signal));
      const explains = status === 0 || /space|full|room|ENOSPC/i.test(stderr);
      if (signal !== null || !ACCEPTED.has(status ?? -1) || !explains)
        faults.push(`${name} with ${size} KiB ended with ${signal ?? status}: ${stderr.trim()}`);
      // Otherwise, nothing would have been full, or nothing written.
      if (size <= TOO_SMALL && status === 0) faults.push(`${name} fits into ${size} KiB`);
      if (size >= LARGE_ENOUGH && status !== 0)
        faults.push(`${name} does not fit into ${size} KiB: ${stderr.trim()}`);
    } finally {
      execFileSync("umount", ["--lazy", folder]);
    }
  }
  process.stdout.write(`${size} KiB: ${ends.join(", ")}\n`);
  return faults;
}

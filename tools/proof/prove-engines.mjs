import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages } from "../packages/pack-packages.mjs";

// Resolves the packed packages as npm does for a stranger, without a lock file and with `--engine-strict`:
// `prove-engines.mjs [folder of another Node …]`. A dependency whose newest version needs a later Node than ours fails.

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wellhead-engines-"));
try {
  const packed = await packPackages(root, join(folder, "packages"));
  for (const path of ["", ...process.argv.slice(2).map((bin) => `${bin}${delimiter}`)]) {
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    rmSync(join(folder, "package-lock.json"), { force: true });
    const env = { ...process.env, PATH: `${path}${process.env["PATH"] ?? ""}` };
    const options = { cwd: folder, env, encoding: /** @type {const} */ ("utf8") };
    const node = spawnSync("node", ["--version"], options).stdout.trim();
    const flags = ["--package-lock-only", "--engine-strict", "--ignore-scripts", "--no-audit", "--no-fund"];
    const tarballs = packed.map(({ tarball }) => tarball);
    const { status, stderr } = spawnSync("npm", ["install", ...flags, ...tarballs], options);
    console.log(`Node ${node}: ${status === 0 ? "every dependency supports it" : stderr.trim()}`);
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Installs a package that is too large to be a dependency, with npm and without its scripts. It is fetched once.
 *
 * @param {string} name Name of the package.
 * @param {string} version Its version.
 * @param {{ overrides?: Readonly<Record<string, string>> }} [options] Versions of its dependencies to use instead.
 * @returns {Promise<string>} The folder that has its `node_modules`.
 */
export async function fetchPackage(name, version, { overrides = {} } = {}) {
  const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "wellhead");
  const home = join(cache, `${name}-${version}`);
  // npm writes its own lockfile last, so that an installation that was interrupted is begun again.
  if (existsSync(join(home, "package-lock.json"))) return home;
  mkdirSync(home, { recursive: true });
  const manifest = { private: true, dependencies: { [name]: version }, overrides };
  writeFileSync(join(home, "package.json"), JSON.stringify(manifest));
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: home });
  return home;
}

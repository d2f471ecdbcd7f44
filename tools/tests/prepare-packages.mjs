import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** @import { TestPackage } from "./test-packages.mjs" */

/**
 * The environment of the preparation, which tests replace.
 *
 * @typedef {object} PrepareOptions
 * @property {readonly TestPackage[]} packages The packages that tests need.
 * @property {boolean} installs Whether this process can install packages: as root on Debian.
 * @property {(command: string, parameters: readonly string[]) => void} run Runs a command; throws when it fails.
 * @property {(line: string) => void} print Prints a line.
 */

/** Waits up to ten minutes for another `apt-get` to finish instead of failing. */
const lockTimeout = ["-o", "DPkg::Lock::Timeout=600"];

/**
 * Prepares the system packages that tests need. Installs missing packages where that is possible, lists them elsewhere,
 * and does nothing when all are installed.
 *
 * @param {PrepareOptions} options The packages and the environment.
 * @returns {void}
 * @throws {Error} When a package is still missing after its installation, because its row of the table is wrong.
 */
export function preparePackages({ packages, installs, run, print }) {
  const missing = packages.filter(({ proof }) => !isPresent(proof));
  if (missing.length === 0) return;
  if (!installs) {
    for (const { name, proof, reason } of missing) print(`missing ${name} ("${proof}"): ${reason}`);
    return;
  }
  const names = missing.map(({ name }) => name);
  print(`installing ${names.join(" ")} for the tests, after any other apt-get has finished`);
  run("apt-get", [...lockTimeout, "-qq", "update"]);
  run("apt-get", [...lockTimeout, "-qq", "-y", "--no-install-recommends", "install", ...names]);
  const absent = missing.find(({ proof }) => !isPresent(proof));
  if (absent) {
    throw new Error(`Preparing the tests failed: "${absent.name}" was installed without "${absent.proof}"`);
  }
}

/**
 * @param {string} proof A command, or an absolute path in which one part may be `*`.
 * @returns {boolean} True when it exists on this machine.
 */
function isPresent(proof) {
  if (!proof.startsWith("/")) {
    const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];
    return folders.some((folder) => existsSync(join(folder, proof)));
  }
  const [before = "", after] = proof.split("/*/", 2);
  if (after === undefined) return existsSync(proof);
  if (!existsSync(before)) return false;
  return readdirSync(before).some((name) => existsSync(join(before, name, after)));
}

import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** @import { TestPackage } from "./test-packages.mjs" */

/**
 * What preparing touches, so that a test can stand in for it.
 *
 * @typedef {object} PrepareOptions
 * @property {readonly TestPackage[]} packages What the tests need.
 * @property {boolean} installs Whether packages can be installed here: root on Debian.
 * @property {(command: string, parameters: readonly string[]) => void} run Runs a command; throws when it fails.
 * @property {(line: string) => void} print Shows a line.
 */

/** Waits up to ten minutes for another `apt-get` instead of failing. */
const lockTimeout = ["-o", "DPkg::Lock::Timeout=600"];

/**
 * Sees to the system packages that tests need: installs what is missing where it can, names it elsewhere, and
 * does nothing when all is there.
 *
 * @param {PrepareOptions} options The packages and the machine.
 * @returns {void}
 * @throws {Error} When a package is still missing after it was installed: its row of the table is wrong.
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
 * @returns {boolean} True when it is on this machine.
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

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { preparePackages } from "./prepare-packages.mjs";

/**
 * Prepares system packages on this machine: installs missing ones as root on Debian, lists them elsewhere.
 *
 * @param {readonly import("./test-packages.mjs").TestPackage[]} packages The packages.
 * @returns {void}
 * @throws {Error} When a package cannot be installed.
 */
export function installPackages(packages) {
  preparePackages({
    packages,
    installs: process.getuid?.() === 0 && existsSync("/etc/debian_version"),
    run: (command, parameters) => {
      // The installer runs in quiet mode; its remaining output belongs on standard error.
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      execFileSync(command, parameters, { stdio: ["ignore", "ignore", "inherit"], env });
    },
    print: (line) => console.error(line),
  });
}

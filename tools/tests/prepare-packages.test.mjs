import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTree } from "../check/make-tree.mjs";
import { preparePackages } from "./prepare-packages.mjs";

/** @import { TestPackage } from "./test-packages.mjs" */

/**
 * @param {readonly TestPackage[]} packages The packages that tests need.
 * @param {boolean} installs Whether they can be installed.
 * @param {() => void} [onInstall] Called instead of the installer.
 * @returns {string[]} The lines that were printed and the commands that were run.
 */
function prepare(packages, installs, onInstall = () => {}) {
  /** @type {string[]} */
  const seen = [];
  preparePackages({
    packages,
    installs,
    run: (command, parameters) => {
      seen.push([command, ...parameters].join(" "));
      if (parameters.includes("install")) onInstall();
    },
    print: (line) => seen.push(line),
  });
  return seen;
}

const ABSENT = { name: "redis-server", proof: "no-such-command", reason: "locks across replicas" };

describe("preparePackages()", () => {
  it("does nothing when all is there", () => {
    const root = makeTree({ "15/bin/postgres": "" });
    const packages = [
      { name: "sh", proof: "sh", reason: "a command" },
      { name: "postgresql", proof: `${root}/*/bin/postgres`, reason: "a path" },
    ];
    expect(prepare(packages, true)).toEqual([]);
  });

  it("names what is missing and why when it cannot install", () => {
    expect(prepare([ABSENT], false)).toEqual([
      'missing redis-server ("no-such-command"): locks across replicas',
    ]);
  });

  it("installs only what is missing when it can", () => {
    const root = makeTree({ "here/a": "" });
    const late = { name: "late", proof: join(root, "late"), reason: "comes with the installation" };
    const seen = prepare([{ name: "here", proof: join(root, "here"), reason: "" }, late], true, () => {
      late.proof = join(root, "here");
    });
    expect(seen).toEqual([
      "installing late for the tests, after any other apt-get has finished",
      "apt-get -o DPkg::Lock::Timeout=600 -qq update",
      "apt-get -o DPkg::Lock::Timeout=600 -qq -y --no-install-recommends install late",
    ]);
  });

  it("throws when a package does not bring its proof", () => {
    expect(() => prepare([ABSENT], true)).toThrow(
      'Preparing the tests failed: "redis-server" was installed without "no-such-command"',
    );
  });
});

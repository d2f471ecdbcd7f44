import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileConsumer, useConsumer, writeConsumer } from "../packages/consumer.mjs";
import { proveDatabases } from "../packages/databases.mjs";
import { judgeTarball } from "../packages/judge-tarballs.mjs";
import { installInto, linkDependencies, packageIn, unpackPackages } from "../packages/lay-out.mjs";
import { packPackages } from "../packages/pack-packages.mjs";
import { proveRegistry } from "../packages/registry.mjs";
import { proveScaffolds } from "../packages/scaffolds.mjs";

/** @import { PackedPackage } from "../packages/pack-packages.mjs" */

// Proves that the published packages work outside of this repository. `--short` needs no network: it lays the tarballs
// out next to what `npm ci` has installed. Without it, rows of real databases are read with them as well, and they are
// published to a registry on this machine and installed from there with npm.

/** Packages of others that a consumer needs to compile. */
const TOOLS = ["@types/node", "vitest"];

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");
const folder = mkdtempSync(join(tmpdir(), "wellhead-packages-"));
const isShort = process.argv.includes("--short");
const compiler = join(root, "node_modules/typescript/bin/tsc");
try {
  const packages = await packPackages(root, join(folder, "tarballs"));
  await proveTarballs(packages);
  await proveLayout(packages, { withPeers: false });
  await proveLayout(packages, { withPeers: true });
  if (!isShort) for (const line of await proveRegistry(packages, { root, folder, compiler })) print(line);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {PackedPackage[]} packages The packages.
 * @returns {Promise<void>}
 * @throws {Error} With the faults of all tarballs.
 */
async function proveTarballs(packages) {
  const store = join(folder, "judged");
  unpackPackages(store, packages);
  const faults = [];
  for (const packed of packages) faults.push(...(await judgeTarball(packed, packageIn(store, packed.name))));
  if (faults.length > 0) throw new Error(`Could not publish the packages:\n${faults.join("\n")}`);
  print(`${packages.length} tarballs: publint, types and source maps without a fault`);
}

/**
 * Uses the packages in a project that has only what their manifests declare.
 *
 * @param {PackedPackage[]} packages The packages.
 * @param {{ withPeers: boolean }} options Whether the project has the optional peers, such as database engines.
 * @returns {Promise<void>}
 */
async function proveLayout(packages, { withPeers }) {
  const name = withPeers ? "whole" : "small";
  const store = join(folder, `${name}-store`);
  const project = join(folder, name);
  unpackPackages(store, packages);
  linkDependencies(store, packages, withPeers);
  const reached = withPeers ? packages : closureOf("@wellhead/cli", packages);
  writeConsumer(project, { root, packages: reached });
  const installed = reached.map((one) => one.name);
  installInto(project, [...installed, ...TOOLS], { store, packages, from: root });
  await compileConsumer(project, compiler);
  await useConsumer(project);
  print(
    `${reached.length} packages ${withPeers ? "with" : "without"} engines: imported, compiled, served, checked, copied`,
  );
  if (withPeers && !isShort)
    print(`rows of ${(await proveDatabases(project)).join(", ")}: read whole, with their logos`);
  if (withPeers) print(`${await proveScaffolds(project, compiler)} new projects: created, compiled, tested`);
}

/**
 * @param {string} name Name of a package.
 * @param {PackedPackage[]} packages All packages.
 * @returns {PackedPackage[]} The package, and those of this repository that npm installs with it.
 */
function closureOf(name, packages) {
  const names = new Set([name]);
  for (const one of names)
    for (const dependency of Object.keys(
      packages.find((each) => each.name === one)?.manifest.dependencies ?? {},
    ))
      if (packages.some((each) => each.name === dependency)) names.add(dependency);
  return packages.filter((one) => names.has(one.name));
}

/**
 * @param {string} line A line for the user.
 * @returns {void}
 */
function print(line) {
  process.stdout.write(`${line}\n`);
}

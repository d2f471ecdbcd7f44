import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/** @import { PackedPackage } from "./pack-packages.mjs" */

/**
 * Unpacks tarballs into a folder each.
 *
 * @param {string} store Folder for the packages, outside of the repository.
 * @param {readonly PackedPackage[]} packages The packages.
 * @returns {void}
 */
export function unpackPackages(store, packages) {
  for (const { name, tarball } of packages) {
    const folder = packageIn(store, name);
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
  }
}

/**
 * Links the dependencies that the manifest of each unpacked package declares next to it: the other tarballs, and the
 * packages that `npm ci` has installed for this repository. An undeclared dependency is therefore not found, and nothing
 * is fetched.
 *
 * @param {string} store Folder of the unpacked packages.
 * @param {readonly PackedPackage[]} packages The packages.
 * @param {boolean} withPeers Whether optional peers are installed.
 * @returns {void}
 */
export function linkDependencies(store, packages, withPeers) {
  for (const { name, folder, manifest } of packages) {
    const peers = withPeers ? Object.keys(manifest.peerDependencies ?? {}) : [];
    for (const dependency of [...Object.keys(manifest.dependencies ?? {}), ...peers]) {
      link(join(packageIn(store, name), "node_modules", dependency), {
        target: findPackage(dependency, { store, packages, from: folder }),
      });
    }
  }
}

/**
 * Makes packages available to a project, as `npm install` does.
 *
 * @param {string} project Folder of the project.
 * @param {readonly string[]} names Packages to install.
 * @param {{ store: string, packages: readonly PackedPackage[], from: string }} origin Where they are.
 * @returns {void}
 */
export function installInto(project, names, origin) {
  for (const name of names) link(join(project, "node_modules", name), { target: findPackage(name, origin) });
}

/**
 * @param {string} store Folder of the unpacked packages.
 * @param {string} name Name of a package.
 * @returns {string} Its folder.
 */
export function packageIn(store, name) {
  return join(store, name.replaceAll("/", "+"));
}

/**
 * @param {string} name Name of a package.
 * @param {{ store: string, packages: readonly PackedPackage[], from: string }} origin Where packages are; `from` is the
 *   folder of this repository from which those of others are searched, as Node does.
 * @returns {string} Its folder.
 */
function findPackage(name, { store, packages, from }) {
  if (packages.some((one) => one.name === name)) return packageIn(store, name);
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) throw new Error(`Could not find "${name}": run npm ci first.`);
  }
}

/**
 * @param {string} path Path of the link.
 * @param {{ target: string }} options Where it leads.
 * @returns {void}
 */
function link(path, { target }) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The parts of a `package.json` that the checks read.
 *
 * @typedef {object} Manifest
 * @property {string} [name]
 * @property {string} [version]
 * @property {boolean} [private]
 * @property {string} [description]
 * @property {string} [license]
 * @property {Record<string, string>} [engines]
 * @property {readonly string[]} [files]
 * @property {{ readonly access?: string, readonly directory?: string }} [publishConfig]
 * @property {Record<string, string>} [scripts]
 * @property {string | Record<string, unknown>} [exports]
 * @property {string | Record<string, string>} [bin]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * One package of this repository.
 *
 * @typedef {object} Workspace
 * @property {string} folder Path relative to the root, such as `packages/sdk`.
 * @property {string} name Published name, such as `@wellhead/sdk`; the folder when it is not published.
 * @property {Manifest} manifest Its `package.json`; empty when it has none.
 */

/** Folders whose sub folders are packages, and folders that are packages themselves. */
const PARENTS = ["packages", "connectors", "examples"];
const SINGLES = ["bench", "tools"];

/**
 * Finds the packages of the repository.
 *
 * @param {string} root Root of the tree.
 * @returns {Workspace[]} The packages.
 */
export function findWorkspaces(root) {
  const folders = [...PARENTS.flatMap((parent) => subFolders(root, parent)), ...SINGLES];
  return folders.map((folder) => {
    const manifest = readManifest(join(root, folder, "package.json"));
    return { folder, name: manifest.name ?? folder, manifest };
  });
}

/**
 * Lists the folders directly below one folder.
 *
 * @param {string} root Root of the tree.
 * @param {string} parent Folder relative to the root; it may be missing.
 * @returns {string[]} Paths relative to the root, sorted.
 */
function subFolders(root, parent) {
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules" && entry.name !== "dist")
    .map((entry) => `${parent}/${entry.name}`)
    .toSorted();
}

/**
 * @param {string} path Path of a `package.json`.
 * @returns {Manifest} Its content; empty when there is none.
 */
function readManifest(path) {
  if (!existsSync(path)) return {};
  return /** @type {Manifest} */ (JSON.parse(readFileSync(path, "utf8")));
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findWorkspaces } from "./find-workspaces.mjs";

/** @import { Problem } from "./problem.mjs" */
/** @import { Workspace } from "./find-workspaces.mjs" */

/** A range that admits later releases. The lockfile pins the versions of this repository. */
const RANGE = /^(?:[~^]|>=)\d+(?:\.\d+){0,2}(?:-[\w.]+)?$/;

/**
 * Checks that every published package can be installed outside of this repository: its manifest says what it is, its
 * dependencies are ranges, ranges of this repository admit the present version, and its licence and changelog are
 * packed.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} One for each fault.
 */
export function checkManifests(root) {
  const workspaces = findWorkspaces(root);
  const byName = new Map(workspaces.map((workspace) => [workspace.name, workspace]));
  const licence = existsSync(join(root, "LICENSE")) ? readFileSync(join(root, "LICENSE"), "utf8") : "";
  return workspaces
    .filter(({ folder, manifest }) => /^(?:packages|connectors)\//.test(folder) && manifest.private !== true)
    .flatMap((workspace) =>
      [
        ...memberFaults(workspace),
        ...fileFaults(root, workspace, licence),
        ...rangeFaults(workspace, byName),
      ].map((message) => ({ file: `${workspace.folder}/package.json`, line: 1, message })),
    );
}

/**
 * @param {Workspace} workspace A published package.
 * @returns {string[]} What is missing in its manifest.
 */
function memberFaults({ manifest }) {
  const members = /** @type {const} */ (["description", "license", "engines", "exports", "version"]);
  return [
    ...members.filter((name) => !manifest[name]).map((name) => `has no "${name}"`),
    // Scoped packages are private on npm unless the manifest says otherwise.
    ...(manifest.publishConfig?.access === "public" ? [] : ['has no "publishConfig" with public access']),
    // Changesets would publish hundreds of modules instead of the bundle.
    ...(manifest.publishConfig?.directory === "packed"
      ? []
      : ['has no "publishConfig" with the directory "packed"']),
    ...(manifest.files?.includes("CHANGELOG.md") ? [] : ['does not pack "CHANGELOG.md": add it to "files"']),
    // The source maps and declaration maps lead to src.
    ...(manifest.files?.includes("dist") && !manifest.files.includes("src")
      ? ['packs "dist" without "src", which its source maps lead to: add it to "files"']
      : []),
  ];
}

/**
 * @param {string} root Root of the tree.
 * @param {Workspace} workspace A published package.
 * @param {string} licence Text of the repository's licence.
 * @returns {string[]} Files that are missing or differ.
 */
function fileFaults(root, { folder }, licence) {
  const missing = ["README.md", "CHANGELOG.md", "LICENSE"].filter(
    (file) => !existsSync(join(root, folder, file)),
  );
  const path = join(root, folder, "LICENSE");
  const differs = existsSync(path) && readFileSync(path, "utf8") !== licence;
  return [
    ...missing.map((file) => `has no ${file} next to it`),
    ...(differs ? ["has a LICENSE that differs from the LICENSE of the repository: copy it"] : []),
  ];
}

/**
 * @param {Workspace} workspace A published package.
 * @param {ReadonlyMap<string, Workspace>} byName Packages of the repository by their names.
 * @returns {string[]} Dependencies that users could not install, or only in one version.
 */
function rangeFaults({ manifest }, byName) {
  const { dependencies = {}, peerDependencies = {}, optionalDependencies = {} } = manifest;
  return [dependencies, peerDependencies, optionalDependencies].flatMap((group) =>
    Object.entries(group).flatMap(([name, range]) => {
      const own = byName.get(name)?.manifest;
      if (own === undefined)
        return RANGE.test(range)
          ? []
          : [`depends on "${name}" "${range}": expected a range, such as "^${range.replace(/^\D+/, "")}"`];
      if (own.private === true) return [`depends on "${name}", which is private`];
      // A caret here would make Changesets raise the major version of every package with each new minor version.
      if (group === peerDependencies && range === `${own.version?.split(".")[0]}.x`) return [];
      return range === `^${own.version}`
        ? []
        : [`depends on "${name}" "${range}": expected "^${own.version}", the present version`];
    }),
  );
}

import { builtinModules } from "node:module";
import { posix } from "node:path";
import { arrowsOf, hasArrow } from "./arrows.mjs";
import { findWorkspaces } from "./find-workspaces.mjs";
import { listFiles } from "./list-files.mjs";
import { listImports } from "./list-imports.mjs";
import { isSource, isTest, parseModule } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */
/** @import { Workspace } from "./find-workspaces.mjs" */

/**
 * An import and its position.
 *
 * @typedef {object} ImportPlace
 * @property {string} file The importing file.
 * @property {string} specifier What it imports.
 * @property {Workspace} from The package of the file.
 * @property {readonly Workspace[]} workspaces All packages.
 */

const BUILTINS = new Set(builtinModules);

/**
 * Checks that packages import each other only along the arrows of ARCHITECTURE.md, that none imports another's files by
 * path, and that packages for the browser do not import modules of Node.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkImports(root) {
  const workspaces = findWorkspaces(root);
  const problems = workspaces.flatMap((workspace) => checkManifest(workspace, workspaces));
  for (const file of listFiles(root).filter(isSource)) {
    const from = workspaces.find((workspace) => file.startsWith(`${workspace.folder}/`));
    if (!from) continue;
    for (const { specifier, line } of listImports(parseModule(root, file))) {
      const message =
        specifier === undefined
          ? computedFault(file, from)
          : importFault({ file, specifier, from, workspaces });
      if (message !== undefined) problems.push({ file, line, message });
    }
  }
  return problems;
}

/**
 * Checks that a package is in the diagram and does not declare a dependency against the arrows.
 *
 * @param {Workspace} workspace The package.
 * @param {readonly Workspace[]} workspaces All packages.
 * @returns {Problem[]} The problems.
 */
function checkManifest(workspace, workspaces) {
  const file = `${workspace.folder}/package.json`;
  if (!arrowsOf(workspace.folder)) {
    return [{ file, line: 1, message: "belongs to no row of tools/check/arrows.mjs: draw its arrows first" }];
  }
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = workspace.manifest;
  const names = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  const testNames = Object.keys(devDependencies ?? {});
  return workspaces.flatMap((to) => {
    const refused =
      (names.includes(to.name) && !hasArrow(workspace.folder, to.folder, false)) ||
      (testNames.includes(to.name) && !hasArrow(workspace.folder, to.folder, true));
    return refused ? [{ file, line: 1, message: arrowFault(workspace, to) }] : [];
  });
}

/**
 * @param {string} file The importing file.
 * @param {Workspace} from Its package.
 * @returns {string | undefined} The fault of an import with a computed name, or `undefined` where such imports are
 * allowed.
 */
function computedFault(file, from) {
  if (isTest(file) || arrowsOf(from.folder)?.computed) return undefined;
  return "imports a computed name: name the module, so that it can be checked";
}

/**
 * @param {ImportPlace} place One import.
 * @returns {string | undefined} Its fault, if there is one.
 */
function importFault({ file, specifier, from, workspaces }) {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(file), specifier);
    if (target.startsWith(`${from.folder}/`)) return undefined;
    return `imports "${specifier}", outside its own package: import the other package by name`;
  }
  const inNode = isTest(file) || !file.startsWith(`${from.folder}/src/`);
  const builtin = specifier.startsWith("node:") || BUILTINS.has(specifier);
  if (builtin && !inNode && arrowsOf(from.folder)?.browser) {
    return `imports "${specifier}": ${from.name} must run without Node`;
  }
  return packageFault({ file, specifier, from, workspaces });
}

/**
 * @param {ImportPlace} place One import by package name.
 * @returns {string | undefined} The fault, when it names a package of this repository against the arrows.
 */
function packageFault({ file, specifier, from, workspaces }) {
  const to = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!to || to.folder === from.folder) return undefined;
  if (!exportsSubpath(to, `.${specifier.slice(to.name.length)}`)) {
    return `imports "${specifier}", which ${to.folder}/package.json does not export`;
  }
  return hasArrow(from.folder, to.folder, isTest(file)) ? undefined : arrowFault(from, to);
}

/**
 * @param {Workspace} workspace A package.
 * @param {string} subpath Such as `.` or `./vitest`.
 * @returns {boolean} Whether its `exports` name the subpath, itself or with a `*`; without a map of `exports`, whether
 * it is `.`.
 */
function exportsSubpath({ manifest }, subpath) {
  const keys = typeof manifest.exports === "object" ? Object.keys(manifest.exports) : [];
  const paths = keys.some((key) => key.startsWith(".")) ? keys : ["."];
  return paths.some((path) => {
    const [start = "", end] = path.split("*");
    if (end === undefined) return path === subpath;
    return subpath.length > start.length + end.length && subpath.startsWith(start) && subpath.endsWith(end);
  });
}

/**
 * @param {Workspace} from The importing package.
 * @param {Workspace} to The imported package.
 * @returns {string} The description of the fault.
 */
function arrowFault(from, to) {
  return `uses "${to.name}": ARCHITECTURE.md has no arrow from ${from.folder} to ${to.folder}`;
}

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { bundleModules } from "./bundle-modules.mjs";

/** @import { Manifest } from "../check/find-workspaces.mjs" */

/** What a module or a declaration imports from its own package, without ending. */
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[\w./-]+)\.js["']/g;

/**
 * Writes what is published of a package to its folder `packed`: its modules in a bundle, the declarations that its
 * entries need, the sources of both, and its other files.
 *
 * @param {string} folder Folder of the package, built.
 * @param {Manifest} manifest Its `package.json`.
 * @param {readonly string[]} files What npm would pack, relative to the folder.
 * @returns {Promise<string>} The folder `packed`.
 */
export async function writePackage(folder, manifest, files) {
  const out = join(folder, "packed");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const entries = findEntries(folder, manifest, files);
  const modules = files.flatMap((file) => /^(dist\/.*)\.js$/.exec(file)?.[1] ?? []);
  const kept = new Set(entries.length === 0 ? [] : await bundleModules(folder, out, { entries, modules }));
  for (const declaration of findDeclarations(folder, entries)) {
    kept.add(`${declaration}.d.ts`).add(`${declaration}.d.ts.map`);
    kept.add(`${declaration.replace(/^dist\//, "src/")}.ts`);
  }
  for (const file of files) {
    if (file === "package.json" || (entries.length > 0 && isBuilt(file) && !kept.has(file))) continue;
    cpSync(join(folder, file), join(out, file));
  }
  writeFileSync(join(out, "package.json"), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
  return out;
}

/**
 * @param {string} file A file of a package.
 * @returns {boolean} True for modules, declarations, their maps and their sources.
 */
function isBuilt(file) {
  return /^src\/.*\.ts$|^dist\/.*\.(?:js|d\.ts)(?:\.map)?$/.test(file);
}

/**
 * @param {string} folder Folder of a package.
 * @param {Manifest} manifest Its `package.json`.
 * @param {readonly string[]} files What npm would pack.
 * @returns {readonly string[]} The modules that `exports` and the programs in `bin` lead to, without ending.
 */
function findEntries(folder, { exports = {} }, files) {
  const targets = JSON.stringify(exports).matchAll(/"\.\/(dist\/[^"*]+)\.js"/g);
  const programs = files.filter((file) => /^bin\/.*\.js$/.test(file));
  const started = programs.flatMap((program) => importsOf(join(folder, program), program));
  return [...Array.from(targets, ([, target = ""]) => target), ...started];
}

/**
 * @param {string} folder Folder of a package.
 * @param {readonly string[]} entries The modules that users import, without ending.
 * @returns {ReadonlySet<string>} Those whose declarations these need, without ending.
 */
function findDeclarations(folder, entries) {
  const found = new Set(entries);
  for (const module of found)
    for (const needed of importsOf(join(folder, `${module}.d.ts`), module)) found.add(needed);
  return found;
}

/**
 * @param {string} file Path of a module or a declaration.
 * @param {string} module The same, relative to its package.
 * @returns {readonly string[]} The modules of the package that it imports, without ending.
 */
function importsOf(file, module) {
  if (!existsSync(file)) return [];
  const found = readFileSync(file, "utf8").matchAll(IMPORTED);
  return Array.from(found, ([, path = ""]) => posix.join(posix.dirname(module), path));
}

/**
 * @param {Manifest} manifest The `package.json` of a package in this repository.
 * @returns {object} That of the published package, which contains exactly the files that were written.
 */
function publishedManifest(manifest) {
  const { devDependencies: _, files: _files, scripts: _scripts, publishConfig, ...published } = manifest;
  return { ...published, publishConfig: { access: publishConfig?.access } };
}

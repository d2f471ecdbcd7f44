import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { FOLDER_LAYERS } from "./arrows.mjs";
import { listFiles } from "./list-files.mjs";
import { listImports } from "./list-imports.mjs";
import { isSource, isTest, parseModule } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */

/**
 * Checks that the folders of a package import each other in one direction only, types included.
 *
 * @param {string} root Root of the tree.
 * @param {Readonly<Record<string, readonly string[]>>} [layers] Rows of folders by package. Default: those of the
 * repository.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkLayers(root, layers = FOLDER_LAYERS) {
  const files = listFiles(root).filter((file) => isSource(file) && !isTest(file));
  return Object.entries(layers).flatMap(([folder, rows]) => {
    const source = `${folder}/src`;
    const levels = new Map(rows.flatMap((row, level) => row.split(" ").map((name) => [name, level])));
    return files
      .filter((file) => file.startsWith(`${source}/`))
      .flatMap((file) => checkFile({ root, file, source, levels }));
  });
}

/**
 * @param {{ root: string, file: string, source: string, levels: ReadonlyMap<string, number> }} place A file, the `src` of
 * its package, and the level of each folder in it.
 * @returns {Problem[]} The problems of its imports.
 */
function checkFile({ root, file, source, levels }) {
  const from = folderOf(file, source);
  const level = levels.get(from);
  if (level === undefined) {
    const message = `is in the folder "${from}", which has no row in FOLDER_LAYERS of tools/check/arrows.mjs: add it above what it imports`;
    return [{ file, line: 1, message }];
  }
  return listImports(parseModule(root, file)).flatMap(({ specifier, line }) => {
    if (specifier === undefined || !specifier.startsWith(".")) return [];
    const target = posix.join(posix.dirname(file), specifier);
    const to = folderOf(target, source);
    const isOutside = !target.startsWith(`${source}/`) || !existsSync(join(root, posix.dirname(target)));
    if (to === from || isOutside || (levels.get(to) ?? 0) < level) return [];
    const message = `imports "${specifier}": FOLDER_LAYERS of tools/check/arrows.mjs has "${to}" not below "${from}". Move what is shared to a lower folder`;
    return [{ file, line, message }];
  });
}

/**
 * @param {string} file A file in `source`.
 * @param {string} source The `src` folder of a package.
 * @returns {string} Its folder relative to `source`; `.` for `source` itself.
 */
function folderOf(file, source) {
  return posix.relative(source, posix.dirname(file)) || ".";
}

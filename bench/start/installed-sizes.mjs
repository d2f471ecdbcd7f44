import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Adds up what npm would install with some packages: they, and what they depend on, without optional peers. Packages of
 * others are measured where `npm ci` has installed them.
 *
 * @param {readonly string[]} names The packages.
 * @param {string} folder Folder from which Node finds them.
 * @returns {readonly { name: string, bytes: number }[]} Each package once, the largest first.
 */
export function installedSizes(names, folder) {
  const sizes = new Map();
  const waiting = names.map((name) => ({ name, from: folder }));
  for (const { name, from } of waiting) {
    const found = realpathSync(findFolder(name, from));
    if (sizes.has(found)) continue;
    sizes.set(found, { name, bytes: sizeOf(found) });
    const { dependencies = {} } = JSON.parse(readFileSync(join(found, "package.json"), "utf8"));
    for (const dependency of Object.keys(dependencies)) waiting.push({ name: dependency, from: found });
  }
  return [...sizes.values()].toSorted((left, right) => right.bytes - left.bytes);
}

/** Finds a package as Node does. */
function findFolder(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) throw new Error(`Could not find "${name}": run npm ci first.`);
  }
}

/** Returns the bytes of a package without the packages inside it. */
function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sum + sizeOf(path);
      return entry.isFile() ? sum + statSync(path).size : sum;
    }, 0);
}

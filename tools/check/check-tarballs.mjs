import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { findWorkspaces } from "./find-workspaces.mjs";

/** @import { Problem } from "./problem.mjs" */
/** @import { Manifest } from "./find-workspaces.mjs" */

/** Files that only tests need, whatever leads to them. */
const TEST_FILE = /(?:^|\/)(?:tests?|fixtures)\/|\.test(?:-d)?\.|\.tsbuildinfo$|\.(?:pem|py|snap)$/;

/**
 * Checks that the tarballs of the published packages hold no tests and no test machinery, and everything else: their
 * modules are those that the `exports` and the `bin` of the package lead to. Modules without a source are left of an
 * earlier build, and are not judged.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} One for each file that must not be published, or must be.
 */
export function checkTarballs(root) {
  const published = findWorkspaces(root).filter(
    ({ folder, manifest }) => /^(?:packages|connectors)\//.test(folder) && manifest.private !== true,
  );
  const names = new Map(published.map(({ name, folder }) => [name, folder]));
  return packedFiles(root, [...names.values()]).flatMap(({ name, files }) => {
    const folder = names.get(name) ?? "";
    const manifest = published.find((workspace) => workspace.name === name)?.manifest ?? {};
    const reached = reachedModules(root, folder, manifest);
    const problem = (/** @type {string} */ message) => ({ file: `${folder}/package.json`, line: 1, message });
    const packed = new Set(files.map(({ path }) => sourceOf(path)));
    const missing = [...reached].filter((module) => !packed.has(sourceOf(module)));
    return [
      ...files
        .filter(({ path }) => !path.endsWith(".map") && (TEST_FILE.test(path) || isUnused(path)))
        .map(({ path }) =>
          problem(
            `packs "${path}", which only tests use: move it to packages/test-support or test/, or exclude it in "files"`,
          ),
        ),
      ...missing.map((module) =>
        problem(`does not pack "${module}", which its exports need: change "files"`),
      ),
    ];

    /** @param {string} path A packed file. */
    function isUnused(path) {
      const source = sourceOf(path);
      const module = [`${source}.ts`, `${source}.tsx`].find((file) => existsSync(join(root, folder, file)));
      return module !== undefined && !reached.has(module);
    }
  });
}

/**
 * Lists what npm would publish.
 *
 * @param {string} root Root of the tree.
 * @param {readonly string[]} folders Folders of the packages.
 * @returns {readonly { name: string, files: readonly { path: string }[] }[]} The packages and their files.
 */
function packedFiles(root, folders) {
  if (folders.length === 0) return [];
  const parameters = [
    "pack",
    "--dry-run",
    "--json",
    "--ignore-scripts",
    ...folders.flatMap((folder) => ["-w", folder]),
  ];
  const output = execFileSync("npm", parameters, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  // The output of npm, whose documentation names these members.
  return /** @type {{ name: string, files: { path: string }[] }[]} */ (JSON.parse(output));
}

/**
 * Follows every relative path to a module in the sources, starting from what a package exports: imports, and modules
 * that are started in workers and processes.
 *
 * @param {string} root Root of the tree.
 * @param {string} folder Folder of the package.
 * @param {Manifest} manifest Its `package.json`.
 * @returns {Set<string>} The sources, relative to the package.
 */
function reachedModules(root, folder, { exports, bin }) {
  const targets = JSON.stringify([exports ?? [], bin ?? []]).matchAll(
    /"(?:\.\/)?((?:dist|bin)\/[^"]+)\.js"/g,
  );
  const waiting = Array.from(targets, ([, target = ""]) => sourceOf(target));
  /** @type {Set<string>} */
  const reached = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const file of [`${path}.ts`, `${path}.tsx`, `${path}.js`]) {
      if (reached.has(file) || !existsSync(join(root, folder, file))) continue;
      reached.add(file);
      const text = readFileSync(join(root, folder, file), "utf8");
      for (const [, found = ""] of text.matchAll(/["'`](?:\.\/)?([^"'`\s]+)\.js["'`]/g))
        waiting.push(sourceOf(posix.join(posix.dirname(file), found)));
    }
  }
  return reached;
}

/**
 * @param {string} path Path of a compiled file, relative to its package.
 * @returns {string} The path of its source without the ending.
 */
function sourceOf(path) {
  return path.replace(/^dist\//, "src/").replace(/(?:\.d)?\.(?:jsx?|tsx?)(?:\.map)?$/, "");
}

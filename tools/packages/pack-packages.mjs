import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { findWorkspaces } from "../check/find-workspaces.mjs";
import { writePackage } from "./write-package.mjs";

/** @import { Manifest, Workspace } from "../check/find-workspaces.mjs" */

/**
 * A published package and its tarball.
 *
 * @typedef {object} PackedPackage
 * @property {string} name Its name.
 * @property {string} folder Its folder in this repository.
 * @property {Manifest} manifest Its `package.json`.
 * @property {string} tarball Path of the tarball.
 */

/**
 * Writes what is published of every package to its folder `packed`, and packs that as `changeset publish` does.
 *
 * @param {string} root Root of the repository, built.
 * @param {string} destination Folder for the tarballs.
 * @returns {Promise<PackedPackage[]>} The packages.
 */
export async function packPackages(root, destination) {
  mkdirSync(destination, { recursive: true });
  const published = findWorkspaces(root).filter(
    ({ folder, manifest }) => /^(?:packages|connectors)\//.test(folder) && manifest.private !== true,
  );
  const documents = await writeDocuments(root);
  const folders = await writePackages(root, published);
  // Here, the command reads the pages themselves.
  rmSync(documents);
  const packed = pack(root, ["--pack-destination", destination, ...folders]);
  const packages = published.map(({ name, folder, manifest }) => {
    const file = packed.find((one) => one.name === name)?.filename;
    if (file === undefined) throw new Error(`Could not pack "${name}": npm did not name its tarball.`);
    return { name, folder: join(root, folder), manifest, tarball: join(destination, file) };
  });
  writeIndex(destination, packages);
  return packages;
}

/**
 * Writes the pages that `wellhead docs` searches where this repository is not.
 *
 * @param {string} root Root of the repository, built.
 * @returns {Promise<string>} The file.
 */
async function writeDocuments(root) {
  const command = join(root, "packages/cli");
  const built = pathToFileURL(join(command, "dist/documents/collect-documents.js")).href;
  const { collectDocuments } = /** @type {{ collectDocuments: (root: string) => readonly object[] }} */ (
    await import(built)
  );
  const file = join(command, "documents.json");
  writeFileSync(file, JSON.stringify(collectDocuments(root)));
  return file;
}

/**
 * Writes the list of packages that create-wellhead reads.
 *
 * @param {string} destination Folder of the tarballs.
 * @param {readonly PackedPackage[]} packages The packages.
 * @returns {void}
 */
function writeIndex(destination, packages) {
  const own = new Set(packages.map(({ name }) => name));
  const index = packages.map(({ name, manifest, tarball }) => [
    name,
    {
      tarball: basename(tarball),
      dependencies: Object.keys(manifest.dependencies ?? {}).filter((one) => own.has(one)),
    },
  ]);
  writeFileSync(
    join(destination, "index.json"),
    `${JSON.stringify(Object.fromEntries(index), undefined, 2)}\n`,
  );
}

/**
 * Writes what is published of some packages to their folders `packed`.
 *
 * @param {string} root Root of the repository, in which these packages are built.
 * @param {readonly Workspace[]} workspaces The packages.
 * @returns {Promise<string[]>} The folders.
 */
export async function writePackages(root, workspaces) {
  const listed = pack(root, ["--dry-run", ...workspaces.flatMap(({ folder }) => ["-w", folder])]);
  const folders = [];
  for (const { name, folder, manifest } of workspaces) {
    const files = listed.find((one) => one.name === name)?.files ?? [];
    folders.push(
      await writePackage(
        join(root, folder),
        manifest,
        files.map(({ path }) => path),
      ),
    );
  }
  return folders;
}

/**
 * @param {string} root Root of the repository.
 * @param {readonly string[]} parameters Parameters of `npm pack`.
 * @returns {{ name: string, filename: string, files: { path: string }[] }[]} What it reports of each package.
 */
function pack(root, parameters) {
  const output = execFileSync("npm", ["pack", "--json", "--ignore-scripts", ...parameters], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  // The output of npm, whose documentation names these members.
  return /** @type {{ name: string, filename: string, files: { path: string }[] }[]} */ (JSON.parse(output));
}

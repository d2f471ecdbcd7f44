import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findWorkspaces } from "../find-workspaces.mjs";

/** @import { Manifest } from "../find-workspaces.mjs" */

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
 * Packs every published package as `npm publish` would.
 *
 * @param {string} root Root of the repository, built.
 * @param {string} destination Folder for the tarballs.
 * @returns {PackedPackage[]} The packages.
 */
export function packPackages(root, destination) {
  mkdirSync(destination, { recursive: true });
  const published = findWorkspaces(root).filter(
    ({ folder, manifest }) => /^(?:packages|connectors)\//.test(folder) && manifest.private !== true,
  );
  const parameters = ["pack", "--json", "--ignore-scripts", "--pack-destination", destination];
  const output = execFileSync("npm", [...parameters, ...published.flatMap(({ folder }) => ["-w", folder])], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  // The output of npm, whose documentation names these members.
  const packed = /** @type {{ name: string, filename: string }[]} */ (JSON.parse(output));
  return published.map(({ name, folder, manifest }) => {
    const file = packed.find((one) => one.name === name)?.filename;
    if (file === undefined) throw new Error(`Could not pack "${name}": npm did not name its tarball.`);
    return { name, folder: join(root, folder), manifest, tarball: join(destination, file) };
  });
}

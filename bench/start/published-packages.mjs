import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packer = fileURLToPath(new URL("../../tools/packages/write-packed.mjs", import.meta.url));

/**
 * Packs the packages as they are published, and unpacks them. What they need of others is found in the `node_modules` of
 * this repository.
 *
 * @param {string} folder A folder of this repository.
 * @returns {string} Folder of the packages, by name.
 */
export function unpackPublished(folder) {
  const packed = join(folder, "packed");
  execFileSync(process.execPath, [packer, packed], { stdio: "ignore" });
  const modules = join(folder, "node_modules");
  for (const file of readdirSync(join(packed, "packages"))) {
    const tarball = join(packed, "packages", file);
    const read = ["-xzOf", tarball, "package/package.json"];
    const { name } = JSON.parse(execFileSync("tar", read, { encoding: "utf8" }));
    mkdirSync(join(modules, name), { recursive: true });
    execFileSync("tar", ["-xzf", tarball, "-C", join(modules, name), "--strip-components=1"]);
  }
  rmSync(packed, { recursive: true });
  return modules;
}

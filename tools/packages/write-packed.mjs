import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages } from "./pack-packages.mjs";

// `npm run pack -- FOLDER` writes what docs/operate/replicas.md installs: the tarballs of the published packages, and the
// files of deploy.

const root = fileURLToPath(new URL("../..", import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new TypeError("Could not pack: expected a folder. Use npm run pack -- FOLDER.");
rmSync(resolve(folder, "packages"), { recursive: true, force: true });
const packed = await packPackages(root, resolve(folder, "packages"));
for (const part of ["systemd", "proxies", "prometheus", "grafana"])
  cpSync(join(root, "deploy", part), resolve(folder, "deploy", part), { recursive: true });
process.stdout.write(`${packed.length} packages in ${resolve(folder)}\n`);

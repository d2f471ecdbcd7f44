import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages } from "./pack-packages.mjs";

// `npm run pack -- FOLDER` writes what is installed without a registry: the tarballs of the published packages with a list of
// them, which create-wellhead reads, and the files of deploy for docs/operate/replicas.md.

const root = fileURLToPath(new URL("../..", import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new TypeError("Could not pack: expected a folder. Use npm run pack -- FOLDER.");
rmSync(resolve(folder, "packages"), { recursive: true, force: true });
const packed = await packPackages(root, resolve(folder, "packages"));
for (const part of ["systemd", "proxies", "prometheus", "grafana"])
  cpSync(join(root, "deploy", part), resolve(folder, "deploy", part), { recursive: true });
const creator = packed.find(({ name }) => name === "create-wellhead");
process.stdout.write(`${packed.length} packages in ${resolve(folder)}

Install them in a project:
  npm install ${resolve(folder)}/packages/*.tgz
Create a project that uses them:
  npx file:${creator?.tarball} my-connector --packages ${resolve(folder)}
`);

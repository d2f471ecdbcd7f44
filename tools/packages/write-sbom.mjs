import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findWorkspaces } from "../check/find-workspaces.mjs";
import { billOf } from "./bill-of-materials.mjs";

// Writes the bill of materials of each published package to the folder `sbom`.

const root = fileURLToPath(new URL("../..", import.meta.url));
const { packages } = /** @type {{ packages: import("./bill-of-materials.mjs").Locked }} */ (
  JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
);
const published = findWorkspaces(root).filter(
  ({ folder, manifest }) => /^(?:packages|connectors)\//.test(folder) && manifest.private !== true,
);
mkdirSync(join(root, "sbom"), { recursive: true });
for (const { name, folder } of published) {
  const path = join("sbom", `${name.replace(/^@/, "").replace("/", "-")}.cdx.json`);
  const bill = billOf(packages, folder);
  writeFileSync(join(root, path), `${JSON.stringify(bill, undefined, 1)}\n`);
  process.stdout.write(`${path}: ${bill.components.length} parts\n`);
}

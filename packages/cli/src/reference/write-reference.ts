import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { registry } from "../commands/registry.js";
import { formatCommandReference } from "./command-reference.js";
import { formatManPages } from "./man-page.js";

const man = new URL("../../man/", import.meta.url);

writeFileSync(new URL("../../../../docs/commands.md", import.meta.url), formatCommandReference(registry));
rmSync(man, { recursive: true, force: true });
mkdirSync(man);
for (const [file, text] of formatManPages(registry)) writeFileSync(new URL(file, man), text);

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { configSchema } from "../../serve/settings/config-schema.js";
import { registry } from "../registry.js";
import { formatCommandReference } from "./command-reference.js";
import { formatConfigurationPage } from "./configuration-page.js";
import { formatManPages } from "./man-page.js";

const root = new URL("../../../../../", import.meta.url);
const man = new URL("packages/cli/man/", root);

writeFileSync(new URL("docs/commands.md", root), formatCommandReference(registry));
mkdirSync(new URL("docs/operate/", root), { recursive: true });
writeFileSync(new URL("docs/operate/configuration.md", root), formatConfigurationPage());
writeFileSync(
  new URL("packages/cli/config.schema.json", root),
  `${JSON.stringify(configSchema(), null, 2)}\n`,
);
rmSync(man, { recursive: true, force: true });
mkdirSync(man);
for (const [file, text] of formatManPages(registry)) writeFileSync(new URL(file, man), text);

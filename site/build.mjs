// Builds the site from the Markdown files, the built connectors, and the pages that `npm run write reference` has written.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { assemble } from "./assemble.mjs";
import { writeMachinePages } from "./machine-pages.mjs";
import { siteFaults } from "./site-faults.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = join(root, "site/assembled-pages");
const built = join(pages, ".vitepress/dist");

await assemble(root, pages);
await build(pages);
writeMachinePages({ pages, skills: join(root, "packages/create-wellhead/skills"), target: built });
cpSync(join(root, "api-reference"), join(built, "api-reference"), { recursive: true });
const faults = siteFaults(built);
process.stderr.write(faults.map((fault) => `${fault}\n`).join(""));
if (faults.length > 0) process.exitCode = 1;

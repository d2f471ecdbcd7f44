import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findWorkspaces } from "../check/find-workspaces.mjs";

// Turns the change notes into versions, ranges and changelogs: `npm run version`. CHANGELOG.md at the root has all changes
// of the version, one line each, by the part of Wellhead that they belong to; that of a package has its own.

/**
 * A change note.
 *
 * @typedef {object} Change
 * @property {readonly string[]} packages The packages that it changes, the main one first.
 * @property {string} text What has changed, in one line.
 */

/** The parts of the changelog, and which packages belong to each; the first that matches counts. */
const PARTS = /** @type {const} */ ([
  ["The command", /^@wellhead\/cli$/],
  ["The console", /^@wellhead\/(?:console|workbench)$/],
  ["The judge", /^@wellhead\/conformance$/],
  ["SQL and language models", /^@wellhead\/(?:results|mcp)$/],
  ["The service", /^@wellhead\/(?:server|runtime|rows|contract|engine-process)$/],
  ["For authors", /^(?:@wellhead\/(?:sdk|testing|client)|create-wellhead)$/],
  ["Connectors", /./],
]);

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = new Map(findWorkspaces(root).map(({ name, folder }) => [name, folder]));
const changes = readChanges();
execFileSync("npx", ["changeset", "version"], { cwd: root, stdio: "inherit" });
for (const folder of folders.values()) renameSections(join(root, folder, "CHANGELOG.md"));
writeChangelog(join(root, "CHANGELOG.md"));
execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts", "--silent"], { cwd: root });

/** @returns {Change[]} The change notes, sorted by their file. */
function readChanges() {
  return readdirSync(join(root, ".changeset"))
    .filter((file) => file.endsWith(".md"))
    .toSorted()
    .map((file) => {
      const [, head = "", text = ""] = readFileSync(join(root, ".changeset", file), "utf8").split(/^---$/m);
      const packages = Array.from(head.matchAll(/^"([^"]+)":/gm), ([, name = ""]) => name);
      return {
        packages,
        text: text
          .trim()
          .split(/\s*\n\s*/)
          .join(" "),
      };
    });
}

/**
 * Names the sections of a changelog by what they hold, and drops what is empty.
 *
 * @param {string} file A changelog.
 */
function renameSections(file) {
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8")
    .replaceAll("### Major Changes", "### Changed")
    .replaceAll("### Minor Changes", "### New and changed")
    .replaceAll("### Patch Changes", "### Fixed")
    .replaceAll(/^### Fixed\n+(?=## |(?![^]))/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n");
  writeFileSync(file, `${text.trim()}\n`);
}

/**
 * Adds the changes to the changelog of all packages.
 *
 * @param {string} file The changelog.
 */
function writeChangelog(file) {
  // Every published package has a version in its manifest.
  const { version } = /** @type {{ version: string }} */ (
    JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"))
  );
  const parts = PARTS.map(([title]) => [
    title,
    changes.filter(
      ({ packages: [main = ""] }) => PARTS.find(([, pattern]) => pattern.test(main))?.[0] === title,
    ),
  ]);
  const sections = parts.flatMap(([title, own]) =>
    typeof title === "string" && Array.isArray(own) && own.length > 0
      ? [`### ${title}\n\n${own.map(formatChange).join("\n")}`]
      : [],
  );
  const before = existsSync(file) ? readFileSync(file, "utf8").replace(/^# Changelog\n+/, "") : "";
  writeFileSync(file, `# Changelog\n\n## ${version}\n\n${sections.join("\n\n")}\n${before && `\n${before}`}`);
}

/**
 * @param {Change} change A change.
 * @returns {string} Its line, which ends with links to the packages.
 */
function formatChange({ packages, text }) {
  const links = packages.map(
    (name) => `[${name.replace("@wellhead/", "")}](${folders.get(name) ?? "."}/README.md)`,
  );
  return `- ${text} (${links.join(", ")})`;
}

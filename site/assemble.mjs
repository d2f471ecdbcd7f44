import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { connectorSections } from "./connector-sections.mjs";
import { listPages } from "./list-pages.mjs";
import { moveLinks } from "./move-links.mjs";

/** @import { Connector } from "@wellhead/sdk" */

/**
 * Writes the pages of the site: the Markdown files of the repository, with the sections of each built connector appended
 * to its page.
 *
 * @param {string} root Root of the repository.
 * @param {string} target Folder for the pages; it is replaced.
 * @returns {Promise<void>}
 */
export async function assemble(root, target) {
  rmSync(target, { recursive: true, force: true });
  const pages = listPages(root);
  /** @type {Map<string, string>} */
  const titles = new Map();
  for (const [file, page] of pages) {
    const text = readFileSync(join(root, file), "utf8");
    const moved = moveLinks(text, { file, pages });
    titles.set(page, /^# (.+)$/m.exec(text)?.[1] ?? page);
    write(join(target, page), moved);
  }
  await writeRequirements(root, target);
  for (const name of readdirSync(join(root, "connectors")).filter((entry) => !entry.endsWith(".md"))) {
    const connector = await loadConnector(root, name);
    if (connector === undefined) continue;
    titles.set(`connectors/${name}.md`, connector.name);
    const sections = await connectorSections(connector);
    writeFileSync(join(target, `connectors/${name}.md`), `\n${sections}`, { flag: "a" });
  }
  cpSync(join(root, "docs/images"), join(target, "docs/images"), { recursive: true });
  const home = readFileSync(join(root, "site/index.md"), "utf8");
  const withHome = new Map([...pages, ["site/index.md", "index.md"]]);
  write(join(target, "index.md"), moveLinks(home, { file: "site/index.md", pages: withHome }));
  cpSync(join(root, "site/.vitepress"), join(target, ".vitepress"), { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
  const repository = {
    version,
    connectors: listTitles(titles, "connectors"),
    decisions: listTitles(titles, "docs/decisions"),
  };
  write(join(target, ".vitepress/repository.json"), `${JSON.stringify(repository, undefined, 2)}\n`);
}

/**
 * @param {ReadonlyMap<string, string>} titles Titles by path of the page.
 * @param {string} folder Folder of the pages.
 * @returns {{ text: string, link: string }[]} Entries of the sidebar for the pages of the folder.
 */
function listTitles(titles, folder) {
  return [...titles]
    .filter(([page]) => dirname(page) === folder && !page.endsWith("/index.md"))
    .map(([page, text]) => ({ text, link: `/${page.replace(/\.md$/, "")}` }));
}

/**
 * Loads the definition of a connector: the default export of its package, or what the function with the name of the package
 * returns when no argument is required.
 *
 * @param {string} root Root of the repository.
 * @param {string} name Folder of the connector.
 * @returns {Promise<Connector | undefined>} Its definition; none for a connector that requires a path or a configuration.
 */
async function loadConnector(root, name) {
  const built = pathToFileURL(join(root, "connectors", name, "dist/index.js")).href;
  // Every connector package exports its definition in one of these two ways.
  const exports = /** @type {Record<string, unknown>} */ (await import(built));
  if (exports["default"] !== undefined) return /** @type {Connector} */ (exports["default"]);
  const make = exports[name];
  if (typeof make !== "function" || make.length > 0) return undefined;
  return /** @type {Connector} */ (make());
}

/**
 * @param {string} file Path of a file.
 * @param {string} text Its text.
 * @returns {void}
 */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * Writes a page for each area of requirements, and links the list of all requirements to them.
 *
 * @param {string} root Root of the repository.
 * @param {string} target Folder for the pages.
 */
async function writeRequirements(root, target) {
  const built = pathToFileURL(join(root, "packages/conformance/dist")).href;
  /** @type {{ allRequirements: readonly { id: string, area: string }[] }} */
  const { allRequirements } = await import(`${built}/requirements/all-requirements.js`);
  /** @type {{ areas: Readonly<Record<string, string>> }} */
  const { areas } = await import(`${built}/requirement/area.js`);
  /** @type {{ requirementSection: (requirement: object) => string }} */
  const { requirementSection } = await import(`${built}/documentation/requirements-page.js`);
  for (const [area, title] of Object.entries(areas)) {
    const sections = allRequirements
      .filter((requirement) => requirement.area === area)
      .map((requirement) => requirementSection(requirement));
    write(join(target, `docs/requirements/${area}.md`), [`# ${title}\n`, ...sections].join("\n"));
  }
  const list = join(target, "docs/is-my-connector-right.md");
  const areaOf = new Map(allRequirements.map(({ id, area }) => [id, area]));
  const linked = readFileSync(list, "utf8").replaceAll(/\*\*([a-z0-9.-]+)\*\*: /g, (bold, id) =>
    areaOf.has(id) ? `[${id}](/docs/requirements/${areaOf.get(id)}#${id}): ` : bold,
  );
  writeFileSync(list, linked);
}

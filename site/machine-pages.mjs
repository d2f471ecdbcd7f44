import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** Headings of `llms.txt`, by the folder of the pages; a page belongs to the first that its path begins with. */
const SECTIONS = [
  ["docs/operate/", "Operate a service"],
  ["docs/requirements/", "Requirements of the judge"],
  ["docs/decisions/", "Decisions"],
  ["docs/", "Guides and reference"],
  ["packages/", "Packages"],
  ["connectors/", "Connectors"],
  ["examples/", "Examples"],
  ["", "Wellhead"],
];

/** Pages that say little without their links. */
const OPTIONAL = new Set(["Decisions", "Requirements of the judge"]);

const SUMMARY = "Connects a data platform with any source of data through one small HTTP interface.";

/**
 * A page for programs.
 *
 * @typedef {object} MachinePage
 * @property {string} path Path below the root of the site, such as `docs/sql.md`.
 * @property {string} title Its first heading.
 * @property {string} summary Its first sentence.
 * @property {string} text Markdown whose links lead to other such pages.
 */

/**
 * Writes what programs read of the site: every page as Markdown at its address with `.md`, `llms.txt` with a line per page,
 * `llms-full.txt` with all of them, and the skills for coding agents.
 *
 * @param {{ pages: string, skills: string, target: string }} folders The assembled pages, the skills, and the built site.
 * @returns {void}
 */
export function writeMachinePages({ pages, skills, target }) {
  const found = readPages(pages);
  for (const { path, text } of found) write(join(target, path), text);
  write(join(target, "llms.txt"), llmsText(found));
  write(
    join(target, "llms-full.txt"),
    found.map(({ path, text }) => `<!-- /${path} -->\n\n${text.trim()}\n`).join("\n"),
  );
  writeSkills(skills, join(target, ".well-known/agent-skills"));
}

/**
 * @param {string} folder Folder of the assembled pages.
 * @returns {MachinePage[]} The pages with a heading, by path.
 */
function readPages(folder) {
  return markdownIn(folder)
    .filter((path) => !path.startsWith(".vitepress"))
    .map((path) => {
      const text = forPrograms(readFileSync(join(folder, path), "utf8"));
      return { path, text, title: /^# (.+)$/m.exec(text)?.[1] ?? "", summary: firstSentence(text) };
    })
    .filter(({ title }) => title !== "");
}

/**
 * Changes a page so that its links lead to pages for programs, and removes what only this repository reads.
 *
 * @param {string} text Markdown of the site.
 * @returns {string} Markdown for programs.
 */
function forPrograms(text) {
  return text
    .replaceAll(/^<!-- proof[^]*?-->\n/gm, "")
    .replaceAll(/^( *```\w*) snippet=\S+$/gm, "$1")
    .split(/(^ *```[^]*?^ *```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(
            /\]\(\/(?!api-reference)([^)#\s]*)(#[^)\s]*)?\)/g,
            (_link, path, fragment = "") => `](/${pageOf(path)}${fragment})`,
          ),
    )
    .join("");
}

/**
 * @param {string} path Path of a link.
 * @returns {string} Path of the page for programs.
 */
function pageOf(path) {
  if (path === "" || path.endsWith("/")) return `${path}index.md`;
  return /\.\w+$/.test(path) ? path : `${path}.md`;
}

/**
 * @param {string} text Markdown.
 * @returns {string} Its first sentence, without marks.
 */
function firstSentence(text) {
  const paragraph = text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => /^[A-Z\d`[]/.test(part) && !part.startsWith("```"));
  const plain = (paragraph ?? "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/\s+/g, " ");
  return /^.{20,240}?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain.slice(0, 200);
}

/**
 * @param {readonly MachinePage[]} pages The pages.
 * @returns {string} The list of the pages, in the form of llmstxt.org.
 */
function llmsText(pages) {
  const parts = [`# Wellhead\n\n> ${SUMMARY}\n`];
  const ordered = SECTIONS.toSorted(([, one = ""], [, other = ""]) => rank(one) - rank(other));
  for (const [, title = ""] of ordered) {
    const lines = pages
      .filter(({ path }) => sectionOf(path) === title)
      .map((page) => `- [${page.title}](/${page.path})${page.summary === "" ? "" : `: ${page.summary}`}\n`);
    if (lines.length > 0) parts.push(`\n## ${title}\n\n${lines.join("")}`);
  }
  return parts.join("");
}

/**
 * @param {string} title Heading.
 * @returns {number} Its order: what every reader needs comes first.
 */
function rank(title) {
  if (title === "Wellhead") return 0;
  return OPTIONAL.has(title) ? 2 : 1;
}

/**
 * @param {string} path Path of a page.
 * @returns {string} The heading that lists it.
 */
function sectionOf(path) {
  return SECTIONS.find(([start = ""]) => path.startsWith(start))?.[1] ?? "";
}

/**
 * Writes the skills and their index.
 *
 * @param {string} source Folder of the skills.
 * @param {string} target Folder on the site.
 * @returns {void}
 * @see https://github.com/cloudflare/agent-skills-discovery-rfc
 */
function writeSkills(source, target) {
  const files = markdownIn(source);
  const texts = new Map(files.map((file) => [file, forPrograms(readFileSync(join(source, file), "utf8"))]));
  for (const [file, text] of texts) write(join(target, file), text);
  const skills = [...texts]
    .filter(([file]) => file.endsWith("/SKILL.md"))
    .map(([file, text]) => ({
      name: /^name: (.+)$/m.exec(text)?.[1] ?? "",
      type: "skill-md",
      description: /^description: (.+)$/m.exec(text)?.[1] ?? "",
      url: `/.well-known/agent-skills/${file}`,
      digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
    }));
  const index = { $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills };
  write(join(target, "index.json"), `${JSON.stringify(index, undefined, 2)}\n`);
}

/**
 * @param {string} folder A folder.
 * @returns {string[]} Paths of the Markdown files in it and below, in order.
 */
function markdownIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path.endsWith(".md"))
    .toSorted();
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

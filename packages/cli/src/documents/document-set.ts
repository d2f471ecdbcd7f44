import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { didYouMean } from "@wellhead/contract/names";
import { usageError } from "../command-line/command-error.js";
import { collectDocuments, type DocumentPage } from "./collect-documents.js";
import { type DocumentSection, splitSections } from "./split-sections.js";

/** A section that was found. */
export interface FoundSection {
  /** Address of the section, such as `docs/recipes.md#paging`. */
  readonly page: string;
  readonly title: string;
  /** Its beginning, or the text around the first word that was found. */
  readonly excerpt: string;
}

/** Maximum number of sections that a search returns. */
const maxFound = 12;
const excerptCharacters = 240;

/** The documentation of this version, without a network. */
export class DocumentSet {
  readonly #pages: readonly DocumentPage[];
  #sections: readonly DocumentSection[] | undefined;

  /** @param pages - The pages */
  constructor(pages: readonly DocumentPage[]) {
    this.#pages = pages;
  }

  /**
   * Finds sections by words or by the name of a symbol.
   *
   * @param words - Words that a section must contain, in any order
   * @returns The sections, the best first; those with some of the words when none has all of them
   */
  search(words: string): readonly FoundSection[] {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    this.#sections ??= this.#pages.flatMap(splitSections);
    const scored = this.#sections
      .map((section) => ({ section, ...scoreOf(section, wanted) }))
      .filter(({ matched }) => matched > 0)
      .toSorted((a, b) => b.matched - a.matched || b.score - a.score);
    const most = scored[0]?.matched ?? 0;
    return scored
      .filter(({ matched }) => matched === most)
      .slice(0, maxFound)
      .map(({ section }) => ({
        page: section.address,
        title: section.title,
        excerpt: excerptOf(section.text, wanted),
      }));
  }

  /**
   * Returns a page or a section.
   *
   * @param address - Path of the page, with or without `.md`; with `#` and the name of a heading for a section, or the anchor of an item of a list
   * @returns Its text, in Markdown
   * @throws CommandError when there is none
   */
  open(address: string): string {
    const [typed = "", heading] = address.split("#");
    const path = typed.replace(/^\//, "");
    const names = [path, `${path}.md`, `${path}/README.md`, `${path.replace(/\.html$/, "")}.md`];
    const page = this.#pages.find((one) => names.includes(one.path));
    if (page === undefined) {
      const known = this.#pages.map((one) => one.path);
      throw usageError(
        `Could not open "${address}": there is no such page.${didYouMean(path, known)} Search with words, such as wellhead docs paging.`,
      );
    }
    if (heading === undefined) return page.text;
    const sections = splitSections(page);
    const start = indexOfSection(sections, heading);
    const section = sections[start];
    const item = section === undefined ? itemAt(page.text, heading) : undefined;
    if (item !== undefined) return item;
    if (section === undefined) {
      const known = sections.map((one) => one.address.split("#")[1] ?? "").filter(Boolean);
      throw usageError(
        `Could not open "${address}": ${page.path} has no such section.${didYouMean(heading, known)} Sections: ${known.slice(0, 40).join(", ")}.`,
      );
    }
    const below = sections.slice(start + 1);
    const end = below.findIndex(({ level }) => level <= section.level);
    return [section, ...below.slice(0, end === -1 ? undefined : end)].map(({ text }) => text).join("");
  }
}

/**
 * Loads the documentation: what was packed with the command, or in the repository, its files.
 *
 * @returns The documentation
 */
export function loadDocuments(): DocumentSet {
  const packed = fileURLToPath(new URL("../../documents.json", import.meta.url));
  if (!existsSync(packed))
    return new DocumentSet(collectDocuments(fileURLToPath(new URL("../../../..", import.meta.url))));
  // Written by `npm run pack` with `collectDocuments()`.
  return new DocumentSet(JSON.parse(readFileSync(packed, "utf8")) as readonly DocumentPage[]);
}

/** Finds a section by its name; else in any case, however its words are separated, and with or without a plural. */
function indexOfSection(sections: readonly DocumentSection[], heading: string): number {
  const names = sections.map(({ address }) => address.split("#")[1] ?? "");
  // `dateRange` is a function, and `DateRange` its value.
  const symbol = sections.findIndex(({ title, isSymbol }) => isSymbol && title === heading);
  const exact = symbol === -1 ? names.indexOf(heading) : symbol;
  if (exact !== -1) return exact;
  const same = names.findIndex((name) => name !== "" && plainName(name) === plainName(heading));
  return same === -1 ? names.findIndex((name) => isAlmost(name, heading)) : same;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Returns whether two names differ in plurals only. */
function isAlmost(name: string, heading: string): boolean {
  return name !== "" && plainName(name).replaceAll("s", "") === plainName(heading).replaceAll("s", "");
}

/** Returns the line of a list that has an anchor. */
function itemAt(text: string, anchor: string): string | undefined {
  return text.split("\n").find((line) => line.startsWith("- ") && line.includes(`<a id="${anchor}"></a>`));
}

function scoreOf(
  { title, text, isSymbol }: DocumentSection,
  wanted: readonly string[],
): { readonly matched: number; readonly score: number } {
  const [heading, body] = [title.toLowerCase(), text.toLowerCase()];
  let matched = 0;
  let score = 0;
  for (const word of wanted) {
    const count = body.split(word).length - 1;
    const inHeading = heading.includes(word);
    if (count === 0 && !inHeading) continue;
    matched += 1;
    // A long section has many words; the second and third occurrence say less than the first.
    score += Math.log2(1 + count) + (inHeading ? 6 : 0) + (heading === word ? 6 : 0);
  }
  return { matched, score: isSymbol && !wanted.includes(heading) ? score / 4 : score };
}

function excerptOf(text: string, wanted: readonly string[]): string {
  const plain = text
    .replace(/^#+ .*\n/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const found = wanted.map((word) => plain.toLowerCase().indexOf(word)).filter((index) => index >= 0);
  const from = Math.max(0, Math.min(...(found.length === 0 ? [0] : found)) - excerptCharacters / 3);
  const part = plain.slice(from, from + excerptCharacters);
  return `${from > 0 ? "…" : ""}${part}${from + excerptCharacters < plain.length ? "…" : ""}`;
}

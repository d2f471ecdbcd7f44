import type { DocumentPage } from "./collect-documents.js";

/** A section of a page: a heading and the text up to the next one, or a symbol of an API. */
export interface DocumentSection {
  /** Path of the page, `#`, and the name of the heading as links have it; the first section has no name. */
  readonly address: string;
  readonly title: string;
  readonly text: string;
  /** 1 for the heading of a page. */
  readonly level: number;
  /** Whether it is the declaration of a symbol. */
  readonly isSymbol: boolean;
}

/**
 * Splits a page into its sections.
 *
 * @param page - The page
 * @returns The sections, in order; together they are the text of the page
 */
export function splitSections(page: DocumentPage): readonly DocumentSection[] {
  const isApi = page.path.endsWith("/api.md");
  const sections: DocumentSection[] = [];
  const names = new Map<string, number>();
  let lines: string[] = [];
  let head = { title: page.path, level: 1, isSymbol: false };
  let isCode = false;
  const end = (): void => {
    if (lines.length === 0) return;
    const name = nameOf(head.title, names);
    const address = sections.length === 0 ? page.path : `${page.path}#${name}`;
    sections.push({ address, ...head, text: lines.join("") });
    lines = [];
  };
  for (const line of page.text.split(/(?<=\n)/)) {
    const heading = isCode ? undefined : /^(?<marks>#{1,6}) (?<title>.+?)\s*$/.exec(line)?.groups;
    const symbol = isApi
      ? /^export (?:declare )?(?:abstract )?(?:class|const|function|interface|type) (?<name>\w+)/.exec(line)
          ?.groups?.["name"]
      : undefined;
    if (heading !== undefined) {
      end();
      head = { title: plain(heading["title"] ?? ""), level: heading["marks"]?.length ?? 1, isSymbol: false };
    } else if (symbol !== undefined && symbol !== head.title) {
      end();
      head = { title: symbol, level: 6, isSymbol: true };
    }
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    lines.push(line);
  }
  end();
  return sections;
}

/** Removes marks and links from a heading. */
function plain(title: string): string {
  return title
    .replaceAll(/\s*\{#[\w-]+\}$/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "");
}

/** Returns the name of a heading in addresses, as GitHub and the site write it. */
function nameOf(title: string, names: Map<string, number>): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
  const count = names.get(name) ?? 0;
  names.set(name, count + 1);
  return count === 0 ? name : `${name}-${count}`;
}

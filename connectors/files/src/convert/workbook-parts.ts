import { posix } from "node:path";
import { type NumberMeaning, numberMeaning } from "./number-format.js";
import { readXml } from "./read-xml.js";
import type { ZipMembers } from "./zip-members.js";

/** The parts of a workbook to which the cells of its sheets refer. */
export interface WorkbookParts {
  readonly sheets: ReadonlyArray<{ readonly name: string; readonly member: string }>;
  /** Shared texts by index. */
  readonly strings: readonly string[];
  /** Meanings of numbers, by index of the cell's style. */
  readonly meanings: readonly NumberMeaning[];
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
}

/**
 * Reads the parts of a workbook, except the content of its sheets.
 *
 * @param members - The members of the file
 * @returns The parts
 * @throws FileFault when it is not a workbook
 */
export async function readWorkbookParts(members: ZipMembers): Promise<WorkbookParts> {
  const root = await relations(members, "");
  const workbook = root.find(({ type }) => type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml";
  const targets = await relations(members, workbook);
  const sheets: Array<{ name: string; member: string }> = [];
  let is1904 = false;
  await readXml(members.read(workbook), {
    open: (name, attributes, parent) => {
      if (name === "workbookPr" && parent === "workbook")
        is1904 = /^(?:1|true|on)$/i.test(attributes["date1904"] ?? "");
      if (name !== "sheet" || parent !== "sheets") return;
      const relation = targets.find(({ id }) => id === attributes["r:id"]);
      // Chart sheets and macro sheets have no cells.
      if (relation?.type.endsWith("/worksheet") !== true) return;
      sheets.push({ name: unescapeText(attributes["name"] ?? ""), member: relation.target });
    },
  });
  const part = (kind: string): string | undefined =>
    targets.find(({ type, target }) => type.endsWith(`/${kind}`) && members.has(target))?.target;
  return {
    sheets,
    is1904,
    strings: await readStrings(members, part("sharedStrings")),
    meanings: await readMeanings(members, part("styles")),
  };
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

async function relations(members: ZipMembers, part: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(part);
  const member = posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  if (!members.has(member)) return [];
  const found: Relation[] = [];
  await readXml(members.read(member), {
    open: (name, { Id: id = "", Type: type = "", Target: target = "" }) => {
      if (name !== "Relationship") return;
      found.push({ id, type, target: target.startsWith("/") ? target.slice(1) : posix.join(folder, target) });
    },
  });
  return found;
}

async function readStrings(members: ZipMembers, member: string | undefined): Promise<readonly string[]> {
  if (member === undefined) return [];
  const strings: string[] = [];
  const text = new TextCollector();
  await readXml(members.read(member), {
    open: (name) => {
      if (name === "si") text.clear();
      text.open(name);
    },
    close: (name) => {
      text.close(name);
      if (name === "si") strings.push(text.take());
    },
    text: (piece) => text.add(piece),
  });
  return strings;
}

async function readMeanings(
  members: ZipMembers,
  member: string | undefined,
): Promise<readonly NumberMeaning[]> {
  if (member === undefined) return [];
  const codes = new Map<number, string>();
  const meanings: NumberMeaning[] = [];
  await readXml(members.read(member), {
    open: (name, { numFmtId: id, formatCode: code }, parent) => {
      // Formats of conditions have the same ids, but are not those of cells.
      if (name === "numFmt" && parent === "numFmts" && code !== undefined) codes.set(Number(id), code);
      if (name === "xf" && parent === "cellXfs")
        meanings.push(numberMeaning(Number(id ?? 0), codes.get(Number(id ?? 0))));
    },
  });
  return meanings;
}

/** Collects the text of `t` elements, without phonetic hints. */
export class TextCollector {
  #text = "";
  #isText = false;
  #isHint = false;

  /** @param name - Element that begins */
  open(name: string): void {
    if (name === "rPh") this.#isHint = true;
    if (name === "t") this.#isText = true;
  }

  /** @param name - Element that ends */
  close(name: string): void {
    if (name === "rPh") this.#isHint = false;
    if (name === "t") this.#isText = false;
  }

  /** @param piece - Text of the open element */
  add(piece: string): void {
    if (this.#isText && !this.#isHint) this.#text += piece;
  }

  /** Forgets the text. */
  clear(): void {
    this.#text = "";
  }

  /** @returns The text so far */
  take(): string {
    return unescapeText(this.#text);
  }
}

/** Decodes characters that XML cannot hold, which are escaped in the form `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

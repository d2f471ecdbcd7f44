import { type SaxesAttributeNS, SaxesParser } from "saxes";
import { FileFault } from "./file-fault.js";

/**
 * Attributes of an element by name. Those that name a part of the document have the prefix `r`, whatever the document
 * calls it.
 */
export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Callbacks for parsing XML. Names are passed without their prefix, and only those of the vocabulary of the document,
 * which is the namespace of its root element.
 */
export interface XmlHandlers {
  /** Called with the name of an element, its attributes, and the name of the element around it. */
  readonly open: (name: string, attributes: XmlAttributes, parent: string) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Namespace of elements that offer the same content for programs of different versions. */
const compatibility = "http://schemas.openxmlformats.org/markup-compatibility/2006";

/**
 * Elements whose content is read as if they were not there: the content for programs that know no extension. That for
 * others is skipped, because it repeats the same.
 */
const transparent: ReadonlySet<string> = new Set(["AlternateContent", "Fallback"]);

/**
 * Parses XML piece by piece. Elements of other namespaces are skipped with all that they contain: extensions have
 * elements with the same names as those that they extend.
 *
 * @param pieces - The text
 * @param handlers - The callbacks
 * @throws FileFault when it is not XML
 * @see https://www.ecma-international.org/publications-and-standards/standards/ecma-376/ part 3, section 9
 */
export async function readXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    // Elements with such a prefix have a namespace of their own, so they are skipped.
    if (error.message.includes("unbound namespace prefix")) return;
    throw new FileFault(`its XML is damaged: ${error.message}`);
  });
  const open: string[] = [];
  let vocabulary: string | undefined;
  let skipped = 0;
  parser.on("opentag", ({ uri, local, attributes }) => {
    vocabulary ??= uri;
    if (skipped > 0 || (uri !== vocabulary && !isTransparent(uri, local))) skipped++;
    else if (uri === vocabulary) {
      handlers.open(local, valuesOf(attributes), open.at(-1) ?? "");
      open.push(local);
    }
  });
  parser.on("closetag", ({ uri, local }) => {
    if (skipped > 0) skipped--;
    else if (uri === vocabulary) {
      open.pop();
      handlers.close?.(local);
    }
  });
  const text = (piece: string): void => {
    if (skipped === 0) handlers.text?.(piece);
  };
  parser.on("text", text);
  parser.on("cdata", text);
  for await (const piece of pieces) parser.write(piece);
  parser.close();
}

function isTransparent(uri: string, local: string): boolean {
  return uri === compatibility && transparent.has(local);
}

function valuesOf(attributes: Readonly<Record<string, SaxesAttributeNS>>): XmlAttributes {
  const values: Record<string, string> = {};
  for (const [name, { uri, local, value }] of Object.entries(attributes))
    values[uri.endsWith("/relationships") ? `r:${local}` : name] = value;
  return values;
}

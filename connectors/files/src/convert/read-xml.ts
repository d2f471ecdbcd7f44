import { SaxesParser } from "saxes";
import { FileFault } from "./file-fault.js";

/** Callbacks for parsing XML. Names are passed without their prefix. */
export interface XmlHandlers {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/**
 * Parses XML piece by piece.
 *
 * @param pieces - The text
 * @param handlers - The callbacks
 * @throws FileFault when it is not XML
 */
export async function readXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new FileFault(`its XML is damaged: ${error.message}`);
  });
  parser.on("opentag", ({ name, attributes }) => handlers.open(local(name), attributes));
  parser.on("closetag", ({ name }) => handlers.close?.(local(name)));
  const { text } = handlers;
  if (text !== undefined) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  for await (const piece of pieces) parser.write(piece);
  parser.close();
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

import { Buffer } from "node:buffer";
import { type DatabaseHandle, readRow } from "./database-handle.js";

/** How a file keeps its text, which is also how text becomes bytes in a statement. */
export interface TextEncoding {
  /** Turns bytes of the file's text into UTF-8. */
  readonly decode: (bytes: Buffer) => Buffer;
  /** Turns text into bytes as the file has them. */
  readonly encode: (text: string) => Buffer;
}

/** Bytes that are not UTF-8 stay as they are, to be found in the finished rows. */
export const utf8: TextEncoding = {
  decode: (bytes) => bytes,
  encode: (text) => Buffer.from(text),
};

const utf16le: TextEncoding = {
  decode: (bytes) => Buffer.from(bytes.toString("utf16le")),
  encode: (text) => Buffer.from(text, "utf16le"),
};

const utf16be: TextEncoding = {
  // The bytes are a copy of the library's, and used once.
  decode: (bytes) => utf16le.decode(Buffer.from(bytes).swap16()),
  encode: (text) => utf16le.encode(text).swap16(),
};

/**
 * Finds how a file keeps its text.
 *
 * @param handle - An open database
 * @returns Its encoding
 * @see SQLite, "PRAGMA encoding"
 */
export function textEncoding(handle: DatabaseHandle): TextEncoding {
  const [name] = readRow(handle.prepare("pragma encoding"));
  if (name === "UTF-16le") return utf16le;
  return name === "UTF-16be" ? utf16be : utf8;
}

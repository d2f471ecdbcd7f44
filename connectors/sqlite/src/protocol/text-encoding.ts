import { Buffer } from "node:buffer";
import { type DatabaseHandle, readRow } from "./database-handle.js";

/** The encoding of a file's text, which is also the encoding of text that a statement casts to bytes. */
export interface TextEncoding {
  /** Converts bytes of the file's text to UTF-8. */
  readonly decode: (bytes: Buffer) => Buffer;
  /** Converts text to bytes in the file's encoding. */
  readonly encode: (text: string) => Buffer;
}

/** Leaves bytes unchanged, even invalid UTF-8. Invalid bytes are detected in the finished rows. */
export const utf8: TextEncoding = {
  decode: (bytes) => bytes,
  encode: (text) => Buffer.from(text),
};

const utf16le: TextEncoding = {
  decode: (bytes) => Buffer.from(bytes.toString("utf16le")),
  encode: (text) => Buffer.from(text, "utf16le"),
};

const utf16be: TextEncoding = {
  // Copy before swapping: the bytes belong to the caller.
  decode: (bytes) => utf16le.decode(Buffer.from(bytes).swap16()),
  encode: (text) => utf16le.encode(text).swap16(),
};

/**
 * Returns the encoding of a file's text.
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

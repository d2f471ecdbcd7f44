import { type ColumnEncoding, readTextEncoding, TextCodec } from "@wellhead/sql";
import type { Connection } from "../protocol/connection.js";

/**
 * Finds the encoding that the text of a database is kept in.
 *
 * @param connection - A session
 * @returns The encoding; `undefined` where it has every character
 */
export function columnEncodingOf({ codec, parameters }: Connection): ColumnEncoding | undefined {
  if (codec !== undefined) return { name: codec.encoding, isDeclared: false };
  const name = parameters.get("server_encoding") ?? "UTF8";
  return name === "UTF8" ? undefined : { name, isDeclared: true };
}

const codecs = new Map<string, TextCodec | undefined>();

/**
 * Finds the codec of an encoding.
 *
 * @param encoding - The encoding
 * @returns Its codec; `undefined` for one that the platform does not know
 */
export function codecOf({ name }: ColumnEncoding): TextCodec | undefined {
  if (!codecs.has(name)) {
    const known = readTextEncoding(name);
    codecs.set(name, known && new TextCodec(known));
  }
  return codecs.get(name);
}

/**
 * Whether an encoding has every character of a text. A text that it lacks is in no row.
 *
 * @param encoding - The encoding; `undefined` for one that has every character
 * @param text - The text
 * @returns `true` also where it is not known for certain
 */
export function holdsText(encoding: ColumnEncoding | undefined, text: string): boolean {
  if (encoding === undefined) return true;
  // The Encoding Standard takes the name for windows-1252, PostgreSQL for ISO 8859-1.
  if (encoding.name === "LATIN1") return /^[\0-\u00ff]*$/.test(text);
  const codec = codecOf(encoding);
  // The tables of the server and of the platform differ in some characters of longer encodings.
  if (codec === undefined || (encoding.isDeclared && codec.isMultiByte)) return true;
  return codec.encode(text) !== undefined;
}

import { type ColumnEncoding, readTextEncoding, TextCodec } from "@wellhead/sql";

const codecs = new Map<string, TextCodec | undefined>();

/**
 * Returns the codec of an encoding.
 *
 * @param encoding - The encoding
 * @returns Its codec, or `undefined` when the platform does not know the encoding
 */
export function codecOf({ name }: ColumnEncoding): TextCodec | undefined {
  if (!codecs.has(name)) {
    const known = readTextEncoding(name);
    codecs.set(name, known && new TextCodec(known));
  }
  return codecs.get(name);
}

/**
 * Returns whether an encoding has every character of a text. If it does not, no row can contain the text.
 *
 * @param encoding - The encoding, or `undefined` for one that has every character
 * @param text - The text
 * @returns Whether it has them; also `true` when this is not known for certain
 */
export function holdsText(encoding: ColumnEncoding | undefined, text: string): boolean {
  if (encoding === undefined) return true;
  // `LATIN1` is windows-1252 in the Encoding Standard, but ISO 8859-1 in PostgreSQL.
  if (encoding.name === "LATIN1") return /^[\0-\u00ff]*$/.test(text);
  const codec = codecOf(encoding);
  // For some characters of multi-byte encodings, the tables of the server and of the platform differ.
  if (codec === undefined || (encoding.isDeclared && codec.isMultiByte)) return true;
  return codec.encode(text) !== undefined;
}

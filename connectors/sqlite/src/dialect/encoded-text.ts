import { type ColumnEncoding, readTextEncoding, TextCodec } from "@wellhead/sql";

const codecs = new Map<string, TextCodec>();

/**
 * Returns the codec of an encoding.
 *
 * @param encoding - The encoding of a column
 * @returns Its codec
 */
export function codecOf({ name }: ColumnEncoding): TextCodec {
  const known = codecs.get(name) ?? new TextCodec(readTextEncoding(name) ?? "utf-8");
  codecs.set(name, known);
  return known;
}

/**
 * Encodes texts and returns their bytes as hexadecimal digits.
 *
 * @param encoding - The encoding
 * @param texts - The texts; those with characters that the encoding lacks are omitted
 * @returns Hexadecimal digits
 */
export function digitsOf(encoding: ColumnEncoding, texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => codecOf(encoding).encode(text)?.toString("hex") ?? []);
}

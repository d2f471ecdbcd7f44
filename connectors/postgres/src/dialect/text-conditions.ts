import {
  type BindValue,
  type ColumnEncoding,
  caseVariants,
  readTextEncoding,
  type TableColumn,
  TextCodec,
} from "@wellhead/sql";
import { arrayLiteral } from "./array-literal.js";

/** PostgreSQL's names of the encodings whose characters it cannot separate in a database that declares no encoding. */
const convertible: Readonly<Record<string, string>> = {
  gbk: "GBK",
  gb18030: "GB18030",
  big5: "BIG5",
  "euc-jp": "EUC_JP",
  shift_jis: "SJIS",
  "euc-kr": "UHC",
};

/** Separator of texts: a byte that is not part of a multi-byte character in any encoding. */
const separator = "\u0001";

/**
 * Builds the condition that a text column contains a text, ignoring case.
 *
 * @param column - SQL of the column as text, and its encoding
 * @param text - The text to search for
 * @param bind - Binds a value
 * @returns The condition
 */
export function containsText(
  { value, encoding }: Pick<TableColumn, "encoding"> & { readonly value: string },
  text: string,
  bind: BindValue,
): string {
  const { needle, upper, lower } = caseVariants(text);
  if (!holdsText(encoding, needle)) return "false";
  const lowers = Array.from(lower);
  const pairs = Array.from(upper, (letter, index): [string, string] => [
    letter,
    lowers[index] ?? letter,
  ]).filter(([letter]) => holdsText(encoding, letter));
  // A server that does not know the encoding works on bytes: `translate` would replace single bytes of a character.
  if (encoding !== undefined && !encoding.isDeclared && codecOf(encoding)?.isMultiByte === true) {
    const from = convertible[encoding.name];
    const utf8 = (sql: string) =>
      from === undefined
        ? sql
        : `pg_catalog.convert_from(pg_catalog.convert(pg_catalog.convert_to(${sql}, 'SQL_ASCII'), '${from}', 'UTF8'), 'SQL_ASCII')`;
    const folded = pairs.reduce(
      (sql, [letter, other]) =>
        `pg_catalog.replace(${sql}, ${utf8(`${bind(letter)}::text`)}, ${utf8(`${bind(other)}::text`)})`,
      utf8(value),
    );
    return `pg_catalog.strpos(${folded}, ${utf8(`${bind(needle)}::text`)}) > 0`;
  }
  const [letters, others] = [0, 1].map((side) => pairs.map((pair) => pair[side]).join(""));
  // `lower()` depends on the locale of the database. `translate` does not.
  const folded = `pg_catalog.translate(${value}, ${bind(letters ?? "")}::text, ${bind(others ?? "")}::text)`;
  return `pg_catalog.strpos(${folded} collate "C", ${bind(needle)}::text collate "C") > 0`;
}

/**
 * Builds an array of texts that a column can be compared with.
 *
 * @param column - The column
 * @param values - The texts; those with characters that the encoding lacks are omitted
 * @param bind - Binds a value
 * @returns An SQL expression of type `text[]`, or `undefined` when no text is left
 */
export function textArray(
  { encoding }: Pick<TableColumn, "encoding">,
  values: readonly string[],
  bind: BindValue,
): string | undefined {
  const possible = values.filter((value) => holdsText(encoding, value));
  if (possible.length === 0) return undefined;
  const isReadByBytes = encoding !== undefined && !encoding.isDeclared;
  if (!isReadByBytes || codecOf(encoding)?.hasTrailingBackslash !== true)
    return `${bind(arrayLiteral(possible))}::text[]`;
  // Not an array literal: the second byte of a character could be read as a backslash.
  let between = separator;
  while (possible.some((value) => value.includes(between))) between += separator;
  const joined = possible.map((value) => `${between}${value}`).join("");
  return `(pg_catalog.string_to_array(${bind(joined)}::text, ${bind(between)}::text))[2:]`;
}

const codecs = new Map<string, TextCodec | undefined>();

/**
 * Returns the codec of an encoding.
 *
 * @param encoding - The encoding
 * @returns Its codec, or `undefined` when the platform does not know the encoding
 */
function codecOf({ name }: ColumnEncoding): TextCodec | undefined {
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
function holdsText(encoding: ColumnEncoding | undefined, text: string): boolean {
  if (encoding === undefined) return true;
  // `LATIN1` is windows-1252 in the Encoding Standard, but ISO 8859-1 in PostgreSQL.
  if (encoding.name === "LATIN1") return /^[\0-\u00ff]*$/.test(text);
  const codec = codecOf(encoding);
  // For some characters of multi-byte encodings, the tables of the server and of the platform differ.
  if (codec === undefined || (encoding.isDeclared && codec.isMultiByte)) return true;
  return codec.encode(text) !== undefined;
}

import { accountInvalid } from "@wellhead/sdk";
import type { ColumnEncoding, TextEncodingName } from "@wellhead/sql";

/** The servers' names of the encodings that they support. */
const names: Readonly<Partial<Record<TextEncodingName, string>>> = {
  "utf-8": "utf8mb4",
  "windows-1250": "cp1250",
  "windows-1251": "cp1251",
  "windows-1254": "latin5",
  "windows-1256": "cp1256",
  "windows-1257": "cp1257",
  "windows-874": "tis620",
  "iso-8859-2": "latin2",
  "iso-8859-7": "greek",
  "iso-8859-8": "hebrew",
  "iso-8859-13": "latin7",
  "koi8-r": "koi8r",
  "koi8-u": "koi8u",
  ibm866: "cp866",
  macintosh: "macroman",
  gbk: "gbk",
  big5: "big5",
  "euc-jp": "eucjpms",
  shift_jis: "cp932",
  "euc-kr": "euckr",
};

/**
 * Returns the actual encoding of the text in a column, if it differs from the declared one.
 *
 * @param charset - Declared character set of the column
 * @param encoding - Actual encoding of `latin1` columns, or `undefined` when it is latin1
 * @returns The encoding by the server's name, or `undefined` when the declaration is correct
 * @throws ConnectorError `account_invalid` for an encoding that the server does not support
 */
export function columnEncodingOf(
  charset: string | null,
  encoding: TextEncodingName | undefined,
): ColumnEncoding | undefined {
  if (charset !== "latin1" || encoding === undefined || encoding === "windows-1252") return undefined;
  const name = names[encoding];
  if (name !== undefined) return { name, isDeclared: false };
  throw accountInvalid(
    `Could not read the account: databases of MySQL do not know ${encoding}. Choose another encoding.`,
    {
      field: "encoding",
    },
  );
}

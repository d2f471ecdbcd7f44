import { type WrittenColumn } from "@wellhead/rows";
import { nameColumns, type TextCodec } from "@wellhead/sql";
import type { ResultColumn } from "../protocol/read-message.js";
import type { ValueKind } from "./value-kind.js";
import { writersOf } from "./writers.js";

/**
 * Returns the names and writers for the columns of a result.
 *
 * @param columns - Columns as the server describes them
 * @param kinds - How to write each column
 * @param codec - Encoding of their text. Default: UTF-8
 * @returns Names and writers
 * @throws ConnectorError `upstream_invalid` when a row could be mistaken for the mark of a failed stream
 */
export function writtenColumns(
  columns: readonly ResultColumn[],
  kinds: readonly ValueKind[],
  codec?: TextCodec,
): readonly WrittenColumn[] {
  const names = nameColumns(columns.map(({ name }) => name));
  return names.map((name, index) => ({ name, ...writersOf(kinds[index] ?? { kind: "text" }, codec) }));
}

import type { ByteWriter } from "./byte-writer.js";
import { type Fragment, fragment } from "./fragment.js";
import type { TextSpan } from "./text-span.js";
import { writeCsvText, writeHarmlessCsvText } from "./write-csv-text.js";
import { writeJsonText } from "./write-json-text.js";

/** How single values are written: as JSON, or as cells of CSV. */
export interface Notation {
  /** What stands for NULL. */
  readonly nothing: Fragment;
  /** What stands around text that needs no escape, such as a date. */
  readonly quote: Fragment;
  /** Writes any text. */
  readonly writeText: (writer: ByteWriter, text: TextSpan) => void;
}

/** Values of JSON. */
export const jsonNotation: Notation = {
  nothing: fragment("null"),
  quote: fragment('"'),
  writeText: writeJsonText,
};

/** Cells of CSV: NULL is an empty cell. */
export const csvNotation: Notation = {
  nothing: fragment(""),
  quote: fragment(""),
  writeText: writeCsvText,
};

/** Cells of CSV in which no text is a formula. */
export const harmlessCsvNotation: Notation = { ...csvNotation, writeText: writeHarmlessCsvText };

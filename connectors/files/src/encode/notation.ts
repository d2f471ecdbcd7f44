import {
  type ByteWriter,
  escapeFormula,
  escapeFormulas,
  FixedText,
  inQuotes,
  quoteIfEmpty,
  type ValueWriter,
  writeBase64,
  writeCsvText,
  writeJsonText,
} from "@wellhead/rows";

/** How single values are written: as JSON, or as cells of CSV. */
export interface Notation {
  /** What NULL is written as. */
  readonly nothing: FixedText;
  /** What goes around text that needs no escape, such as a date. */
  readonly quote: FixedText;
  /** Writes any text. */
  readonly writeText: ValueWriter;
  /** Writes bytes. */
  readonly writeBytes: ValueWriter;
  /** Ends text that needs no escape and begins at `first`, its opening quote included. */
  readonly endText: (target: ByteWriter, first: number) => void;
}

const quote = new FixedText('"');

/** Values of JSON. */
export const jsonNotation: Notation = {
  nothing: new FixedText("null"),
  quote,
  writeText: writeJsonText,
  writeBytes: inQuotes(writeBase64),
  endText: (target) => target.append(quote),
};

/** Cells of CSV: NULL is an empty cell. */
export const csvNotation: Notation = {
  nothing: new FixedText(""),
  quote: new FixedText(""),
  writeText: writeCsvText,
  writeBytes: quoteIfEmpty(writeBase64),
  endText: () => undefined,
};

/** Cells of CSV in which no text is a formula. */
export const escapedCsvNotation: Notation = {
  ...csvNotation,
  writeText: escapeFormulas({ json: jsonNotation.writeText, csv: csvNotation.writeText }),
  writeBytes: escapeFormulas({ json: jsonNotation.writeBytes, csv: csvNotation.writeBytes }),
  endText: escapeFormula,
};

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

/** Rules for writing single values, as JSON or as CSV cells. */
export interface Notation {
  /** Text for NULL. */
  readonly nothing: FixedText;
  /** Quote around text that needs no escaping, such as a date. */
  readonly quote: FixedText;
  /** Writes any text. */
  readonly writeText: ValueWriter;
  /** Writes bytes. */
  readonly writeBytes: ValueWriter;
  /** Ends text that needs no escaping. The text, including its opening quote, begins at `first`. */
  readonly endText: (target: ByteWriter, first: number) => void;
}

const quote = new FixedText('"');

/** Notation of JSON values. */
export const jsonNotation: Notation = {
  nothing: new FixedText("null"),
  quote,
  writeText: writeJsonText,
  writeBytes: inQuotes(writeBase64),
  endText: (target) => target.append(quote),
};

/** Notation of CSV cells. NULL is an empty cell. */
export const csvNotation: Notation = {
  nothing: new FixedText(""),
  quote: new FixedText(""),
  writeText: writeCsvText,
  writeBytes: quoteIfEmpty(writeBase64),
  endText: () => undefined,
};

/** Notation of CSV cells in which spreadsheets see no text as a formula. */
export const escapedCsvNotation: Notation = {
  ...csvNotation,
  writeText: escapeFormulas({ json: jsonNotation.writeText, csv: csvNotation.writeText }),
  writeBytes: escapeFormulas({ json: jsonNotation.writeBytes, csv: csvNotation.writeBytes }),
  endText: escapeFormula,
};

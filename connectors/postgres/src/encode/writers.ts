import { Buffer } from "node:buffer";
import {
  inQuotes,
  jsonAsCsv,
  quoteIfEmpty,
  type ValueWriter,
  type WrittenColumn,
  widestByte,
  widestFrame,
  writeAnyNumber,
  writeBoolean,
  writeCsvNumber,
  writeCsvText,
  writeCsvTimestamp,
  writeHexAsBase64,
  writeJsonNumber,
  writeJsonText,
  writeJsonTimestamp,
  writeJsonValue,
} from "@wellhead/rows";
import { decodedWriter, type TextCodec } from "@wellhead/sql";
import { arrayWriter } from "./array-writer.js";
import {
  compositeWriter,
  hstoreWriter,
  multirangeWriter,
  rangeWriter,
  vectorWriter,
} from "./structure-writers.js";
import type { ScalarKind, ValueKind } from "./value-kind.js";

/** How to write the values of one column. */
export type ValueWriters = Omit<WrittenColumn, "name">;

const scalars: Readonly<Record<ScalarKind, ValueWriters>> = {
  boolean: { json: writeBoolean, csv: writeBoolean },
  number: { json: writeJsonNumber, csv: writeCsvNumber, anyNumber: writeAnyNumber },
  json: { json: writeJsonValue, csv: writeCsvText },
  bytes: { json: inQuotes(writeHexAsBase64), csv: quoteIfEmpty(writeHexAsBase64) },
  date: { json: writeJsonText, csv: writeCsvText },
  timestamp: { json: writeJsonTimestamp, csv: writeCsvTimestamp },
  text: { json: writeJsonText, csv: writeCsvText },
};

/**
 * Creates the writers for a kind of value.
 *
 * @param value - The kind of the column's values
 * @param codec - Encoding of its text. Default: UTF-8
 * @returns Writers for its text format, as sent under the settings of the session
 */
export function writersOf(value: ValueKind, codec?: TextCodec): ValueWriters {
  if (isScalar(value)) return scalarWriters(value.kind, codec);
  const json = structureWriter(value, codec);
  const expansion = expansionOf(value);
  if (expansion === widestByte) return { json, csv: jsonAsCsv(json), ...numbersOf(value) };
  // CSV doubles the quotes of JSON.
  return { json, csv: jsonAsCsv(json, expansion), expansion: expansion * 2 };
}

/** Creates the writer for an array of numbers, some of which may not be finite. */
function numbersOf(value: Structure): Pick<ValueWriters, "anyNumber"> {
  if (value.kind !== "array" || value.element.kind !== "number") return {};
  return { anyNumber: arrayWriter(writeAnyNumber, value.delimiter) };
}

/** Creates the writers for a scalar. Only text and JSON can contain non-ASCII characters. */
function scalarWriters(kind: ScalarKind, codec: TextCodec | undefined): ValueWriters {
  const writers = scalars[kind];
  if (codec === undefined || codec.encoding === "utf-8" || (kind !== "text" && kind !== "json"))
    return writers;
  const { json, csv } = writers;
  const decode = (bytes: Buffer) => codec.decode(bytes);
  return { json: decodedWriter(decode, json), csv: decodedWriter(decode, csv) };
}

/** Every kind that is not a scalar. */
type Structure = Exclude<ValueKind, { readonly kind: ScalarKind }>;

function isScalar(value: ValueKind): value is { readonly kind: ScalarKind } {
  return Object.hasOwn(scalars, value.kind);
}

function structureWriter(value: Structure, codec: TextCodec | undefined): ValueWriter {
  const json = (part: ValueKind): ValueWriter => writersOf(part, codec).json;
  if (value.kind === "array") return arrayWriter(json(value.element), value.delimiter);
  if (value.kind === "composite")
    return compositeWriter(value.fields.map(([name, field]) => [name, json(field)]));
  if (value.kind === "range") return rangeWriter(json(value.bound));
  if (value.kind === "multirange") return multirangeWriter(json(value.bound));
  return value.kind === "hstore" ? hstoreWriter(json({ kind: "text" })) : vectorWriter();
}

/** Maximum number of bytes that the names in `{"lower":null,"upper":null,"bounds":"empty"}` add per byte of `[,)`. */
const rangeExpansion = 16;

/** Returns the maximum output bytes per input byte of a value. Field names are written with every value. */
function expansionOf(value: ValueKind): number {
  if (value.kind === "array") return expansionOf(value.element);
  if (value.kind === "range" || value.kind === "multirange") return expansionOf(value.bound) + rangeExpansion;
  if (value.kind !== "composite") return widestByte;
  const names = value.fields.reduce(
    (sum, [name]) => sum + Buffer.byteLength(JSON.stringify(name)) + widestFrame,
    8,
  );
  const widest = Math.max(0, ...value.fields.map(([, field]) => expansionOf(field)));
  // The shortest value of n fields has n + 1 characters.
  return widest + Math.ceil(names / (value.fields.length + 1));
}

import {
  csvOfJson,
  quoted,
  type ValueWriter,
  writeBoolean,
  writeCsvText,
  writeCsvTimestamp,
  writeHexAsBase64,
  writeJsonDecimal,
  writeJsonFloat,
  writeJsonInteger,
  writeJsonLongInteger,
  writeJsonText,
  writeJsonTimestamp,
  writeJsonValue,
} from "@wellhead/sql";
import { arrayWriter } from "./array-writer.js";
import type { ScalarKind, ValueKind } from "./value-kind.js";

/** How the values of one column are written. */
export interface ValueWriters {
  readonly json: ValueWriter;
  readonly csv: ValueWriter;
}

const scalars: Readonly<Record<ScalarKind, ValueWriters>> = {
  boolean: { json: writeBoolean, csv: writeBoolean },
  integer: { json: writeJsonInteger, csv: writeCsvText },
  long: { json: writeJsonLongInteger, csv: writeCsvText },
  decimal: { json: writeJsonDecimal, csv: writeCsvText },
  float: { json: writeJsonFloat, csv: writeCsvText },
  json: { json: writeJsonValue, csv: writeCsvText },
  bytes: { json: quoted(writeHexAsBase64), csv: writeHexAsBase64 },
  date: { json: writeJsonText, csv: writeCsvText },
  timestamp: { json: writeJsonTimestamp, csv: writeCsvTimestamp },
  text: { json: writeJsonText, csv: writeCsvText },
};

/**
 * Gives the writers of a kind of value.
 *
 * @param kind - What stands in the column
 * @returns Writers of its text form, as the session's settings make the server send it
 */
export function writersOf({ kind, delimiter }: ValueKind): ValueWriters {
  const scalar = scalars[kind];
  if (delimiter === undefined) return scalar;
  const json = arrayWriter(scalar.json, delimiter);
  return { json, csv: csvOfJson(json) };
}

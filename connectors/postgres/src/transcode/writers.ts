import {
  csvOfJson,
  filled,
  quoted,
  type ValueWriter,
  writeBoolean,
  writeCsvNumber,
  writeCsvText,
  writeCsvTimestamp,
  writeHexAsBase64,
  writeJsonNumber,
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
  number: { json: writeJsonNumber, csv: writeCsvNumber },
  json: { json: writeJsonValue, csv: writeCsvText },
  bytes: { json: quoted(writeHexAsBase64), csv: filled(writeHexAsBase64) },
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

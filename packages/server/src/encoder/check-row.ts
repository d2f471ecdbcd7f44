import { types } from "node:util";
import { isWrittenAsPrimitive, toJsonOf, writeJson } from "@wellhead/rows";
import { ConnectorError, type Row, upstreamInvalid } from "@wellhead/sdk";

/**
 * Returns the first characters of the mark of a failed stream.
 *
 * @param reservedKey - The only key of the mark
 * @returns The beginning of its JSON text
 */
export function markPrefixOf(reservedKey: string): string {
  return `{${JSON.stringify(reservedKey)}:`;
}

/** Maximum number of times that a value returned by `toJSON` may itself have `toJSON`. */
const maxForms = 8;

/**
 * Checks that a row is an object and cannot be mistaken for the mark of a failed stream.
 *
 * @param given - Any value from a batch
 * @param reservedKey - The only key of the mark
 * @returns The row, or the value its `toJSON` returns; a copy if a second read could return something else
 * @throws ConnectorError `internal` when it is not an object, `upstream_invalid` when its only key is the mark's
 * @see The connector contract, POST /
 */
export function checkRow(given: unknown, reservedKey: string): Row {
  const row = plainRow(given);
  if (typeof row !== "object" || row === null || Array.isArray(row) || isWrittenAsPrimitive(row)) {
    const found = Array.isArray(row) ? "an array" : String(row === null ? row : typeof row);
    throw new ConnectorError("internal", `Could not write a row: expected an object, got ${found}.`);
  }
  // Members without a JSON representation are omitted, so the check uses the JSON that would be written.
  if (Object.hasOwn(row, reservedKey)) refuseMark(writeJson(row) ?? "{}", reservedKey);
  // An object that is not an array is written with its string keys only, so it is a record.
  return row as Row;
}

/**
 * Returns the value that a row is serialized as. The value that `toJSON` returns may have `toJSON` again, and only the
 * last one can be checked. A proxy, or a row with any member `toJSON`, may return something else on each read, so its
 * members are read once and copied.
 */
function plainRow(given: unknown): unknown {
  let row = given;
  for (let forms = 0; forms <= maxForms; forms += 1) {
    const toJson = toJsonOf(row);
    if (toJson === undefined) {
      if (!isUnsteady(row)) return row;
      row = { ...row };
      if (toJsonOf(row) === undefined) return row;
    } else row = toJson("");
  }
  throw new ConnectorError(
    "internal",
    'Could not write a row: its "toJSON" returned a value that has "toJSON" itself.',
  );
}

/** Returns whether reading a row again may return something else although nothing in it was changed. */
function isUnsteady(row: unknown): row is object {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return false;
  return types.isProxy(row) || "toJSON" in row;
}

/**
 * Serializes a row and checks the JSON text.
 *
 * @param row - A row that {@link checkRow} returned
 * @param reservedKey - The only key of the mark of a failed stream
 * @returns JSON text of an object
 * @throws ConnectorError `internal` when it is not an object, `upstream_invalid` when its only key is the mark's
 */
export function writeRow(row: Row, reservedKey: string): string {
  const text = writeJson(row);
  if (text?.startsWith("{") !== true)
    throw new ConnectorError("internal", "Could not write a row: it changed while it was written.");
  if (text.startsWith(markPrefixOf(reservedKey))) refuseMark(text, reservedKey);
  return text;
}

/** Throws if the JSON text of a row could be mistaken for the mark of a failed stream. */
function refuseMark(text: string, reservedKey: string): void {
  const written: unknown = JSON.parse(text);
  if (typeof written === "object" && written !== null && Object.keys(written).length === 1) {
    throw upstreamInvalid(
      `Could not write a row: its only column is named "${reservedKey}", which is reserved. Rename the column.`,
    );
  }
}

import { streamErrorKey } from "@wellhead/contract";
import { ConnectorError, type Row, upstreamInvalid } from "@wellhead/sdk";
import { hasToJson, writeJson } from "./write-json.js";

/**
 * Checks that a row is an object and cannot be taken for the mark of a failed stream.
 *
 * @param given - Whatever stood in the batch
 * @returns The row; what its `toJSON` gives when it has one
 * @throws ConnectorError `internal` when it is no object, `upstream_invalid` when its only key is the mark's
 * @see The connector contract, POST /
 */
export function checkRow(given: unknown): Row {
  const row = hasToJson(given) ? given.toJSON("") : given;
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    const found = Array.isArray(row) ? "an array" : String(row === null ? row : typeof row);
    throw new ConnectorError("internal", `Write row: found ${found}, wanted an object`);
  }
  if (Object.hasOwn(row, streamErrorKey)) refuseMark(row);
  // An object that is no array has string keys only, so it is a record.
  return row as Row;
}

function refuseMark(row: object): void {
  // Members without a JSON form are left out, so the row is judged by what would be written.
  const written: unknown = JSON.parse(writeJson(row) ?? "{}");
  if (typeof written === "object" && written !== null && Object.keys(written).length === 1) {
    throw upstreamInvalid(
      `Write row: found a row whose only column is "${streamErrorKey}", which marks a failed stream; rename the column`,
    );
  }
}

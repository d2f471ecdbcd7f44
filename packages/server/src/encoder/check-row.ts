import { streamErrorKey } from "@wellhead/contract";
import { ConnectorError, type Row, upstreamInvalid } from "@wellhead/sdk";
import { hasToJson, writeJson } from "./write-json.js";

/** How often what `toJSON` returns may have `toJSON` itself. */
const maxForms = 8;

/**
 * Checks that a row is an object and cannot be taken for the mark of a failed stream.
 *
 * @param given - Whatever stood in the batch
 * @returns The row; what its `toJSON` gives when it has one
 * @throws ConnectorError `internal` when it is no object, `upstream_invalid` when its only key is the mark's
 * @see The connector contract, POST /
 */
export function checkRow(given: unknown): Row {
  const row = ownForm(given);
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    const found = Array.isArray(row) ? "an array" : String(row === null ? row : typeof row);
    throw new ConnectorError("internal", `Write row: found ${found}, wanted an object`);
  }
  // Members without a JSON form are left out, so the row is judged by what would be written.
  if (Object.hasOwn(row, streamErrorKey)) refuseMark(writeJson(row) ?? "{}");
  // An object that is no array has string keys only, so it is a record.
  return row as Row;
}

/** What a row writes itself as; that may say the same again, and nothing but its last form can be checked. */
function ownForm(given: unknown): unknown {
  let row = given;
  for (let forms = 0; hasToJson(row); forms += 1) {
    if (forms === maxForms)
      throw new ConnectorError(
        "internal",
        'Write row: found "toJSON" in what "toJSON" returned, wanted a row',
      );
    row = row.toJSON("");
  }
  return row;
}

/**
 * Refuses the JSON text of a row that could be taken for the mark of a failed stream.
 *
 * @param text - JSON text of a row
 * @throws ConnectorError `upstream_invalid` when its only key is the mark's
 */
export function refuseMark(text: string): void {
  const written: unknown = JSON.parse(text);
  if (typeof written === "object" && written !== null && Object.keys(written).length === 1) {
    throw upstreamInvalid(
      `Write row: found a row whose only column is "${streamErrorKey}", which marks a failed stream; rename the column`,
    );
  }
}

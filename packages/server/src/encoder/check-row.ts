import { types } from "node:util";
import { streamErrorKey } from "@wellhead/contract";
import { isWrittenAsPrimitive, toJsonOf, writeJson } from "@wellhead/rows";
import { ConnectorError, type Row, upstreamInvalid } from "@wellhead/sdk";

/** How the mark of a failed stream begins. */
export const markBeginning = `{${JSON.stringify(streamErrorKey)}:`;

/** How often what `toJSON` returns may have `toJSON` itself. */
const maxForms = 8;

/**
 * Checks that a row is an object and cannot be taken for the mark of a failed stream.
 *
 * @param given - Whatever stood in the batch
 * @returns The row; what its `toJSON` returns when it has one, and a copy of what might read otherwise the next time
 * @throws ConnectorError `internal` when it is not an object, `upstream_invalid` when its only key is the mark's
 * @see The connector contract, POST /
 */
export function checkRow(given: unknown): Row {
  const row = ownForm(given);
  if (typeof row !== "object" || row === null || Array.isArray(row) || isWrittenAsPrimitive(row)) {
    const found = Array.isArray(row) ? "an array" : String(row === null ? row : typeof row);
    throw new ConnectorError("internal", `Write row: found ${found}, wanted an object`);
  }
  // Members without a JSON form are left out, so the row is judged by what would be written.
  if (Object.hasOwn(row, streamErrorKey)) refuseMark(writeJson(row) ?? "{}");
  // An object that is no array has string keys only, so it is a record.
  return row as Row;
}

/**
 * What a row writes itself as; that may say the same again, and nothing but its last form can be checked. A proxy, and a row
 * with any member `toJSON`, may say something else each time it is asked, so members are read once and copied.
 */
function ownForm(given: unknown): unknown {
  let row = given;
  for (let forms = 0; forms <= maxForms; forms += 1) {
    const toJson = toJsonOf(row);
    if (toJson === undefined) {
      if (!isUnsteady(row)) return row;
      row = { ...row };
      if (toJsonOf(row) === undefined) return row;
    } else row = toJson("");
  }
  throw new ConnectorError("internal", 'Write row: found "toJSON" in what "toJSON" returned, wanted a row');
}

/** Whether a row may read otherwise the next time although nothing in it was changed. */
function isUnsteady(row: unknown): row is object {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return false;
  return types.isProxy(row) || "toJSON" in row;
}

/**
 * Writes a row and checks what was written.
 *
 * @param row - A row that was checked
 * @returns JSON text of an object
 * @throws ConnectorError `internal` when it is not an object, `upstream_invalid` when its only key is the mark's
 */
export function writeRow(row: Row): string {
  const text = writeJson(row);
  if (text?.startsWith("{") !== true)
    throw new ConnectorError(
      "internal",
      "Write row: found one that changed while it was written, wanted an object",
    );
  if (text.startsWith(markBeginning)) refuseMark(text);
  return text;
}

/** Refuses the JSON text of a row that could be taken for the mark of a failed stream. */
function refuseMark(text: string): void {
  const written: unknown = JSON.parse(text);
  if (typeof written === "object" && written !== null && Object.keys(written).length === 1) {
    throw upstreamInvalid(
      `Write row: found a row whose only column is "${streamErrorKey}", which marks a failed stream; rename the column`,
    );
  }
}

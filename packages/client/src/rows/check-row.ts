import type { streamErrorKey } from "@wellhead/contract/vocabulary";
import { excerpt } from "../json/excerpt.js";
import { isRecord, textOf } from "../json/lenient-json.js";
import { IncompleteRowsError } from "./incomplete-rows-error.js";

// The compiler checks that it equals the contract's constant. Importing that constant would load the schemas as well.
const markKey: typeof streamErrorKey = "__streamError";

/**
 * Checks one row of JSON. The text is kept, so that no digit is lost.
 *
 * @param text - Text that should be one row
 * @returns The row on one line
 * @throws IncompleteRowsError `marked` for the mark of a failure, `cut` for anything that is not an object
 * @see The connector contract, POST /, "marked" ending
 */
export function checkRow(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new IncompleteRowsError("cut", `expected a row of JSON, got "${excerpt(text, 60)}"`, {
      cause: error,
    });
  }
  if (!isRecord(value)) {
    throw new IncompleteRowsError("cut", `expected an object as a row, got ${excerpt(text, 60)}`);
  }
  if (Object.hasOwn(value, markKey) && Object.keys(value).length === 1) throw markedBy(value[markKey]);
  // Line feeds inside a JSON string are escaped, so these are only white space.
  return text.replaceAll(/[\r\n]+[ \t]*/g, " ");
}

function markedBy(mark: unknown): IncompleteRowsError {
  const record = isRecord(mark) ? mark : { message: mark };
  const code = record["code"];
  return new IncompleteRowsError(
    "marked",
    textOf(record, "message") || "the connector did not report a reason",
    {
      code: typeof code === "number" ? code : undefined,
    },
  );
}

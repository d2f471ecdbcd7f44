import type { ValueWriter } from "../bytes/byte-writer.js";
import { writeJsonText } from "../text/write-json-text.js";
import { writeJsonValue } from "./write-json-value.js";

/**
 * Writes a value of a JSON column that the database does not check strictly; MariaDB, for example, accepts `1.` and
 * `"\x"`. A value that is not JSON becomes text, so that it does not break the row.
 *
 * @param target - Holds the value and receives the result
 * @param start - First byte
 * @param end - Index after the last byte
 */
export const writeCheckedJson: ValueWriter = (target, start, end) => {
  if (isJson(target.source.toString("utf8", start, end))) writeJsonValue(target, start, end);
  else writeJsonText(target, start, end);
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import type { ValueWriter } from "../bytes/value-writer.js";
import { writeJsonText } from "../text/write-json-text.js";
import { writeJsonValue } from "./write-json-value.js";

/**
 * Writes what a database takes for JSON but does not check, or not strictly, such as `1.` and `"\x"` of MariaDB: what is
 * not JSON becomes text, so that it breaks no row.
 *
 * @param target - Holds the value and takes what it becomes
 * @param start - First byte
 * @param end - Byte after the last
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

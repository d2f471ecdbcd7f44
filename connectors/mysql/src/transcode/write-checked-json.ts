import { type ValueWriter, writeJsonText, writeJsonValue } from "@wellhead/rows";

/**
 * Writes JSON of MariaDB, whose own check lets some of what is no JSON through, such as `1.` and `"\x"`: that
 * becomes text, so that it breaks no row.
 *
 * @param target - Where the value stands and where it goes
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

import { parseJson } from "../text/record.js";

/** Indents JSON for reading. Anything else, such as a truncated body, is returned unchanged. */
export function prettyBody(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}

import { parseJson } from "../json/record.js";

/** Lays JSON out for reading; anything else, such as a body that was cut, stays as it is. */
export function prettyBody(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}

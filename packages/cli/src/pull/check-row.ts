import { streamErrorKey } from "@wellhead/contract";
import { record, text } from "../remote/loose.js";
import { BrokenStream } from "./broken-stream.js";

/**
 * Checks one row: JSON, an object, and not the record that marks a failed stream.
 *
 * Numbers are not converted: the text stays as it came, so that no digit is lost.
 *
 * @param row - Text that should be one row
 * @returns The row on one line
 * @throws BrokenStream `marked` for the error record, `cut` for anything that is no row
 * @see The connector contract, POST /, "marked" ending
 */
export function checkRow(row: string): string {
  let value: unknown;
  try {
    value = JSON.parse(row);
  } catch (error) {
    throw new BrokenStream("cut", `found "${row.slice(0, 60)}", wanted a row of JSON`, { cause: error });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BrokenStream("cut", `found ${row.slice(0, 60)}, wanted an object for every row`);
  }
  if (streamErrorKey in value && Object.keys(value).length === 1) throw marked(value[streamErrorKey]);
  // Inside text JSON has no bare line feeds, so these are only layout.
  return row.includes("\n") || row.includes("\r") ? row.replaceAll(/[\r\n]+[ \t]*/g, " ") : row;
}

function marked(detail: unknown): BrokenStream {
  const { message, code } = record(detail);
  const said = text(message) || text(detail) || "the connector gave no reason";
  return new BrokenStream("marked", said, typeof code === "number" ? { code } : {});
}

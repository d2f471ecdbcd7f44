import { Buffer } from "node:buffer";
import type { TextCodec } from "@wellhead/sql/text-codec";
import { marks } from "./marks.js";

/** Invalid UTF-8 as a JSON text. */
const invalid = Buffer.from([0x22, 0xff, 0x22]);

/**
 * Decodes marked texts in rows of JSON. A text that is invalid in the encoding becomes a byte that is never valid
 * UTF-8.
 *
 * @param rows - Rows as written by SQL
 * @param codec - Encoding of the texts
 * @returns The rows, with JSON in place of the marked texts
 */
export function decodeTexts(rows: Buffer, codec: TextCodec): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  let nextText = rows.indexOf(marks.text);
  let nextJson = rows.indexOf(marks.json);
  while (nextText >= 0 || nextJson >= 0) {
    const isText = nextJson < 0 || (nextText >= 0 && nextText < nextJson);
    const start = isText ? nextText : nextJson;
    const end = rows.indexOf(isText ? marks.text : marks.json, start + 1);
    const text = codec.decode(Buffer.from(rows.toString("latin1", start + 1, end), "hex"));
    const written =
      text === undefined
        ? invalid
        : Buffer.from(isText || !isJson(text) ? JSON.stringify(text) : onOneLine(text));
    parts.push(rows.subarray(from, start), written);
    from = end + 1;
    if (isText) nextText = rows.indexOf(marks.text, from);
    else nextJson = rows.indexOf(marks.json, from);
  }
  return Buffer.concat([...parts, rows.subarray(from)]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Removes line breaks. Strings in JSON cannot contain any, so they can only be between tokens. */
function onOneLine(json: string): string {
  return json.replace(/[\r\n]/g, " ");
}

import { Buffer } from "node:buffer";
import { assert, property, string } from "fast-check";
import { expect, it } from "vitest";
import { ByteWriter } from "../bytes/byte-writer.js";
import { endOfJsonString, endOfPlainJson, unescapeJson } from "./json-string.js";

function read(json: string): string {
  const source = Buffer.from(`[${json},"next"]`);
  const target = new ByteWriter(source.length);
  target.read(source);
  const end = endOfJsonString(source, 2);
  expect(source.toString("utf8", end)).toBe('","next"]');
  unescapeJson(target, 2, end);
  return target.take(0).toString();
}

it("`unescapeJson()` reads what JSON.parse reads", () => {
  const letters = Array.from('"\\/bfnrt', (letter) => `\\${letter}`).join("");
  const long = String.raw`"\u0000\u001f\u00e9\u6771\ud83d\ude00x\ud83d\ude00"`;
  const longThenShort = String.raw`"\u0041\nabc\n\u0041xuéxu\u0041"`;
  for (const json of [`"${letters}"`, long, longThenShort, '""']) expect(read(json)).toBe(JSON.parse(json));
  assert(
    property(string({ unit: "binary", maxLength: 40 }), (text) => {
      const escaped = Array.from(text, (_, index) => text[index] ?? "")
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join("");
      for (const json of [JSON.stringify(text), `"${escaped}"`])
        expect(read(json)).toBe(Buffer.from(String(JSON.parse(json))).toString());
    }),
  );
});

it("`endOfPlainJson()` stops at the first quote or backslash, whatever comes before it", () => {
  for (let length = 0; length < 12; length += 1) {
    for (const stop of ['"', "\\"]) {
      for (const filler of ["a", "é", "\u0001", "\u007f"]) {
        const text = filler.repeat(length);
        const target = new ByteWriter(0);
        target.read(Buffer.from(`"${text}${stop}abcdefgh`));
        expect(endOfPlainJson(target, 1)).toBe(1 + Buffer.byteLength(text));
      }
    }
  }
});

import { Buffer } from "node:buffer";
import { countRuns } from "@wellhead/test-support/properties/count-runs";
import { assert, property, string } from "fast-check";
import { expect, it } from "vitest";
import { ByteWriter, type ValueWriter } from "../bytes/byte-writer.js";
import { writeCsvText } from "./write-csv-text.js";
import { writeJsonText } from "./write-json-text.js";

function written(write: ValueWriter, text: string): string {
  const source = Buffer.from(`~~${text}~~`);
  const target = new ByteWriter(source.length * 6 + 16);
  target.read(source);
  write(target, 2, source.length - 2);
  return target.take(0).toString();
}

/** Replaces lone surrogates with replacement characters, because UTF-8 cannot encode them. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

const anyText = string({ unit: "binary", maxLength: 60 });

it("`writeJsonText()` writes what JSON.parse reads back, for any text", () => {
  assert(
    property(anyText, (text) => JSON.parse(written(writeJsonText, text)) === wellFormed(text)),
    {
      numRuns: countRuns(5000),
    },
  );
});

it("`writeJsonText()` writes as JSON.stringify does, for every byte", () => {
  for (let code = 0; code < 0x100; code += 1) {
    for (const text of [
      String.fromCharCode(code),
      `abc${String.fromCharCode(code)}`,
      `${String.fromCharCode(code)}abcdef`,
    ]) {
      expect(written(writeJsonText, text)).toBe(JSON.stringify(text));
    }
  }
});

it("`writeCsvText()` quotes what RFC 4180 wants quoted, and empty text", () => {
  expect(written(writeCsvText, "")).toBe('""');
  expect(written(writeCsvText, "plain text")).toBe("plain text");
  assert(
    property(anyText, (text) => {
      const cell = written(writeCsvText, text);
      const quoted = cell.startsWith('"') && text !== "";
      expect(quoted || text === "").toBe(/[",\r\n]/.test(text) || text === "");
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(read).toBe(wellFormed(text));
    }),
  );
});

import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { ByteWriter } from "../bytes/byte-writer.js";
import { writeCsvText } from "../text/write-csv-text.js";
import { writeJsonText } from "../text/write-json-text.js";
import { escapeFormulas } from "./escape-formulas.js";
import { inQuotes } from "./in-quotes.js";
import { quoteIfEmpty } from "./quote-if-empty.js";
import { writeBase64 } from "./write-base64.js";
import { writeJsonValue } from "./write-json-value.js";
import { writeCsvNumber, writeJsonNumber } from "./write-number.js";

const text = { json: writeJsonText, csv: writeCsvText };
const number = { json: writeJsonNumber, csv: writeCsvNumber };
const json = { json: writeJsonValue, csv: writeCsvText };
const bytes = { json: inQuotes(writeBase64), csv: quoteIfEmpty(writeBase64) };

it.each([
  ["text", text, "=1+1", "'=1+1"],
  ["text", text, "+1", "'+1"],
  ["text", text, "-1", "'-1"],
  ["text", text, "@sum", "'@sum"],
  ["text", text, "\tx", "'\tx"],
  ["text", text, "\r=x", '"\'\r=x"'],
  ["text", text, '=a,"b"', '"\'=a,""b"""'],
  ["text", text, '"=a"', '"""=a"""'],
  ["text", text, "a=1", "a=1"],
  ["text", text, "", '""'],
  ["a number", number, "-1.50", "-1.50"],
  ["no number", number, "-1 EUR", "'-1 EUR"],
  ["JSON", json, "-1", "-1"],
  ["JSON", json, '"=1"', '"""=1"""'],
  ["bytes", bytes, "\u00fb\u00ff", "w7vDvw=="],
  ["bytes", bytes, "", '""'],
])("`escapeFormulas()` writes %s %s", (_, writers, value, cell) => {
  const source = Buffer.from(value);
  const target = new ByteWriter(source.length * 6 + 16);
  target.put(0x2c);
  target.read(source);
  escapeFormulas(writers)(target, 0, source.length);
  expect(target.take(0).toString()).toBe(`,${cell}`);
});

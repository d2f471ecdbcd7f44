/** @import { EquivalentMutant } from "./mutant-survivors.mjs" */

/**
 * Changes of the rows package that no test can detect.
 *
 * @type {readonly EquivalentMutant[]}
 */
export const rowMutants = [
  {
    file: "packages/rows/src/arrow/choose-type.ts",
    original: "[json]",
    replacement: "[]",
    reason: "values without a type in common are JSON also where there is no candidate",
  },
  {
    file: "packages/rows/src/arrow/arrow-rows.ts",
    original: "nameEnd - nameStart",
    replacement: "nameEnd + nameStart",
    reason: "the general way finds the same column, but takes longer",
  },
  {
    file: "packages/rows/src/arrow/columns/fixed-columns.ts",
    original: "power ?? Number.NaN",
    replacement: "power && Number.NaN",
    reason: "the general way writes the same, but takes longer",
  },
  {
    file: "packages/rows/src/arrow/columns/moment-columns.ts",
    original: "Number.isSafeInteger(count)",
    replacement: "false",
    reason: "the general way writes the same, but takes longer",
  },
  {
    file: "packages/rows/src/arrow/columns/text-columns.ts",
    original: "code >= firstNonAscii",
    replacement: "true",
    reason: "the general way writes the same, but takes longer",
  },
  {
    file: "packages/rows/src/arrow/columns/text-columns.ts",
    original: "at < count",
    replacement: "at <= count",
    reason: "the byte after the text is written again with the next one",
  },
  {
    file: "packages/rows/src/arrow/exact/scan-json.ts",
    original: "start + 1",
    replacement: "start - 1",
    reason: "a backslash outside of the text only makes the general way read it, which takes longer",
  },
  {
    file: "packages/rows/src/arrow/exact/scan-json.ts",
    original: "end - 1",
    replacement: "end + 1",
    reason: "a backslash outside of the text only makes the general way read it, which takes longer",
  },
  {
    file: "packages/rows/src/arrow/exact/scan-json.ts",
    original: "end - start > exactDigits",
    replacement: "end - start >= exactDigits",
    reason: "the digits are read as text, with the same result",
  },
  {
    file: "packages/rows/src/arrow/exact/scan-json.ts",
    original: "{ nameStart: 0, nameEnd: 0, start: 0, end: 0 }",
    replacement: "{}",
    reason: "each member sets them before they are read",
  },
  {
    file: "packages/rows/src/arrow/messages/write-field.ts",
    original: "bits === 16",
    replacement: "false",
    reason: "readers take the lower half of the number, which comes first",
  },
  {
    file: "packages/rows/src/arrow/columns/text-columns.ts",
    original: "{ return JSON.stringify(value); }",
    replacement: "{}",
    reason: "the general way writes the same, but takes longer",
  },
  {
    file: "packages/rows/src/arrow/exact/parse-moment.ts",
    original: "false",
    replacement: "true",
    reason: "each reading sets it before it is read",
  },
  {
    file: "packages/rows/src/arrow/exact/parse-moment.ts",
    original: "false",
    replacement: "true",
    reason: "each reading sets it before it is read",
  },
  {
    file: "packages/rows/src/objects/csv-cell.ts",
    original: "value === null || value === undefined",
    replacement: "false",
    reason: "both have no JSON or that of null, which becomes the same empty cell",
  },
  {
    file: "packages/rows/src/objects/csv-cell.ts",
    original: "value === undefined",
    replacement: "false",
    reason: "it has no JSON, which becomes the same empty cell",
  },
  {
    file: "packages/rows/src/objects/json-rows.ts",
    original: "false",
    replacement: "true",
    reason: "the slower writer writes the same rows",
  },
  {
    file: "packages/rows/src/objects/json-rows.ts",
    original: "true",
    replacement: "false",
    reason: "the faster writer is tried again, fails again, and writes nothing",
  },
  {
    file: "packages/rows/src/bytes/byte-writer.ts",
    original: "index * 4 < length",
    replacement: "index * 4 <= length",
    reason: "it writes one more word past the end, within the capacity that is reserved for words",
  },
  {
    file: "packages/rows/src/text/copy-plain-csv.ts",
    original: "index < end",
    replacement: "index <= end",
    reason: "the last four bytes are written once more, to the same place",
  },
  {
    file: "packages/rows/src/text/json-string.ts",
    original: "at + 4 <= end",
    replacement: "at + 4 < end",
    reason: "the bytes that are left are read one by one, with the same result",
  },
];

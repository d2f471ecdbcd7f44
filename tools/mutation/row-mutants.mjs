/** @import { EquivalentMutant } from "./mutant-survivors.mjs" */

/**
 * Changes of the rows package that no test can detect.
 *
 * @type {readonly EquivalentMutant[]}
 */
export const rowMutants = [
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

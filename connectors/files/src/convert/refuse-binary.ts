import { FileFault } from "./file-fault.js";

/** Advice for a file that is compressed although its name does not say so. */
function ending(name: string): string {
  return `Add "${name}" to its name.`;
}

/**
 * The first bytes of files that are not text. Each has a byte that a text does not begin with, so that no text is refused.
 */
const signatures: ReadonlyArray<readonly [bytes: string, kind: string, advice: string]> = [
  ["1f8b", "compressed with gzip", ending(".gz")],
  ["28b52ffd", "compressed with zstd", ending(".zst")],
  ["504b0304", "a ZIP archive, as workbooks are", "Name a workbook .xlsx, and unpack any other archive."],
  ["5041523115", "a Parquet file", "Name it .parquet."],
  ["d0cf11e0a1b11ae1", "a workbook of an old version of Excel", "Save it as .xlsx or as CSV."],
];

/**
 * Refuses a file that has the name of a text file but is of another kind. Any byte is a character in a single-byte
 * encoding, so its bytes would be read as rows.
 *
 * @param start - Its first bytes, decompressed if its name says that it is compressed
 * @throws FileFault with its kind and what to do
 */
export function refuseBinary(start: Buffer): void {
  const shown = start.subarray(0, 8).toString("hex");
  const found = signatures.find(([bytes]) => shown.startsWith(bytes));
  if (found !== undefined) throw new FileFault(`it is not text but ${found[1]}`, found[2]);
}

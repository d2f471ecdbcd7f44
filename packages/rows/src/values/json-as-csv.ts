import { ByteWriter, type ValueWriter, widestByte, widestFrame } from "../bytes/byte-writer.js";
import { writeCsvText } from "../text/write-csv-text.js";

/**
 * Creates a writer of CSV cells that contain JSON, such as arrays.
 *
 * @param write - Writes the JSON
 * @param expansion - Maximum number of JSON bytes written per byte of a value. Default: six
 * @returns A writer of the cell, in quotes where CSV needs them
 */
export function jsonAsCsv(write: ValueWriter, expansion: number = widestByte): ValueWriter {
  const scratch = new ByteWriter(1024);
  return (target, start, end) => {
    scratch.source = target.source;
    scratch.sourceView = target.sourceView;
    scratch.length = 0;
    scratch.reserve((end - start) * expansion + widestFrame);
    write(scratch, start, end);
    target.reserve(scratch.length * 2 + widestFrame);
    target.from(scratch, writeCsvText);
  };
}

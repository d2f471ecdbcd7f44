import { ByteWriter, type ValueWriter } from "@wellhead/rows";
import type { TextCodec } from "./text-codec.js";

/** A quoted byte that is never valid UTF-8. */
const invalid = [0x22, 0xff, 0x22];

/**
 * Creates a writer for text in another encoding. Where bytes are not valid in that encoding, it writes a byte that is
 * not valid UTF-8, so that the check of each batch finds the row and the column.
 *
 * @param decode - Decodes the bytes of a value; returns `undefined` when they are not valid text
 * @param write - Writes text in UTF-8
 * @returns The writer
 */
export function decodedWriter(decode: TextCodec["decode"], write: ValueWriter): ValueWriter {
  const scratch = new ByteWriter(1024);
  return (target, start, end) => {
    const text = decode(target.source.subarray(start, end));
    if (text === undefined) {
      for (const byte of invalid) target.put(byte);
      return;
    }
    scratch.length = 0;
    scratch.reserve(text.length * 3);
    scratch.length = scratch.bytes.write(text);
    target.from(scratch, write);
  };
}

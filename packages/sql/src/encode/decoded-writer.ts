import { ByteWriter, type ValueWriter } from "@wellhead/rows";
import type { TextCodec } from "./text-codec.js";

/** A byte that is in no UTF-8 text, in quotes. */
const invalid = [0x22, 0xff, 0x22];

/**
 * Makes a writer of text in another encoding. For bytes that are not text in it, it writes a byte that is not UTF-8, so
 * that the check of every batch finds its row and column.
 *
 * @param decode - Decodes the bytes of a value; returns `undefined` for what is not text
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

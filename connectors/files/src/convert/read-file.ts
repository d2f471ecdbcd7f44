import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { FileFault } from "./file-fault.js";
import { gunzip } from "./gunzip.js";
import { unzstd } from "./unzstd.js";

const pieceSize = 2 ** 20;

/**
 * Reads the content of a file as UTF-8.
 *
 * @param path - Path whose ending names the compression
 * @returns The bytes, in pieces that end between two characters
 * @throws FileFault when a byte is not UTF-8
 */
export async function* readUtf8(path: string): AsyncGenerator<Buffer> {
  let left: Buffer = Buffer.alloc(0);
  let position = 0;
  for await (const piece of readFile(path)) {
    const bytes = left.length === 0 ? piece : Buffer.concat([left, piece]);
    const end = endOfCharacters(bytes);
    yield checked(bytes.subarray(0, end), position);
    position += end;
    left = bytes.subarray(end);
  }
  if (left.length > 0) yield checked(left, position);
}

function checked(bytes: Buffer, position: number): Buffer {
  if (isUtf8(bytes)) return bytes;
  throw new FileFault(
    `its text is not UTF-8 at some point after byte ${position}, although its beginning is`,
    'Save it as UTF-8, or state its "encoding" in the file .table.json.',
  );
}

/**
 * Returns how many bytes a character of UTF-8 has.
 *
 * @param first - Its first byte
 */
export function utf8Length(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first < 0x80 ? 1 : 2;
}

/** Returns the position after the last complete character. */
function endOfCharacters(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= 0 && at > bytes.length - 4; at--) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    return at + utf8Length(byte) > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

/**
 * Reads the content of a file, unpacked. Checksums and lengths of compressed data are verified during reading.
 *
 * @param path - Path whose ending names the compression
 * @param onPadding - Called when a gzip file holds zero bytes outside of its members
 * @returns The bytes
 * @throws FileFault when the compressed data is damaged or incomplete
 */
export function readFile(path: string, onPadding?: () => void): AsyncIterable<Buffer> {
  if (path.endsWith(".gz")) return gunzip(path, { pieceSize, ...(onPadding !== undefined && { onPadding }) });
  const file = createReadStream(path, { highWaterMark: pieceSize });
  return path.endsWith(".zst") ? unzstd(file) : file;
}

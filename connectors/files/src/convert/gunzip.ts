import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { damaged } from "./convert-task.js";

/** Errors of `zlib` that the bytes of a file cause, such as `Z_DATA_ERROR`. */
const dataFault = /^Z_(?:DATA|BUF)_ERROR$/;

/** What unpacking gzip takes. */
export interface GunzipOptions {
  /** Bytes that are read and unpacked at once. */
  readonly pieceSize: number;
  /** Called when zero bytes follow a member, as programs write that fill blocks. Default: nothing is done. */
  readonly onPadding?: () => void;
}

/**
 * Unpacks a gzip file: members one after another, also with zero bytes after them. `zlib` compares the checksum and the
 * length of each; it ends at the first zero byte after one, and ignores what follows.
 *
 * @param path - The file
 * @param options - How to read it
 * @returns The unpacked bytes
 * @throws FileFault when a member is damaged or incomplete, or something else follows
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-2.2
 */
export async function* gunzip(path: string, options: GunzipOptions): AsyncGenerator<Buffer> {
  let position = 0;
  do {
    position += yield* unpackMembers(path, position, options.pieceSize);
    const { size } = await stat(path);
    if (position >= size) return;
    options.onPadding?.();
    position = await endOfZeros(path, position);
  } while (position !== -1);
}

/** Unpacks the members from a position on, and returns how many bytes they take. */
async function* unpackMembers(
  path: string,
  start: number,
  pieceSize: number,
): AsyncGenerator<Buffer, number> {
  const file = createReadStream(path, { start, highWaterMark: pieceSize });
  const unpacked = createGunzip({ chunkSize: pieceSize });
  file.on("error", (error) => unpacked.destroy(error));
  try {
    yield* file.pipe(unpacked);
    return unpacked.bytesWritten;
  } catch (error) {
    // Other errors, such as a file that went away, are not about its content.
    if (!(error instanceof Error && "code" in error && dataFault.test(String(error.code)))) throw error;
    throw damaged(error.message);
  } finally {
    file.destroy();
  }
}

/** Returns where the zero bytes at a position end, or -1 if nothing follows them. */
async function endOfZeros(path: string, start: number): Promise<number> {
  const handle = await open(path);
  try {
    const buffer = Buffer.alloc(2 ** 16);
    for (let position = start; ; ) {
      const { bytesRead } = await handle.read({ buffer, position });
      if (bytesRead === 0) return -1;
      const found = buffer.subarray(0, bytesRead).findIndex((byte) => byte !== 0);
      if (found !== -1) return position + found;
      position += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

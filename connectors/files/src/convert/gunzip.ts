import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { damaged } from "./file-fault.js";

/** Matches errors of `zlib` that invalid data causes, such as `Z_DATA_ERROR`. */
const dataFault = /^Z_(?:DATA|BUF)_ERROR$/;

/** Options of {@link gunzip}. */
export interface GunzipOptions {
  /** Bytes read and unpacked at a time. */
  readonly pieceSize: number;
  /** Called when zero bytes follow a member. Programs that pad to full blocks write them. Default: not reported. */
  readonly onPadding?: () => void;
}

/**
 * Unpacks a gzip file: consecutive members, also with zero bytes after them. `zlib` verifies the checksum and the
 * length of each member. It stops at the first zero byte after a member and ignores what follows.
 *
 * @param path - The file
 * @param options - How to read it
 * @returns The unpacked bytes
 * @throws FileFault when a member is damaged or incomplete, or is followed by other data
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

/** Unpacks the members that start at a position, and returns their compressed size. */
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
    // Other errors, such as a deleted file, are not about its content.
    if (!(error instanceof Error && "code" in error && dataFault.test(String(error.code)))) throw error;
    throw damaged(error.message);
  } finally {
    file.destroy();
  }
}

/** Returns the end of the zero bytes at a position, or -1 if nothing follows them. */
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

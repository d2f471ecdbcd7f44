import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { upstreamInvalid } from "@wellhead/sdk";
import type { FoundFile } from "./found-file.js";

/** Errors of `zlib` that the bytes of a file cause, such as `Z_DATA_ERROR`. */
const dataFault = /^Z_(?:DATA|BUF)_ERROR$/;

/**
 * Checks that a compressed file is complete: DuckDB reads neither the checksum and length at the end of a gzip member,
 * nor does it notice that the last member or frame is missing its end.
 *
 * @param file - The file; one that is not compressed passes
 * @throws ConnectorError `upstream_invalid` when it is truncated or damaged
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1
 */
export async function checkCompression(file: FoundFile): Promise<void> {
  const fault = file.ending.endsWith(".gz")
    ? await gzipFault(file.path)
    : file.ending.endsWith(".zst") && (await zstdFault(file.path));
  if (fault) {
    throw upstreamInvalid(
      `Could not read "${file.name}": the compressed data is damaged (${fault}). Replace the file with a complete copy.`,
    );
  }
}

/** Unpacks every member, which compares its checksum and length. */
async function gzipFault(path: string): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: 2 ** 20 }),
      createGunzip({ chunkSize: 2 ** 18 }),
      nowhere,
    );
    return undefined;
  } catch (error) {
    // Other errors, such as a file that went away, are not about its content.
    if (!(error instanceof Error && "code" in error && dataFault.test(String(error.code)))) throw error;
    return error.message;
  }
}

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/**
 * Walks over the frames and blocks without unpacking them: whether the last one is complete. DuckDB compares the
 * checksums itself, where a frame has one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8878#section-3.1
 */
async function zstdFault(path: string): Promise<string | undefined> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    let position = 0;
    while (position < size) {
      const next = await frameEnd(handle, position);
      if (next === undefined) return "it holds bytes that are not a zstd frame";
      if (next > size) return "unexpected end of file";
      position = next;
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Returns where a frame ends; a position behind the end of the file means that it is truncated. */
async function frameEnd(handle: FileHandle, start: number): Promise<number | undefined> {
  const head = await bytesAt(handle, start, 14);
  if (head.length < 4) return undefined;
  const magic = head.readUInt32LE(0);
  if ((magic & 0xfffffff0) >>> 0 === skippableMagic) {
    return head.length < 8 ? Number.POSITIVE_INFINITY : start + 8 + head.readUInt32LE(4);
  }
  if (magic !== frameMagic) return undefined;
  const descriptor = head[4] ?? 0;
  const singleSegment = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const contentSize = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  let position = start + 5 + (singleSegment ? 0 : 1) + dictionary + contentSize;
  for (let last = false; !last; ) {
    const block = await bytesAt(handle, position, 3);
    if (block.length < 3) return Number.POSITIVE_INFINITY;
    const header = block.readUIntLE(0, 3);
    last = (header & 1) === 1;
    const isRun = ((header >> 1) & 3) === 1;
    position += 3 + (isRun ? 1 : header >> 3);
  }
  return position + ((descriptor & 4) === 0 ? 0 : 4);
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}

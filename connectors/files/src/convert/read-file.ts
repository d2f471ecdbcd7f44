import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { FileFault } from "./convert-task.js";

const pieceSize = 2 ** 20;

/**
 * Reads the content of a file, unpacked.
 *
 * @param path - Path whose ending names the compression
 * @returns The bytes
 * @throws FileFault when the compression cannot be read here
 */
export function readFile(path: string): AsyncIterable<Buffer> {
  // Node 20 has no zstd; the engine has, so only files the engine cannot read are refused.
  if (path.endsWith(".zst"))
    throw new FileFault("it must be converted, which zstd prevents; unpack the file first");
  const file = createReadStream(path, { highWaterMark: pieceSize });
  if (!path.endsWith(".gz")) return file;
  const unpacked = createGunzip({ chunkSize: pieceSize });
  file.on("error", (error) => unpacked.destroy(error));
  return file.pipe(unpacked);
}

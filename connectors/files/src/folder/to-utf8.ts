import { isUtf8 } from "node:buffer";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Engine } from "../engine/engine.js";
import type { FoundFile } from "./found-file.js";

/** Bytes at the start of a file by which its encoding is judged. */
const lookedAt = 8 * 1024 * 1024;

/** Longest UTF-8 character; what is looked at may end within one. */
const longestCharacter = 4;

/**
 * Writes a text file that is not UTF-8 anew in UTF-8.
 *
 * UTF-16 is known by its byte order mark; text that is neither that nor UTF-8 is taken for Windows-1252, of which
 * Latin-1 is a part.
 *
 * @param file - The file
 * @param engine - Engine that is to read the copy
 * @returns Path of the copy, or `undefined` when the file needs none
 */
export async function toUtf8(file: FoundFile, engine: Engine): Promise<string | undefined> {
  if (file.kind === "parquet" || file.ending.endsWith(".gz")) return undefined;
  const encoding = await findEncoding(file.path);
  if (encoding === "utf-8") return undefined;
  const copy = engine.reserveStandIn(file.ending);
  const decoded = Readable.toWeb(createReadStream(file.path)).pipeThrough(new TextDecoderStream(encoding));
  await pipeline(decoded, createWriteStream(copy));
  return copy;
}

async function findEncoding(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(Math.min(size, lookedAt)) });
    const start = buffer.subarray(0, bytesRead);
    if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
    if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
    return isUtf8(bytesRead < size ? wholeCharacters(start) : start) ? "utf-8" : "windows-1252";
  } finally {
    await handle.close();
  }
}

/** Leaves out the last character, which may be cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let length = bytes.length - 1; length > bytes.length - 1 - longestCharacter; length--) {
    // The byte at this length begins a character: everything before it is whole.
    if (((bytes[length] ?? 0) & 0xc0) !== 0x80) return bytes.subarray(0, length);
  }
  return bytes;
}

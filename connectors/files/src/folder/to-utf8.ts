import { isUtf8 } from "node:buffer";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileFault } from "../convert/convert-task.js";
import { readFile } from "../convert/read-file.js";
import type { Engine } from "../engine/engine.js";
import type { FoundFile } from "./found-file.js";

/** Bytes at the start of a file by which its encoding is judged. */
const examinedBytes = 8 * 1024 * 1024;

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
  if (file.kind === "parquet" || file.ending.endsWith(".zst")) return undefined;
  const encoding = await findEncoding(file);
  if (encoding === "utf-8") return undefined;
  const copy = engine.reserveStandIn(file.ending.replace(/\.gz$/, ""));
  // A byte that UTF-16 cannot have is an error; replaced, it would be another character.
  const decoder = new TextDecoderStream(encoding, { fatal: true });
  const decoded = Readable.toWeb(Readable.from(readFile(file.path))).pipeThrough(decoder);
  try {
    await pipeline(decoded, createWriteStream(copy));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileFault(`its text is not ${encoding.toUpperCase()}, as its first bytes say`);
  }
  return copy;
}

async function findEncoding({ path }: FoundFile): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  let isAll = true;
  for await (const piece of readFile(path)) {
    pieces.push(piece);
    size += piece.length;
    if (size < examinedBytes) continue;
    isAll = false;
    break;
  }
  const start = Buffer.concat(pieces);
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return isUtf8(isAll ? start : wholeCharacters(start)) ? "utf-8" : "windows-1252";
}

/** Leaves out the last character, which may be cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let length = bytes.length - 1; length > bytes.length - 1 - longestCharacter; length--) {
    // The byte at this length begins a character: everything before it is whole.
    if (((bytes[length] ?? 0) & 0xc0) !== 0x80) return bytes.subarray(0, length);
  }
  return bytes;
}

import { isUtf8 } from "node:buffer";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileFault, type TextContent, type TextTask } from "./convert-task.js";
import { readFile, utf8Length } from "./read-file.js";

/** Bytes at the start of a file by which its encoding is judged. */
const examinedBytes = 8 * 1024 * 1024;

/** Longest UTF-8 character; what is looked at may end within one. */
const longestCharacter = 4;

/**
 * Finds the encoding of a text file, and writes the file as UTF-8 if it has another one. A gzip file with zero bytes after a
 * member is written too, because the engine does not read it.
 *
 * UTF-16 is known by its byte order mark, or by its NUL bytes; text that is neither that nor UTF-8 is taken for
 * Windows-1252, of which Latin-1 is a part.
 *
 * @param task - The file
 * @returns Whether the copy was written
 * @throws FileFault when the encoding cannot be told or is not read, or compressed data is damaged
 */
export async function convertText({ path, copy, isWhole }: TextTask): Promise<TextContent> {
  const { encoding, isPadded } = await examine(path, isWhole && /\.(?:gz|zst)$/.test(path));
  if (encoding === "utf-8" && !isPadded) return { isCopied: false };
  // A byte that UTF-16 cannot have is an error; replaced, it would be another character.
  const decoder = new TextDecoderStream(encoding, { fatal: true });
  const decoded = Readable.toWeb(Readable.from(readFile(path))).pipeThrough(decoder);
  try {
    await pipeline(decoded, createWriteStream(copy));
  } catch (error) {
    await rm(copy, { force: true });
    if (!(error instanceof TypeError)) throw error;
    throw new FileFault(`its text is not ${encoding.toUpperCase()}, as its first bytes say`);
  }
  return { isCopied: true };
}

/** What shows how the engine can read a text file. */
interface Examined {
  readonly encoding: string;
  readonly isPadded: boolean;
}

async function examine(path: string, toEnd: boolean): Promise<Examined> {
  const pieces: Buffer[] = [];
  let [size, isAll, isPadded] = [0, true, false];
  const onPadding = (): void => {
    isPadded = true;
  };
  for await (const piece of readFile(path, onPadding)) {
    if (size < examinedBytes) pieces.push(piece);
    else isAll = false;
    size += piece.length;
    if (size < examinedBytes || toEnd) continue;
    isAll = false;
    break;
  }
  return { encoding: encodingOf(Buffer.concat(pieces), isAll), isPadded };
}

function encodingOf(start: Buffer, isAll: boolean): string {
  const marked = markedEncoding(start);
  if (marked !== undefined) return marked;
  const whole = isAll ? start : wholeCharacters(start);
  if (isUtf8(whole)) return "utf-8";
  checkSingleBytes(whole);
  return "windows-1252";
}

/** The encoding that a byte order mark, or the NUL bytes of UTF-16, show. */
function markedEncoding(start: Buffer): string | undefined {
  const begins = (...bytes: readonly number[]): boolean =>
    bytes.every((byte, index) => start[index] === byte);
  if (begins(0xff, 0xfe, 0, 0) || begins(0, 0, 0xfe, 0xff))
    throw new FileFault("its text is UTF-32, which is not read. Save it as UTF-8");
  if (begins(0xff, 0xfe)) return "utf-16le";
  if (begins(0xfe, 0xff)) return "utf-16be";
  const sample = start.subarray(0, 4096);
  const nuls = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  const many = sample.length / 4;
  if (odd > many && even === 0) return "utf-16le";
  return even > many && odd === 0 ? "utf-16be" : undefined;
}

/**
 * Checks that text which is not UTF-8 is written in single bytes. Where most of its characters beyond ASCII are UTF-8, it is
 * UTF-8 with wrong bytes in it, and every one of those characters would become two or three others.
 */
function checkSingleBytes(bytes: Buffer): void {
  let [characters, wrong, line, firstWrong] = [0, 0, 1, 0];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a) line++;
    const length = utf8Length(byte);
    if (length === 1) at++;
    else if (byte >= 0xc2 && isUtf8(bytes.subarray(at, at + length))) {
      characters++;
      at += length;
    } else {
      if (wrong === 0) firstWrong = line;
      wrong++;
      at++;
    }
  }
  if (characters > wrong)
    throw new FileFault(
      `its text is UTF-8 with wrong bytes, the first in line ${firstWrong}. Save it as UTF-8`,
    );
}

/** Leaves out the last character, which may be cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let length = bytes.length - 1; length > bytes.length - 1 - longestCharacter; length--) {
    // The byte at this length begins a character: everything before it is whole.
    if (((bytes[length] ?? 0) & 0xc0) !== 0x80) return bytes.subarray(0, length);
  }
  return bytes;
}

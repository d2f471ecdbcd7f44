import { isUtf8 } from "node:buffer";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TextContent, TextTask } from "./convert-task.js";
import { FileFault } from "./file-fault.js";
import { readFile, utf8Length } from "./read-file.js";

/** Bytes at the start of a file that are examined to find its encoding. */
const examinedBytes = 8 * 1024 * 1024;

/** Maximum bytes of a UTF-8 character. The examined bytes may end within one. */
const longestCharacter = 4;

/** The first bytes of files that are not text. No text begins with them. */
const signatures: ReadonlyArray<readonly [bytes: string, kind: string, advice: string]> = [
  ["1f8b", "compressed with gzip", 'Add ".gz" to its name.'],
  ["28b52ffd", "compressed with zstd", 'Add ".zst" to its name.'],
  ["504b0304", "a ZIP archive, as workbooks are", "Name a workbook .xlsx, and unpack any other archive."],
  ["5041523115", "a Parquet file", "Name it .parquet."],
  ["d0cf11e0a1b11ae1", "a workbook of an old version of Excel", "Save it as .xlsx or as CSV."],
];

/**
 * Finds the encoding of a text file, and writes a copy in UTF-8 if it has another one. A gzip file with zero bytes
 * after a member is also copied, because the engine cannot read it.
 *
 * UTF-16 is recognised by its byte order mark or its NUL bytes. Text that is neither UTF-16 nor UTF-8 is read in the
 * encoding of the task.
 *
 * @param task - The file
 * @returns Whether the copy was written
 * @throws FileFault when the file is not text, its text does not match its encoding, the encoding is not supported, or
 * compressed data is damaged
 */
export async function convertText(task: TextTask): Promise<TextContent> {
  const { path, copy } = task;
  const { encoding, isPadded } = await examine(task);
  if (encoding === "utf-8" && !isPadded) return { isCopied: false, encoding };
  // A byte that is invalid in the encoding is an error. Replacing it would change the text.
  const decoder = new TextDecoderStream(encoding, { fatal: true });
  const bytes = encoding === windows1252 ? definedBytes(readFile(path)) : readFile(path);
  const decoded = Readable.toWeb(Readable.from(bytes)).pipeThrough(decoder);
  try {
    await pipeline(decoded, createWriteStream(copy));
  } catch (error) {
    await rm(copy, { force: true });
    if (!(error instanceof TypeError)) throw error;
    const isGiven = encoding === task.encoding;
    throw new FileFault(
      isGiven
        ? `its text is neither UTF-8 nor ${encoding.toUpperCase()}. Save it as UTF-8, or set the option \`encoding\` of the connector`
        : `its text is not ${encoding.toUpperCase()}, as its first bytes say`,
    );
  }
  return { isCopied: true, encoding };
}

const windows1252 = "windows-1252";

/**
 * Bytes that Windows-1252 leaves undefined. A decoder turns them into control characters. Most other encodings use
 * them.
 */
const undefinedBytes = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Passes bytes on, and throws a FileFault at a byte that Windows-1252 leaves undefined. */
async function* definedBytes(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let position = 0;
  for await (const piece of pieces) {
    for (const byte of undefinedBytes) {
      const index = piece.indexOf(byte);
      if (index === -1) continue;
      throw new FileFault(
        `its text is neither UTF-8 nor Windows-1252, which has no character 0x${byte.toString(16)} as in byte ${position + index}. Save it as UTF-8, or set the option \`encoding\` of the connector`,
      );
    }
    position += piece.length;
    yield piece;
  }
}

/** The facts that determine whether the engine can read a text file. */
interface Examined {
  readonly encoding: string;
  readonly isPadded: boolean;
}

async function examine({ path, isWhole, encoding, isStated }: TextTask): Promise<Examined> {
  const toEnd = isWhole && /\.(?:gz|zst)$/.test(path);
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
  const start = Buffer.concat(pieces);
  refuseBinary(start);
  const known = isStated ? markedEncoding(start) : knownEncoding(isAll ? start : wholeCharacters(start));
  return { encoding: known ?? encoding, isPadded };
}

/**
 * Refuses a file that has the name of a text file but is of another kind. Any byte is a character in a single-byte
 * encoding, so its bytes would be read as rows.
 */
function refuseBinary(start: Buffer): void {
  const shown = start.subarray(0, 8).toString("hex");
  const found = signatures.find(([bytes]) => shown.startsWith(bytes));
  if (found !== undefined) throw new FileFault(`it is not text but ${found[1]}`, found[2]);
}

/** Returns the encoding that the beginning of a text shows; `undefined` when it is neither UTF-8 nor UTF-16. */
function knownEncoding(start: Buffer): string | undefined {
  const marked = markedEncoding(start);
  if (marked !== undefined || isUtf8(start)) return marked ?? "utf-8";
  checkSingleBytes(start);
  return undefined;
}

/** Returns the encoding that a byte order mark or the NUL bytes of UTF-16 show. */
function markedEncoding(start: Buffer): string | undefined {
  const begins = (...bytes: readonly number[]): boolean =>
    bytes.every((byte, index) => start[index] === byte);
  if (begins(0xff, 0xfe, 0, 0) || begins(0, 0, 0xfe, 0xff))
    throw new FileFault("its text is UTF-32, which is not supported. Save it as UTF-8");
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
 * Checks that text which is not valid UTF-8 is in a single-byte encoding. If most of its non-ASCII characters are valid
 * UTF-8, it is UTF-8 with some invalid bytes, and decoding it differently would garble all of those characters.
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

/** Drops the last character, which may be incomplete. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let length = bytes.length - 1; length > bytes.length - 1 - longestCharacter; length--) {
    // The byte at this position begins a character, so everything before it is complete.
    if (((bytes[length] ?? 0) & 0xc0) !== 0x80) return bytes.subarray(0, length);
  }
  return bytes;
}

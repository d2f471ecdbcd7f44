import { Transform } from "node:stream";
import { TextDecoder } from "node:util";
import { crc32 } from "node:zlib";
import { type Entry, open, type ZipFile } from "yauzl";
import { FileFault } from "./file-fault.js";

/** Maximum total size of the unpacked members of a workbook, in bytes. */
const maxUnpackedBytes = 2 ** 30;

/** The members of a ZIP file, unpacked as they are read. */
export class ZipMembers {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpackedBytes = 0;

  /**
   * Use {@link ZipMembers.open} instead.
   *
   * @param zip - The open file
   * @param entries - Its members by name
   */
  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * Opens a ZIP file.
   *
   * @param path - The file
   * @returns Its members; the caller must close them
   * @throws FileFault when it is not a ZIP file
   */
  static async open(path: string): Promise<ZipMembers> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      open(path, { autoClose: false, lazyEntries: true }, (error, opened) =>
        error === null ? resolve(opened) : reject(zipError(error)),
      );
    });
    const entries = await new Promise<ReadonlyMap<string, Entry>>((resolve, reject) => {
      const found = new Map<string, Entry>();
      zip.on("entry", (entry: Entry) => {
        found.set(entry.fileName.toLowerCase(), entry);
        zip.readEntry();
      });
      zip.on("end", () => resolve(found));
      zip.on("error", (error: Error) => reject(zipError(error)));
      zip.readEntry();
    });
    return new ZipMembers(zip, entries);
  }

  /**
   * Returns whether a member exists.
   *
   * @param name - Its name; case-insensitive
   */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /**
   * Reads a member that is XML.
   *
   * @param name - Its name
   * @returns Pieces of the text
   * @throws FileFault when it is missing or damaged, is not in its declared encoding, or exceeds the maximum unpacked
   * size
   */
  async *read(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw new FileFault(`it is not a workbook: "${name}" is missing`);
    // The library fails on a member that unpacks to more than its declared size.
    this.#unpackedBytes += entry.uncompressedSize;
    if (this.#unpackedBytes > maxUnpackedBytes) {
      throw new FileFault(
        `it unpacks to more than ${maxUnpackedBytes / 2 ** 20} MiB, save its sheets as CSV instead`,
      );
    }
    const packed = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) =>
        error === null ? resolve(stream) : reject(zipError(error)),
      );
    });
    const checked = checkSum(entry);
    packed.on("error", (error: Error) => checked.destroy(zipError(error)));
    // A transform of bytes yields bytes.
    yield* decodeXml(packed.pipe(checked) as AsyncIterable<Buffer>, entry.fileName);
  }

  /** Closes the file. */
  close(): void {
    this.#zip.close();
  }
}

/**
 * Decodes XML in the encoding that its beginning shows.
 *
 * @see https://www.w3.org/TR/xml/#sec-guessing
 */
async function* decodeXml(pieces: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const piece of pieces) {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
      yield decoder.decode(piece, { stream: true });
    }
    yield decoder?.decode() ?? "";
  } catch (error) {
    if (error instanceof RangeError) throw new FileFault(`"${name}" in it has an encoding that is not known`);
    if (!(error instanceof TypeError)) throw error;
    throw new FileFault(`"${name}" in it is not ${decoder?.encoding.toUpperCase()} text`);
  }
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(
    start.subarray(0, 200).toString("latin1"),
  )?.[1];
  // Without a byte order mark, text that is readable as ASCII is not UTF-16, whatever it declares.
  return declared === undefined || /^utf-?16/i.test(declared) ? "utf-8" : declared;
}

/** Verifies the checksum, which the library does not do. */
function checkSum({ crc32: expected, fileName }: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      sum = crc32(piece, sum);
      done(null, piece);
    },
    flush: (done) => {
      done(sum === expected ? null : new FileFault(`"${fileName}" in it is damaged: its checksum is wrong`));
    },
  });
}

/** Converts an error of the library. Errors caused by the content of the file have no code, or a code of `zlib`. */
function zipError(error: Error & { readonly code?: string }): Error {
  if (error instanceof FileFault) return error;
  const isMachine = error.code !== undefined && !error.code.startsWith("Z_");
  return isMachine ? error : new FileFault(`it cannot be unpacked: ${error.message}`);
}

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js";
import { damaged, encrypted } from "./file-fault.js";

/** Bytes read at a time. */
const windowSize = 2 ** 18;

/** Bytes read in the first attempt to parse a header. */
const firstHeaderSize = 2 ** 12;

/** Maximum bytes of a page header. It holds statistics, whose values can be long. */
const maxHeaderSize = 2 ** 24;

/** Bytes by which old writers understate the size of a column chunk. */
const chunkSlack = 100;

/** Bytes at the end of a file: the size of the footer and the magic number. */
const tailSize = 8;

/** The pages of one column in one row group. */
interface ColumnChunk {
  readonly column: string;
  readonly start: number;
  readonly end: number;
  readonly values: number;
}

/**
 * Verifies the checksum of every page of a Parquet file that has one. The engine verifies none. Pages without a
 * checksum pass, because nothing in the file shows what they should hold.
 *
 * @param path - The file
 * @throws FileFault when a page is damaged
 * @see https://parquet.apache.org/docs/file-format/data-pages/checksumming/
 */
export function checkPages(path: string): void {
  const file = new FileWindow(path);
  try {
    for (const chunk of columnChunks(file)) checkChunk(file, chunk);
  } finally {
    file.close();
  }
}

function checkChunk(file: FileWindow, { column, start, end, values }: ColumnChunk): void {
  let left = values;
  for (let position = start; left > 0 && position < end; ) {
    const { struct: page, end: body } = Struct.read(
      file,
      position,
      `header of a page of the column "${column}"`,
    );
    const size = page.number(3);
    if (page.has(4) && checksumOf(file, body, size) !== page.number(4) >>> 0)
      throw damaged(`incorrect checksum of a page of the column "${column}"`);
    // Header of a data page, version 1 or 2.
    const data = page.struct(5) ?? page.struct(8);
    left -= data?.number(1) ?? 0;
    position = body + size;
  }
}

function checksumOf(file: FileWindow, start: number, size: number): number {
  let sum = 0;
  for (let position = start; position < start + size; position += windowSize)
    sum = crc32(file.bytes(position, Math.min(windowSize, start + size - position)), sum);
  return sum;
}

/** Number of the member of a footer that files with encrypted columns have. */
const encryptionAlgorithm = 8;

function columnChunks(file: FileWindow): readonly ColumnChunk[] {
  const size = file.bytes(file.size - tailSize, tailSize).readUInt32LE(0);
  const { struct } = Struct.read(file, file.size - tailSize - size, "footer");
  if (struct.has(encryptionAlgorithm)) throw encrypted();
  return struct
    .structs(4)
    .flatMap((group) => group.structs(1))
    .flatMap((chunk) => {
      const column = chunk.struct(3);
      const isElsewhere = chunk.has(1);
      if (column === undefined || isElsewhere) return [];
      // Some writers write an offset of zero instead of omitting it.
      const dictionary = column.has(11) ? column.number(11) : 0;
      const start = dictionary > 0 ? Math.min(dictionary, column.number(9)) : column.number(9);
      const end = start + column.number(7) + chunkSlack;
      return [{ column: column.texts(3).join("."), start, end, values: column.number(5) }];
    });
}

/** A Thrift struct. Its members are named by numbers, as in the format. */
class Struct {
  readonly #members: Readonly<Record<string, unknown>>;

  constructor(members: Readonly<Record<string, unknown>>) {
    this.#members = members;
  }

  /** Reads the struct that starts at a position, and returns it with its end. */
  static read(
    file: FileWindow,
    start: number,
    what: string,
  ): { readonly struct: Struct; readonly end: number } {
    for (let size = firstHeaderSize; ; size *= 8) {
      const bytes = file.bytes(start, size);
      const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
      try {
        const struct = new Struct(deserializeTCompactProtocol(reader));
        return { struct, end: start + reader.offset };
      } catch {
        // The struct may continue after the bytes that were read.
        if (bytes.length < size || size >= maxHeaderSize) throw damaged(`incorrect ${what}`);
      }
    }
  }

  has(id: number): boolean {
    return this.#member(id) !== undefined;
  }

  number(id: number): number {
    const value = this.#member(id);
    if (typeof value === "number" || typeof value === "bigint") return Number(value);
    throw damaged("a number is missing");
  }

  struct(id: number): Struct | undefined {
    return asStruct(this.#member(id));
  }

  structs(id: number): readonly Struct[] {
    return this.#list(id).flatMap((value) => asStruct(value) ?? []);
  }

  texts(id: number): readonly string[] {
    return this.#list(id).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : ""));
  }

  #list(id: number): readonly unknown[] {
    const value = this.#member(id);
    return Array.isArray(value) ? value : [];
  }

  #member(id: number): unknown {
    return this.#members[`field_${id}`];
  }
}

function asStruct(value: unknown): Struct | undefined {
  // An object that is not a list is a struct, whose members have names.
  return typeof value === "object" && value !== null
    ? new Struct(value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Reads consecutive parts of a file. Its reads block, so it must run in a worker thread. */
class FileWindow {
  readonly size: number;
  readonly #file: number;
  #buffer = Buffer.alloc(windowSize);
  #bytes = this.#buffer.subarray(0, 0);
  #start = 0;

  constructor(path: string) {
    this.#file = openSync(path, "r");
    this.size = fstatSync(this.#file).size;
  }

  /** Returns bytes of the file, fewer at its end. They are valid until the next call. */
  bytes(position: number, wanted: number): Buffer {
    if (!(position >= 0 && position <= this.size && wanted >= 0))
      throw damaged("a position outside of the file");
    const length = Math.min(wanted, this.size - position);
    const from = position - this.#start;
    if (from < 0 || from + length > this.#bytes.length) {
      if (length > this.#buffer.length) this.#buffer = Buffer.alloc(length);
      this.#bytes = this.#buffer.subarray(
        0,
        readSync(this.#file, this.#buffer, 0, this.#buffer.length, position),
      );
      this.#start = position;
      return this.#bytes.subarray(0, length);
    }
    return this.#bytes.subarray(from, from + length);
  }

  close(): void {
    closeSync(this.#file);
  }
}

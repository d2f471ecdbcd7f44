import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js";

/** Number of rows that a sample has at least, if the file has as many. */
const minRows = 10_000;

/** Bytes at the end of a file: the size of the footer and the magic number. */
const tailSize = 8;
const magic = "PAR1";

/** Bytes by which old writers understate the size of a column chunk. */
const chunkSlack = 100;

/** The beginning of a Parquet file that can be read like a whole one. */
export interface ParquetSample {
  /** Number of bytes of the file that come before the footer. */
  readonly dataEnd: number;
  /** The new footer, with its size and the magic number. */
  readonly footer: Uint8Array;
}

/**
 * Returns the size of the footer of a Parquet file, with the eight bytes after it.
 *
 * @param tail - The last bytes of the file, at least eight
 * @returns The size; `undefined` when the file does not end like one with a plain footer
 */
export function footerSize(tail: Buffer): number | undefined {
  if (tail.length < tailSize || tail.toString("latin1", tail.length - 4) !== magic) return undefined;
  return tail.readUInt32LE(tail.length - tailSize) + tailSize;
}

/**
 * Makes a footer that has only the first row groups of a Parquet file, so that their rows can be read without the others.
 * The bytes of everything that is kept are unchanged.
 *
 * @param tail - The footer of the file, with the eight bytes after it
 * @returns The sample; `undefined` when there is nothing to leave out, or the footer is not as expected
 * @see https://parquet.apache.org/docs/file-format/metadata/
 */
export function parquetSample(tail: Buffer): ParquetSample | undefined {
  try {
    return shorten(tail.subarray(0, -tailSize));
  } catch (error) {
    // The end of a damaged footer is a RangeError. The engine explains the fault when it reads the whole file.
    if (error instanceof RangeError || error instanceof UnexpectedFooter) return undefined;
    throw error;
  }
}

/** Thrown when a footer has other members than expected, or in another order. */
class UnexpectedFooter extends Error {}

function shorten(footer: Buffer): ParquetSample | undefined {
  const reader = new FooterReader(footer);
  reader.expectNext(wireTypes.i32);
  reader.integer();
  reader.expectNext(wireTypes.list);
  for (let left = reader.listOfStructs(); left > 0; left--) reader.struct();
  reader.expectNext(wireTypes.i64);
  const rowsStart = reader.offset;
  reader.integer();
  const rowsEnd = reader.offset;
  reader.expectNext(wireTypes.list);
  const listStart = reader.offset;
  const count = reader.listOfStructs();
  const groupsStart = reader.offset;
  let [groups, rows, dataEnd] = [0, 0, 0];
  while (groups < count && rows < minRows) {
    const group = reader.struct();
    rows += numberOf(group, 3);
    dataEnd = Math.max(dataEnd, ...membersOf(group, 1).map(chunkEnd));
    groups++;
  }
  const groupsEnd = reader.offset;
  if (groups === count) return undefined;
  for (let left = count - groups; left > 0; left--) reader.struct();
  const parts = [
    footer.subarray(0, rowsStart),
    zigzag(rows),
    footer.subarray(rowsEnd, listStart),
    listHeader(groups),
    footer.subarray(groupsStart, groupsEnd),
    footer.subarray(reader.offset),
  ];
  const size = Buffer.alloc(4);
  size.writeUInt32LE(parts.reduce((sum, { length }) => sum + length, 0));
  return { dataEnd, footer: Buffer.concat([...parts, size, Buffer.from(magic)]) };
}

/** Returns where the bytes of a column chunk end. */
function chunkEnd(chunk: Members): number {
  const column = chunk["field_3"];
  if (!isMembers(column) || chunk["field_1"] !== undefined) throw new UnexpectedFooter();
  const dictionary = column["field_11"] === undefined ? 0 : numberOf(column, 11);
  const data = numberOf(column, 9);
  // Some writers write an offset of zero instead of omitting it.
  return (dictionary > 0 ? Math.min(dictionary, data) : data) + numberOf(column, 7) + chunkSlack;
}

/** Members of a struct by `field_` and their number. */
type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function numberOf(members: Members, id: number): number {
  const value = members[`field_${id}`];
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 0) throw new UnexpectedFooter();
  return number;
}

function membersOf(members: Members, id: number): readonly Members[] {
  const value = members[`field_${id}`];
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMembers)) throw new UnexpectedFooter();
  return value;
}

/** Types of members in the compact protocol of Thrift. */
const wireTypes = { i32: 5, i64: 6, list: 9, struct: 12 };

/** Reads the members of a footer in turn. */
class FooterReader {
  readonly #bytes: Buffer;
  offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads the header of a member whose number is one more than that of the last; the first one is 1. */
  expectNext(type: number): void {
    if (this.#bytes.readUInt8(this.offset++) !== 16 + type) throw new UnexpectedFooter();
  }

  /** Skips an integer. */
  integer(): void {
    while (this.#bytes.readUInt8(this.offset++) > 127);
  }

  /** Reads the header of a list, and returns the number of its structs. */
  listOfStructs(): number {
    const header = this.#bytes.readUInt8(this.offset++);
    if (header % 16 !== wireTypes.struct) throw new UnexpectedFooter();
    if (header < 240) return Math.floor(header / 16);
    let [count, factor] = [0, 1];
    for (;;) {
      const byte = this.#bytes.readUInt8(this.offset++);
      count += (byte % 128) * factor;
      factor *= 128;
      if (byte < 128) return count;
    }
  }

  /** Reads a struct. */
  struct(): Members {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    const reader = { view: new DataView(buffer, byteOffset, byteLength), offset: this.offset };
    let members: unknown;
    try {
      members = deserializeTCompactProtocol(reader);
    } catch (error) {
      throw new UnexpectedFooter("a struct cannot be read", { cause: error });
    }
    this.offset = reader.offset;
    if (!isMembers(members) || this.offset > byteLength) throw new UnexpectedFooter();
    return members;
  }
}

function zigzag(value: number): Buffer {
  return varint(value * 2);
}

function listHeader(count: number): Buffer {
  return count < 15
    ? Buffer.from([count * 16 + wireTypes.struct])
    : Buffer.concat([Buffer.from([240 + wireTypes.struct]), varint(count)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push(128 + (left % 128));
  return Buffer.from([...bytes, left]);
}

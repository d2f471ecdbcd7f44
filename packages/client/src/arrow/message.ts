import { ByteBuffer } from "flatbuffers";

const continuation = 0xffff_ffff;
const prologueBytes = 8;
/** Values of the union `MessageHeader`. */
const headers = { 1: "schema", 2: "dictionary", 3: "batch" } as const;

/** What the metadata of a message says. */
export interface MessageFacts {
  readonly kind: "schema" | "dictionary" | "batch";
  /** Size of the body after the metadata. */
  readonly bodyBytes: number;
  /** Number of rows of a record batch. */
  readonly rows: number;
  readonly metadata: ReadonlyMap<string, string>;
}

/**
 * Reads the head of a message.
 *
 * @param bytes - Bytes from the beginning of the message on
 * @returns Size of the metadata, 0 for the end of the stream; `undefined` when there are too few bytes
 * @throws RangeError when they are not those of a message
 * @see https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format
 */
export function metadataSize(bytes: Uint8Array): number | undefined {
  if (bytes.length < prologueBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, prologueBytes);
  const size = view.getInt32(4, true);
  if (view.getUint32(0, true) !== continuation || size < 0)
    throw new RangeError("the bytes are not those of an Arrow stream");
  return size;
}

/**
 * Reads the metadata of a message.
 *
 * @param metadata - The metadata
 * @returns What it says
 * @throws RangeError when it is not that of a message of a stream
 * @see https://github.com/apache/arrow/blob/main/format/Message.fbs
 */
export function readMetadata(metadata: Uint8Array): MessageFacts {
  const buffer = new ByteBuffer(metadata);
  const message = buffer.readInt32(0);
  const kindAt = buffer.__offset(message, slot(1));
  const number = kindAt === 0 ? 0 : buffer.readUint8(message + kindAt);
  const kind = number === 1 || number === 2 || number === 3 ? headers[number] : undefined;
  if (kind === undefined) throw new RangeError("the stream has a message of an unknown kind");
  const headerAt = buffer.__offset(message, slot(2));
  const header = buffer.__indirect(message + headerAt);
  return {
    kind,
    bodyBytes: readLong(buffer, message, 3),
    rows: kind === "batch" ? readLong(buffer, header, 0) : 0,
    metadata: readPairs(buffer, message),
  };
}

/** Position of a member in the table of positions that a FlatBuffers table has. */
function slot(index: number): number {
  return 4 + 2 * index;
}

function readLong(buffer: ByteBuffer, table: number, index: number): number {
  const at = buffer.__offset(table, slot(index));
  const value = at === 0 ? 0 : Number(buffer.readInt64(table + at));
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("a size in the stream is not valid");
  return value;
}

function readPairs(buffer: ByteBuffer, message: number): ReadonlyMap<string, string> {
  const at = buffer.__offset(message, slot(4));
  if (at === 0) return new Map();
  const start = buffer.__vector(message + at);
  const length = buffer.__vector_len(message + at);
  return new Map(
    Array.from({ length }, (_unused, index) => {
      const pair = buffer.__indirect(start + index * 4);
      return [readText(buffer, pair, 0), readText(buffer, pair, 1)];
    }),
  );
}

function readText(buffer: ByteBuffer, table: number, index: number): string {
  const at = buffer.__offset(table, slot(index));
  return at === 0 ? "" : String(buffer.__string(table + at));
}

import {
  type Data,
  type DataType,
  Field,
  Message,
  makeData,
  Null,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
} from "apache-arrow";

/** A column of record batches. */
export interface WrittenColumn {
  readonly name: string;
  /** Its values in each record batch, with one type. */
  readonly data: readonly Data<DataType>[];
  /** Metadata of its field. Default: none. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The message of a record batch. */
export interface WrittenBatch {
  readonly rows: number;
  readonly message: Uint8Array;
}

/** The messages of an Arrow stream, as `@wellhead/client` reads them. */
export interface WrittenArrow extends AsyncIterable<WrittenBatch> {
  readonly schema: Uint8Array;
  readonly batches: readonly WrittenBatch[];
}

/**
 * Writes an Arrow stream with the library `apache-arrow`.
 *
 * @param columns - Its columns, at least one, with as many batches each
 * @returns Its messages
 */
export function writeArrow(columns: readonly WrittenColumn[]): WrittenArrow {
  const [first] = columns;
  const fields = columns.map(
    ({ name, data, metadata = {} }) =>
      new Field(name, data[0]?.type ?? new Null(), true, new Map(Object.entries(metadata))),
  );
  const schema = new Schema(fields);
  const writer = new RecordBatchStreamWriter();
  const lengths = (first?.data ?? []).map(({ length }) => length);
  writer.reset(undefined, schema);
  for (const [index, length] of lengths.entries()) {
    const children = columns.flatMap(({ data }) => data[index] ?? []);
    writer.write(
      new RecordBatch(schema, makeData({ type: new Struct(fields), length, nullCount: 0, children })),
    );
  }
  const [head = new Uint8Array(), ...messages] = messagesOf(writer.finish().toUint8Array(true));
  const batches = messages.map((message, index) => ({ rows: lengths[index] ?? 0, message }));
  return {
    schema: head,
    batches,
    async *[Symbol.asyncIterator]() {
      await Promise.resolve();
      yield* batches;
    },
  };
}

/** Splits a stream into messages: a marker, the length of the metadata, the metadata, the body. */
function messagesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const messages: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at < bytes.length; ) {
    const size = view.getInt32(at + 4, true);
    if (size === 0) break;
    const end = at + 8 + size;
    const { bodyLength } = Message.decode(bytes.subarray(at + 8, end));
    messages.push(bytes.slice(at, end + bodyLength));
    at = end + bodyLength;
  }
  return messages;
}

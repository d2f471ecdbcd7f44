import { arrowMetadata } from "@wellhead/contract";
import type { Exchange } from "../../exchange/exchange.js";
import { type ArrowColumn, columnOf, metadataOf } from "./arrow-schema.js";
import { ArrowFault, FlatTable } from "./flat-table.js";
import { type ArrowValue, readValues } from "./read-values.js";

// Libraries of Arrow read what they can: most accept a stream without an end marker as complete. The judge must see such
// faults, and every digit and nanosecond. It needs no other package, and shares no mistakes with the service it judges.

/** What a response as an Arrow stream has, as far as it was read. */
export interface ReadArrow {
  readonly columns: readonly ArrowColumn[];
  /** Values of the columns, by row. */
  readonly rows: readonly (readonly ArrowValue[])[];
  /** Whether the end marker of the format came. */
  readonly ended: boolean;
  /** Why the rows ended early, if the connector said so. */
  readonly error: string | undefined;
}

const continuation = 0xffffffff;
const schemaHeader = 1;
const dictionaryHeader = 2;
const batchHeader = 3;

/** A message of a stream. */
interface ArrowMessage {
  readonly header: number;
  readonly table: FlatTable;
  readonly body: DataView;
  readonly metadata: ReadonlyMap<string, string>;
}

/**
 * Reads the body of a response as an Arrow stream. It shares no code with the service that wrote it, and no library.
 *
 * @param exchange - The response
 * @returns The columns and rows; an incomplete message at the end is left out
 * @throws ArrowFault when it is not an Arrow stream
 * @see https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format
 */
export function readArrow(exchange: Exchange): ReadArrow {
  // Its marker is no UTF-8, so that the text has one character for each byte.
  const bytes = Buffer.from(exchange.text, exchange.utf8 ? "utf8" : "latin1");
  const rows: (readonly ArrowValue[])[] = [];
  const dictionaries = new Map<number, readonly ArrowValue[]>();
  let columns: readonly ArrowColumn[] | undefined;
  let error: string | undefined;
  const messages = messagesOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  let ended = false;
  try {
    for (let next = messages.next(); ; next = messages.next()) {
      if (next.done === true) {
        ended = next.value;
        break;
      }
      const { header, table, body, metadata } = next.value;
      if (header === schemaHeader) columns = table.tables(1).map((field) => columnOf(field));
      else if (columns === undefined) throw new ArrowFault("its first message is not a schema");
      else if (header === dictionaryHeader) readDictionary(columns, { table, body, dictionaries });
      else if (header === batchHeader) rows.push(...readBatch(columns, { table, body, dictionaries }));
      error ??= metadata.get(arrowMetadata.error);
    }
  } catch (error_) {
    // Reads outside of the bytes, and bytes that are not UTF-8.
    if (error_ instanceof RangeError || error_ instanceof TypeError)
      throw new ArrowFault("a message refers to bytes that it does not have, or has text that is not UTF-8");
    throw error_;
  }
  if (columns === undefined) throw new ArrowFault("it has no schema");
  return { columns, rows, ended, error };
}

/** Splits a stream into messages. The return value is whether the end marker came. */
function* messagesOf(view: DataView): Generator<ArrowMessage, boolean, undefined> {
  let start = 0;
  while (start + 8 <= view.byteLength) {
    if (view.getUint32(start, true) !== continuation)
      throw new ArrowFault(`byte ${start} does not begin a message`);
    const size = view.getInt32(start + 4, true);
    if (size === 0) {
      if (start + 8 !== view.byteLength) throw new ArrowFault("bytes follow its end marker");
      return true;
    }
    const bodyStart = start + 8 + size;
    if (size < 0 || size % 8 !== 0) throw new ArrowFault(`a message has metadata of ${size} bytes`);
    if (bodyStart > view.byteLength) return false;
    const message = FlatTable.root(new DataView(view.buffer, view.byteOffset + start + 8, size));
    const end = bodyStart + message.long(3);
    if (end > view.byteLength) return false;
    const table = message.table(2);
    if (table === undefined) throw new ArrowFault("a message has no header");
    yield {
      header: message.number(1, 8),
      table,
      body: new DataView(view.buffer, view.byteOffset + bodyStart, end - bodyStart),
      metadata: metadataOf(message, 4),
    };
    start = end;
  }
  return false;
}

interface BatchMessage {
  readonly table: FlatTable;
  readonly body: DataView;
  readonly dictionaries: Map<number, readonly ArrowValue[]>;
}

function readBatch(columns: readonly ArrowColumn[], { table, body, dictionaries }: BatchMessage) {
  if (table.table(3) !== undefined) throw new ArrowFault("a record batch is compressed");
  const parts = {
    nodes: [...table.pairs(1)],
    buffers: table.pairs(2).map(([offset, length]) => {
      if (offset % 8 !== 0) throw new ArrowFault(`a buffer begins at byte ${offset}, which is not aligned`);
      return new DataView(body.buffer, body.byteOffset + offset, length);
    }),
    dictionaries,
  };
  const values = columns.map((column) => readValues(column, parts));
  const length = table.long(0);
  const odd = columns.find((_column, index) => values[index]?.length !== length);
  if (odd !== undefined) throw new ArrowFault(`the column "${odd.name}" does not have the ${length} rows`);
  return Array.from({ length }, (_unused, row) => values.map((column) => column[row] ?? null));
}

function readDictionary(columns: readonly ArrowColumn[], { table, body, dictionaries }: BatchMessage): void {
  const id = table.long(0);
  const batch = table.table(1);
  const column = withDictionary(columns, id);
  if (batch === undefined || column === undefined)
    throw new ArrowFault(`the dictionary ${id} belongs to no column`);
  const plain = [{ ...column, dictionary: undefined }];
  const values = readBatch(plain, { table: batch, body, dictionaries }).map(([value = null]) => value);
  const isDelta = table.number(2, 8) !== 0;
  dictionaries.set(id, isDelta ? [...(dictionaries.get(id) ?? []), ...values] : values);
}

function withDictionary(columns: readonly ArrowColumn[], id: number): ArrowColumn | undefined {
  for (const column of columns) {
    const found = column.dictionary?.id === id ? column : withDictionary(column.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

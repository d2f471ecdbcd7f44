import type { ArrowType } from "@wellhead/rows";
import { isArrowTypeDeclared, withoutShared } from "@wellhead/rows";
import {
  type ArrowRowsOptions,
  type Columns,
  ConnectorError,
  type EncodedBatch,
  type EncodedRows,
  type Row,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { Frame } from "../row-stream.js";
import { type BatchReader, checkEncodedBatch, SourceReader } from "../rows/batch-reader.js";
import { EncodedLines } from "../rows/encoded-lines.js";
import { arrowField } from "./arrow-fields.js";
import { ArrowReader } from "./arrow-reader.js";
import type { ArrowFormat, OpenRowsOptions } from "./open-rows-options.js";
import { checkRow } from "./row-writers.js";

/** Number of encoded rows that decide the types of columns, and of the bytes before which the last of them must begin. */
const decidingRows = 1000;
const decidingBytes = 2 ** 20;
/** The same of objects: about a page of an API. All rows of the batch with the last of them count. */
const decidingObjects = 100;

const lineFeed = Buffer.from("\n");

/** Rows of which none has been encoded. */
export interface OpenedArrow {
  readonly frame: Frame;
  readonly reader: BatchReader<EncodedBatch>;
}

/** Options of {@link openRows}, for Arrow. */
export interface OpenArrowOptions extends OpenRowsOptions {
  readonly format: ArrowFormat;
}

/**
 * Starts to write rows that the source has encoded itself: its record batches, or its JSON.
 *
 * @param rows - What the source returned
 * @param options - Format and limits
 * @returns The frame and the record batches
 * @throws ConnectorError when there are no columns, or two have the same name, and whatever the source throws
 */
export async function openArrowOfEncoded(rows: EncodedRows, options: OpenArrowOptions): Promise<OpenedArrow> {
  const { columns, arrow } = rows;
  checkNames(columns);
  const declared = (await options.columns()) ?? {};
  if (arrow?.encode !== undefined) {
    return openBatches(rows, { ...options, declared, types: arrow.types, batches: arrow.encode() });
  }
  const batches = rows.encode({ format: "json", separator: "\n", keepsNotFinite: true });
  const source = new SourceReader({ ...options, batches, check: checkEncodedBatch });
  try {
    const head = await source.next();
    const types = arrow && typesOf(arrow.types);
    const isDecided = columns.every(
      (name, index) => types?.[index] !== undefined || isArrowTypeDeclared(ownMember(declared, name)),
    );
    const first = head === undefined || isDecided ? head : await withDecidingRows(head, source);
    const deciding =
      first === undefined || isDecided ? undefined : [...decidingRowsOf(EncodedLines.of(first, columns))];
    const fields = columns.map((name, index) =>
      arrowField({
        name,
        declared: ownMember(declared, name),
        type: types?.[index],
        values: deciding?.map((row) => row[name]),
      }),
    );
    const frame = options.format.frame(fields);
    return { frame, reader: new ArrowReader(source, { fields, shared: frame.separator, first }) };
  } catch (error) {
    source.stop();
    throw error;
  }
}

/** Reads on until the batch has the rows that decide the types, so that these do not depend on how fast they arrive. */
async function withDecidingRows(
  head: EncodedBatch,
  source: BatchReader<EncodedBatch>,
): Promise<EncodedBatch> {
  const parts: Buffer[] = [];
  let [rows, bytes] = [0, 0];
  for (let batch: EncodedBatch | undefined = head; batch !== undefined; batch = await source.next()) {
    // The source may need the batch for its next rows.
    parts.push(...(parts.length > 0 ? [lineFeed] : []), Buffer.from(batch.bytes));
    rows += batch.rows;
    bytes += batch.bytes.length;
    batch.release?.();
    if (rows >= decidingRows || bytes >= decidingBytes) break;
  }
  return { bytes: Buffer.concat(parts), rows };
}

function* decidingRowsOf(lines: EncodedLines): Generator<Row> {
  for (let index = 0; index < Math.min(lines.length, decidingRows); index += 1) {
    if (lines.startOf(index) >= decidingBytes) break;
    yield lines.row(index);
  }
}

interface OpenBatchesOptions extends OpenArrowOptions {
  readonly declared: Columns;
  readonly types: ArrowRowsOptions["types"];
  readonly batches: AsyncIterable<EncodedBatch>;
}

async function openBatches({ columns }: EncodedRows, options: OpenBatchesOptions): Promise<OpenedArrow> {
  const { declared, format } = options;
  const source = new SourceReader({ ...options, check: checkEncodedBatch });
  try {
    const first = await source.next();
    const types = typesOf(options.types);
    const fields = columns.map((name, index) =>
      arrowField({ name, declared: ownMember(declared, name), type: types[index] }),
    );
    const frame = format.frame(fields);
    return { frame, reader: new BatchesAfterFirst(source, { first, shared: frame.separator }) };
  } catch (error) {
    source.stop();
    throw error;
  }
}

function typesOf(types: ArrowRowsOptions["types"]): readonly ArrowType[] {
  return typeof types === "function" ? types() : types;
}

/** Reads record batches without the bytes that were sent with the message before. */
class BatchesAfterFirst implements BatchReader<EncodedBatch> {
  readonly #reader: BatchReader<EncodedBatch>;
  readonly #shared: Uint8Array;
  #first: EncodedBatch | undefined;

  constructor(
    reader: BatchReader<EncodedBatch>,
    { first, shared }: { readonly first: EncodedBatch | undefined; readonly shared: Uint8Array },
  ) {
    this.#reader = reader;
    this.#shared = shared;
    this.#first = first;
  }

  async next(): Promise<EncodedBatch | undefined> {
    const batch = this.#first ?? (await this.#reader.next());
    this.#first = undefined;
    return batch && { ...batch, bytes: withoutShared(batch.bytes, this.#shared) };
  }

  stop(): void {
    this.#reader.stop();
  }
}

/**
 * Starts to write rows that are objects.
 *
 * @param reader - The rows
 * @param options - Format and limits
 * @returns The frame and the record batches
 * @throws ConnectorError when there are no columns, and whatever the source throws
 */
export async function openArrowOfObjects(
  reader: BatchReader<readonly Row[]>,
  options: OpenArrowOptions,
): Promise<OpenedArrow> {
  const { format } = options;
  const checked = new CheckedRows(reader, format.reservedKey);
  try {
    const head = await checked.next();
    const declared = (await options.columns()) ?? {};
    const isDecided = Object.keys(declared).length > 0 && Object.values(declared).every(isArrowTypeDeclared);
    const first = head === undefined || isDecided ? head : await withDecidingObjects(head, checked);
    const names = new Set(Object.keys(declared));
    for (const row of first ?? []) for (const name of Object.keys(row)) names.add(name);
    checkNames([...names]);
    const fields = [...names].map((name) =>
      arrowField({
        name,
        declared: ownMember(declared, name),
        values: first?.map((row) => ownMember(row, name)),
      }),
    );
    const frame = format.frame(fields);
    return { frame, reader: new ArrowReader(checked, { fields, shared: frame.separator, first }) };
  } catch (error) {
    reader.stop();
    throw error;
  }
}

/** Reads on until there are the rows that decide the types. */
async function withDecidingObjects(
  head: readonly Row[],
  reader: BatchReader<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = [...head];
  while (rows.length < decidingObjects) {
    const batch = await reader.next();
    if (batch === undefined) break;
    rows.push(...batch);
  }
  return rows;
}

/** Checks rows as they are for JSON. */
class CheckedRows implements BatchReader<readonly Row[]> {
  readonly #reader: BatchReader<readonly Row[]>;
  readonly #reservedKey: string;

  constructor(reader: BatchReader<readonly Row[]>, reservedKey: string) {
    this.#reader = reader;
    this.#reservedKey = reservedKey;
  }

  async next(): Promise<readonly Row[] | undefined> {
    const batch = await this.#reader.next();
    return batch && Array.from(batch, (row) => checkRow(row, this.#reservedKey));
  }

  stop(): void {
    this.#reader.stop();
  }
}

function ownMember<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function checkNames(names: readonly string[]): void {
  if (names.length === 0) {
    throw new ConnectorError(
      "malformed_request",
      "Could not write the rows as Arrow: the source has no columns. Request JSON or NDJSON.",
    );
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw upstreamInvalid(
      `Could not write the rows as Arrow: two columns are named "${repeated}". Rename one of them, or request JSON or NDJSON.`,
    );
}

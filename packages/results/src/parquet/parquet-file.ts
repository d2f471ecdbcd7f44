import { Buffer } from "node:buffer";
import { ThriftWriter } from "./thrift-writer.js";

/** Physical types of a Parquet file. */
export const physicalTypes = {
  boolean: 0,
  int32: 1,
  int64: 2,
  float: 4,
  double: 5,
  bytes: 6,
  fixed: 7,
} as const;

/** How the values of a page are encoded. */
export const encodings = { plain: 0, rle: 3, deltaLength: 6 } as const;

/** What the integers of a column are. */
export const convertedTypes = { utf8: 0, decimal: 5, date: 6, unsigned: 14 } as const;

/** The type of a column, which is written when all of its values are. */
export interface ParquetType {
  /** One of {@link physicalTypes}. */
  readonly physical: number;
  /** Number of bytes of a value of the physical type `fixed`. */
  readonly length?: number;
  /** One of {@link convertedTypes}. */
  readonly converted?: number;
  readonly precision?: number;
  readonly scale?: number;
  /** Whether they are times, with or without a zone, in this unit. */
  readonly timestamp?: { readonly isInstant: boolean; readonly unit: "ms" | "us" | "ns" };
}

/** Values of a column in some rows. */
export interface ParquetPage {
  readonly rows: number;
  /** One of {@link encodings}. */
  readonly encoding: number;
  /** The levels, which say which values are null, and the values. They must not change before they are written. */
  readonly pieces: readonly Uint8Array[];
}

/** Where the bytes of a file go. */
export interface ByteSink {
  /** Appends bytes, which must not change afterwards. */
  add(bytes: Uint8Array): Promise<void>;
}

interface Chunk {
  readonly offset: number;
  readonly bytes: number;
  readonly encodings: readonly number[];
}

interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly Chunk[];
}

const magic = Buffer.from("PAR1");

/** Rows and bytes after which a row group is written. The engine reads row groups of this size on all of its threads. */
const groupRows = 122_880;
const groupBytes = 2 ** 24;

/**
 * Writes columns to a Parquet file for the engine, without compression. The pages of a column are those that it gets.
 *
 * @see https://github.com/apache/parquet-format
 */
export class ParquetFile {
  readonly #sink: ByteSink;
  readonly #pages: ParquetPage[][];
  readonly #groups: RowGroup[] = [];
  #position = 0;
  #rows = 0;
  #pendingRows = 0;
  #pendingBytes = 0;

  /**
   * Begins a file.
   *
   * @param sink - Where its bytes go
   * @param columns - Number of columns, at least one
   */
  constructor(sink: ByteSink, columns: number) {
    this.#sink = sink;
    this.#pages = Array.from({ length: columns }, () => []);
  }

  /** Number of rows. */
  get rows(): number {
    return this.#rows + this.#pendingRows;
  }

  /**
   * Adds rows.
   *
   * @param rows - Number of rows
   * @param pages - Their values, one page for each column
   */
  async add(rows: number, pages: readonly ParquetPage[]): Promise<void> {
    for (const [index, page] of pages.entries()) {
      this.#pages[index]?.push(page);
      for (const { length } of page.pieces) this.#pendingBytes += length;
    }
    this.#pendingRows += rows;
    if (this.#pendingRows >= groupRows || this.#pendingBytes >= groupBytes) await this.#flush();
  }

  /**
   * Completes the file.
   *
   * @param columns - Names and types of the columns
   */
  async finish(columns: readonly (ParquetType & { readonly name: string })[]): Promise<void> {
    await this.#flush();
    const footer = footerOf(columns, { groups: this.#groups, rows: this.#rows });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    await this.#append(Buffer.concat([footer, length, magic]));
  }

  async #flush(): Promise<void> {
    if (this.#position === 0) await this.#append(magic);
    const chunks: Chunk[] = [];
    for (const pages of this.#pages) {
      const offset = this.#position;
      for (const page of pages) {
        await this.#append(headerOf(page));
        for (const piece of page.pieces) await this.#append(piece);
      }
      const used = new Set(pages.map(({ encoding }) => encoding));
      chunks.push({ offset, bytes: this.#position - offset, encodings: [...used, encodings.rle] });
      pages.length = 0;
    }
    this.#groups.push({ rows: this.#pendingRows, chunks });
    this.#rows += this.#pendingRows;
    this.#pendingRows = 0;
    this.#pendingBytes = 0;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    this.#position += bytes.length;
    if (bytes.length > 0) await this.#sink.add(bytes);
  }
}

function headerOf({ rows, encoding, pieces }: ParquetPage): Uint8Array {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const data = new ThriftWriter()
    .int32(1, rows)
    .int32(2, encoding)
    .int32(3, encodings.rle)
    .int32(4, encodings.rle);
  return new ThriftWriter().int32(1, 0).int32(2, size).int32(3, size).struct(5, data).end();
}

type NamedType = ParquetType & { readonly name: string };

function footerOf(
  columns: readonly NamedType[],
  { groups, rows }: { readonly groups: readonly RowGroup[]; readonly rows: number },
): Uint8Array {
  const root = new ThriftWriter().text(4, "rows").int32(5, columns.length);
  return new ThriftWriter()
    .int32(1, 1)
    .structs(2, [root, ...columns.map(schemaElement)])
    .int64(3, rows)
    .structs(
      4,
      groups.map((group) => groupStruct(group, columns)),
    )
    .end();
}

function schemaElement({
  name,
  physical,
  length,
  converted,
  scale,
  precision,
  timestamp,
}: NamedType): ThriftWriter {
  const element = new ThriftWriter().int32(1, physical);
  if (length !== undefined) element.int32(2, length);
  // Every value may be null.
  element.int32(3, 1).text(4, name);
  if (converted !== undefined) element.int32(6, converted);
  if (scale !== undefined) element.int32(7, scale);
  if (precision !== undefined) element.int32(8, precision);
  if (timestamp !== undefined) {
    const units = { ms: 1, us: 2, ns: 3 };
    const unit = new ThriftWriter().struct(units[timestamp.unit], new ThriftWriter());
    const type = new ThriftWriter().boolean(1, timestamp.isInstant).struct(2, unit);
    element.struct(10, new ThriftWriter().struct(8, type));
  }
  return element;
}

function groupStruct({ rows, chunks }: RowGroup, columns: readonly NamedType[]): ThriftWriter {
  const structs = chunks.map(({ offset, bytes, encodings: used }, index) => {
    const metadata = new ThriftWriter()
      .int32(1, columns[index]?.physical ?? 0)
      .integers(2, used)
      .texts(3, [columns[index]?.name ?? ""])
      .int32(4, 0)
      .int64(5, rows)
      .int64(6, bytes)
      .int64(7, bytes)
      .int64(9, offset);
    return new ThriftWriter().int64(2, offset).struct(3, metadata);
  });
  const size = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
  return new ThriftWriter().structs(1, structs).int64(2, size).int64(3, rows);
}

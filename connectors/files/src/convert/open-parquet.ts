import { type FileHandle, open } from "node:fs/promises";
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { damaged, encrypted, FileFault } from "./file-fault.js";

/** Number of values that are read at a time. Pages that hold more are decoded several times. */
const maxValues = 400_000;

/** Minimum number of rows that are read at a time. */
const minRows = 10_000;

/** The library would convert timestamps of the physical type INT96, some of them to other ones. */
const int96Bytes = { type: "FIXED_LEN_BYTE_ARRAY", type_length: 12 } as const;

/** A row as it is stored: bytes, numbers, and the groups of the schema as objects. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A Parquet file that is read by a library, where the engine cannot read it. */
export class OpenParquet {
  readonly metadata: FileMetaData;
  readonly #handle: FileHandle;
  readonly #file: AsyncBuffer;
  /** The metadata without what says how stored values are meant, because the library would change some of them. */
  readonly #stored: FileMetaData;

  /**
   * Use {@link OpenParquet.open} instead.
   *
   * @param handle - The file
   * @param file - The same for the library
   * @param metadata - Its footer
   */
  constructor(handle: FileHandle, file: AsyncBuffer, metadata: FileMetaData) {
    this.#handle = handle;
    this.#file = file;
    this.metadata = metadata;
    const schema = metadata.schema.map((element) => {
      const { converted_type: _converted, logical_type: _logical, ...stored } = element;
      return element.type === "INT96" ? { ...stored, ...int96Bytes } : stored;
    });
    const groups = metadata.row_groups.map((group) => ({
      ...group,
      columns: group.columns.map((column) =>
        column.meta_data?.type === "INT96"
          ? { ...column, meta_data: { ...column.meta_data, type: int96Bytes.type } }
          : column,
      ),
    }));
    this.#stored = { ...metadata, schema, row_groups: groups };
  }

  /**
   * Opens a file.
   *
   * @param path - The file
   * @returns The open file, which the caller must close
   * @throws FileFault when it is not a Parquet file
   */
  static async open(path: string): Promise<OpenParquet> {
    const handle = await open(path);
    try {
      const { size } = await handle.stat();
      const file = { byteLength: size, slice: (start: number, end = size) => readSlice(handle, start, end) };
      const metadata = await inOurWords(parquetMetadataAsync(file, { geoparquet: false }));
      const chunks = metadata.row_groups.flatMap(({ columns }) => columns);
      if (chunks.some(({ crypto_metadata: key }) => key !== undefined)) throw encrypted();
      return new OpenParquet(handle, file, metadata);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Reads the rows.
   *
   * @returns The rows in their order, many at a time
   * @throws FileFault when the library cannot read them
   */
  async *rows(): AsyncGenerator<readonly StoredRow[]> {
    let first = 0;
    for (const { num_rows: count, columns } of this.metadata.row_groups) {
      const step = Math.max(minRows, Math.floor(maxValues / Math.max(1, columns.length)));
      const end = first + Number(count);
      for (; first < end; first = Math.min(end, first + step))
        yield await this.#read(first, Math.min(end, first + step));
    }
  }

  /**
   * Reads timestamps of the physical type INT96.
   *
   * @param columns - Names of their columns
   * @param each - Receives nanoseconds since 1970, some of them several times. If the nanoseconds of a day are negative,
   *   which no program means, the number is far before the first day of the type
   * @throws FileFault when the library cannot read them
   */
  async int96(columns: readonly string[], each: (nanoseconds: bigint) => void): Promise<void> {
    let rowStart = 0;
    for (const { num_rows: count } of this.metadata.row_groups) {
      const rowEnd = rowStart + Number(count);
      const read = { file: this.#file, metadata: this.metadata, compressors, columns: [...columns] };
      const parsers = { timestampFromNanoseconds: each };
      await inOurWords(parquetRead({ ...read, rowStart, rowEnd, parsers, onChunk: ignore }));
      rowStart = rowEnd;
    }
  }

  async #read(rowStart: number, rowEnd: number): Promise<readonly StoredRow[]> {
    let rows: readonly StoredRow[] = [];
    await inOurWords(
      parquetRead({
        file: this.#file,
        metadata: this.#stored,
        compressors,
        rowStart,
        rowEnd,
        rowFormat: "object",
        utf8: false,
        onComplete: (read) => {
          rows = read;
        },
      }),
    );
    if (rows.length !== rowEnd - rowStart) throw damaged("rows are missing");
    return rows;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function ignore(): void {
  // The values have been passed on.
}

async function readSlice(handle: FileHandle, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  if (bytesRead < bytes.length) throw damaged("unexpected end of file");
  return bytes.buffer;
}

/** Converts the errors of the library, which are about the content of the file unless the system has an error code. */
async function inOurWords<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof FileFault || !(error instanceof Error) || "code" in error) throw error;
    if (/unsupported|not supported|unhandled/i.test(error.message))
      throw new FileFault(
        "it is compressed or encoded in a way that is not supported",
        "Write it with another program.",
      );
    throw damaged("the pages do not have the values that the footer states");
  }
}

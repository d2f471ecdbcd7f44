import duckdb, { type Connection, type Database, type DataChunk, type Result } from "@duckdb/node-bindings";
import type { TextRow } from "./engine.js";

/** Size of a text in a vector in bytes: its length, then up to 12 bytes of text, or a prefix and an address. */
const textSize = 16;
/** Maximum length of a text that is stored in the vector itself. */
const inlineLength = 12;

/**
 * A DuckDB in the memory of this process, of whose rows only texts can be read. It calls the bindings itself, because
 * the package of DuckDB for Node.js consists of 180 files, which take longer to load than the rest of an engine.
 */
export class TextDatabase {
  readonly #database: Database;
  readonly #connection: Connection;

  /**
   * Use {@link TextDatabase.open} instead.
   *
   * @param database - An open database
   * @param connection - Its only connection
   */
  constructor(database: Database, connection: Connection) {
    this.#database = database;
    this.#connection = connection;
  }

  /**
   * Opens an empty database.
   *
   * @param settings - Settings of DuckDB
   * @returns The database
   */
  static async open(settings: Readonly<Record<string, string>>): Promise<TextDatabase> {
    const config = duckdb.create_config();
    for (const [name, value] of Object.entries(settings)) duckdb.set_config(config, name, value);
    const database = await duckdb.open(":memory:", config);
    return new TextDatabase(database, await duckdb.connect(database));
  }

  /**
   * Runs statements.
   *
   * @param sql - The statements; the columns of their rows must be texts
   * @returns The rows of the last statement that has rows; none if they only change something
   * @throws Error with the reason of the engine
   */
  async run(sql: string): Promise<readonly TextRow[]> {
    const result = await duckdb.query(this.#connection, sql);
    if (duckdb.result_return_type(result) !== duckdb.ResultType.QUERY_RESULT) return [];
    const rows: TextRow[] = [];
    for await (const columns of readColumns(result)) {
      const [first = []] = columns;
      rows.push(...first.map((_, row) => columns.map((column) => column[row] ?? null)));
    }
    return rows;
  }

  /**
   * Counts statements, without running them.
   *
   * @param sql - The statements
   * @returns How many there are
   * @throws Error with the reason of the engine when they cannot be parsed
   */
  async countStatements(sql: string): Promise<number> {
    const found = await duckdb.extract_statements(this.#connection, sql);
    if (found.statement_count === 0)
      throw new Error(duckdb.extract_statements_error(found.extracted_statements));
    return found.statement_count;
  }

  /**
   * Reads the rows of a statement with one column of text while the statement runs.
   *
   * @param sql - The statement
   * @returns Texts, many at a time
   * @throws Error with the reason of the engine
   */
  async *stream(sql: string): AsyncGenerator<readonly (string | null)[]> {
    const statement = await duckdb.prepare(this.#connection, sql);
    try {
      for await (const [texts = []] of readColumns(await duckdb.execute_prepared_streaming(statement)))
        yield texts;
    } finally {
      duckdb.destroy_prepare_sync(statement);
    }
  }

  /** Frees everything that the database holds. */
  close(): void {
    duckdb.disconnect_sync(this.#connection);
    duckdb.close_sync(this.#database);
  }
}

/** Reads the columns of a result, as many rows at a time as the engine returns. */
async function* readColumns(result: Result): AsyncGenerator<readonly (readonly (string | null)[])[]> {
  const areTexts = Array.from(
    { length: duckdb.column_count(result) },
    (_, index) => duckdb.column_type(result, index) === duckdb.Type.VARCHAR,
  );
  for (
    let chunk = await duckdb.fetch_chunk(result);
    chunk !== null && duckdb.data_chunk_get_size(chunk) > 0;
    chunk = await duckdb.fetch_chunk(result)
  ) {
    const current = chunk;
    yield areTexts.map((isText, index) => readTexts(current, index, isText));
  }
}

/** Reads a column of text. That of a bare `NULL` has another type. */
function readTexts(chunk: DataChunk, index: number, isText: boolean): readonly (string | null)[] {
  const count = duckdb.data_chunk_get_size(chunk);
  const vector = duckdb.data_chunk_get_vector(chunk, index);
  // The engine uses one bit a row, in words of eight bytes.
  const validity = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8);
  const texts = isText ? duckdb.vector_get_data(vector, count * textSize) : undefined;
  return Array.from({ length: count }, (_, row) => {
    if (!duckdb.validity_row_is_valid(validity, row)) return null;
    if (texts === undefined) throw new TypeError("expected a text");
    return readText(texts, row * textSize);
  });
}

function readText(texts: Uint8Array, start: number): string {
  const { buffer, byteOffset } = texts;
  const length = Buffer.from(buffer, byteOffset, start + 4).readUInt32LE(start);
  if (length <= inlineLength) return textOf(texts.subarray(start + 4, start + 4 + length));
  // The cast is true: the memory of a vector is not shared.
  return textOf(duckdb.get_data_from_pointer(buffer as ArrayBuffer, byteOffset + start + 8, length));
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

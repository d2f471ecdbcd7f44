import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { type FileColumn, type FileTable, quoteName } from "./file-table.js";

/**
 * Computes from the files themselves, with the engine alone, the tables that `wellhead sql` and `wellhead pull` are documented to
 * make of them. It shares no code with either, nor with the service.
 */
export class TableOracle {
  readonly #connection: DuckDBConnection;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** Starts an engine. */
  static async start(): Promise<TableOracle> {
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run("CREATE SCHEMA w");
    await connection.run("CREATE SCHEMA arrow");
    return new TableOracle(connection);
  }

  /** Stops the engine. */
  stop(): void {
    this.#connection.closeSync();
  }

  /**
   * Writes a file.
   *
   * @param path - Its path
   * @param table - Its columns and rows
   */
  async write(path: string, { select, rowsPerGroup }: FileTable): Promise<void> {
    await this.#connection.run(
      `COPY (${select}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE ${rowsPerGroup})`,
    );
  }

  /**
   * Creates the views `w.<name>`, with the rows that the table of a file has, and `arrow.<name>`, with those of a file of Arrow.
   *
   * @param name - Name of the views
   * @param path - The file
   * @param columns - Its columns but for `i` and `k`
   */
  async describe(name: string, path: string, columns: readonly FileColumn[]): Promise<void> {
    const inTable = ["CAST(i AS BIGINT) AS i", "CAST(k AS BIGINT) AS k"];
    const inArrow = ["i", "k"];
    for (const { name: column, kind } of columns) {
      const quoted = quoteName(column);
      const cell = kind.inTable === "number" ? await this.#exactNumber(path, column) : kind.inTable(quoted);
      inTable.push(`${cell} AS ${quoted}`);
      inArrow.push(`${kind.inArrow?.(quoted) ?? quoted} AS ${quoted}`);
    }
    await this.#connection.run(
      `CREATE OR REPLACE VIEW w.${name} AS SELECT ${inTable.join(", ")} FROM '${path}'`,
    );
    await this.#connection.run(
      `CREATE OR REPLACE VIEW arrow.${name} AS SELECT ${inArrow.join(", ")} FROM '${path}'`,
    );
  }

  /**
   * Compares a file with the rows of a statement, one by one and in their order.
   *
   * @param path - The file
   * @param statement - A statement over the views
   * @param columns - Columns whose values have several spellings
   * @returns The first difference; `undefined` if there is none
   */
  async differenceOf(
    path: string,
    statement: string,
    columns: readonly FileColumn[] = [],
  ): Promise<string | undefined> {
    await this.#connection.run(`CREATE OR REPLACE TEMP TABLE expected AS ${statement}`);
    await this.#connection.run(`CREATE OR REPLACE TEMP TABLE got AS FROM '${path}'`);
    const [expected, got] = [await this.#typesOf("expected"), await this.#typesOf("got")];
    const spelled = new Map(columns.map(({ name, kind }) => [name, kind.spelled]));
    for (const [index, [name = "", type = ""]] of expected.entries()) {
      const [gotName, gotType] = got[index] ?? [];
      if (gotName !== name || gotType !== writtenType(type))
        return `column ${index + 1}: got "${gotName}" ${gotType}, expected "${name}" ${writtenType(type)}`;
    }
    if (got.length !== expected.length) return `got ${got.length} columns, expected ${expected.length}`;
    const counts = await this.#rows(
      "SELECT (SELECT count(*) FROM expected)::INT, (SELECT count(*) FROM got)::INT",
    );
    if (counts[0]?.[0] !== counts[0]?.[1]) return `got ${counts[0]?.[1]} rows, expected ${counts[0]?.[0]}`;
    for (const [name = "", type] of expected) {
      const spell = spelled.get(name) ?? ((column: string) => column);
      // All digits of a double are those of its text.
      const text = (table: string) => `CAST(${spell(`${table}.${quoteName(name)}`)} AS VARCHAR)`;
      const [row] = await this.#rows(
        `SELECT row, expected, got FROM (SELECT row_number() OVER () AS row, ${text("expected")} AS expected, ${text("got")} AS got
        FROM expected POSITIONAL JOIN got) WHERE expected IS DISTINCT FROM got LIMIT 1`,
      );
      if (row !== undefined) return `"${name}" ${type}, row ${row[0]}: got ${row[2]}, expected ${row[1]}`;
    }
    return undefined;
  }

  /** Returns SQL for exact numbers: integers, or decimals of the digits after the point that the values need. */
  async #exactNumber(path: string, column: string): Promise<string> {
    const quoted = quoteName(column);
    const [[sourceType] = []] = await this.#rows(`SELECT any_value(typeof(${quoted})) FROM '${path}'`);
    const isFloating = sourceType === "DOUBLE" || sourceType === "FLOAT";
    const finite = isFloating ? `CASE WHEN isfinite(${quoted}) THEN ${quoted} END` : quoted;
    const [[fraction = 0, isBigint] = []] = await this.#rows(
      `WITH texts AS (SELECT DISTINCT CAST(${finite} AS VARCHAR) AS t FROM '${path}' WHERE ${finite} IS NOT NULL),
      parts AS (SELECT t, regexp_extract(t, '^-?(\\d+)\\.?(\\d*)(?:e([+-]?\\d+))?$', ['w', 'f', 'e']) AS p FROM texts)
      SELECT coalesce(max(greatest(0, length(rtrim(p.f, '0')) - coalesce(TRY_CAST(p.e AS INTEGER), 0))), 0)::INTEGER,
        coalesce(bool_and(TRY_CAST(t AS DECIMAL(38,0)) BETWEEN -9223372036854775808 AND 9223372036854775807), true)
      FROM parts`,
    );
    const text = `CAST(${finite} AS VARCHAR)`;
    if (fraction === 0) return `CAST(${text} AS ${isBigint === true ? "BIGINT" : "DECIMAL(38,0)"})`;
    return `CAST(${text} AS DECIMAL(38,${String(fraction)}))`;
  }

  async #typesOf(table: string): Promise<string[][]> {
    const rows = await this.#rows(`SELECT column_name, column_type FROM (DESCRIBE ${table})`);
    return rows.map((row) => row.map(String));
  }

  async #rows(statement: string): Promise<unknown[][]> {
    return (await this.#connection.runAndReadAll(statement)).getRows();
  }
}

/** Parquet has no integers of 128 bits. */
function writtenType(type: string): string {
  return type === "HUGEINT" ? "DECIMAL(38,0)" : type;
}

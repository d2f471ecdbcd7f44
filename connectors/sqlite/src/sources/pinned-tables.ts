import { type AnyAccount, inputInvalid, type MakeSource, type Source } from "@wellhead/sdk";
import {
  checkPinnedTable,
  type NamedTable,
  type OpenedPage,
  PinnedSources,
  type ServerSources,
  type TableReader,
} from "@wellhead/sql";
import type { SqliteTableOption } from "../account/options.js";
import type { AskDatabase } from "../catalogue/catalogue.js";
import { withKey } from "../catalogue/table-key.js";
import { sqliteDialect } from "../dialect/dialect.js";
import type { Database } from "../stream/database.js";

/** Options of {@link pinnedTables}. */
export interface PinnedTablesOptions {
  readonly database: Database;
  /** Tables that the operator named. */
  readonly tables: readonly (string | SqliteTableOption)[];
  /** Whether there is only one file, whose name the sources then do not have. */
  readonly isSingleFile: boolean;
  /** Creates the source in which people write queries. Default: there is none. */
  readonly query?: (make: MakeSource<AnyAccount>) => Source;
}

/**
 * Creates a source for each table that the operator named. Its columns are read from the file.
 *
 * @param options - The files and the tables
 * @returns Members of the connector's definition
 * @throws TypeError when a table in a folder does not name its file
 */
export function pinnedTables({ database, tables, isSingleFile, query }: PinnedTablesOptions): ServerSources {
  const named = tables.map((given): NamedTable => {
    const { file, ...table } = typeof given === "string" ? { name: given, file: undefined } : given;
    checkPinnedTable(table);
    const { name, ...tracked } = table;
    if (isSingleFile) return { schema: "", table: name, ...tracked };
    if (file !== undefined) return { schema: file, table: name, ...tracked };
    throw new TypeError(
      `Could not make an SQLite connector: the table "${name}" does not name its file. Write { file: "shop.db", name: "${name}" }.`,
    );
  });
  let sources: PinnedSources | undefined;
  return {
    discover: (make, _id, context) => {
      const others = query === undefined ? {} : { query: query(make) };
      sources ??= new PinnedSources({ reader: tableReader(database), tables: named, others });
      return sources.find(make, context);
    },
    faults: () => sources?.faults ?? [],
  };
}

function tableReader(database: Database): TableReader {
  return {
    dialect: sqliteDialect,
    catalogue: (context) => ({
      // The catalogue is also read without a request, so there may be no caller.
      ...database.catalogue({ caller: "", ...context }),
      table: async ({ schema, table: name }) => {
        const caller = { caller: "", ...context };
        const table = await database.table(caller, schema, name);
        return withKey(database.asker(caller), { file: schema, name, table });
      },
    }),
    stream: (context, { statement, errorContext: { action, field = "table" }, table, skip, limit }) =>
      database.stream(
        context,
        { ...statement, file: table?.schema ?? "", keyed: false, skip, limit },
        { action, field },
      ),
    openPage: async (context, { schema, keepsKey = true }): Promise<OpenedPage | undefined> => {
      if (keepsKey) return undefined;
      const ask = database.asker(context);
      const version = await schemaVersion(ask, schema);
      const [before] = context.page?.after ?? [];
      if (typeof before === "string" && !before.startsWith(`${version} `)) throw renumbered();
      return {
        dialect: { ...sqliteDialect, keyText: ({ name }) => numberText(name, version) },
        check: async () => {
          if ((await schemaVersion(ask, schema)) !== version) throw renumbered();
        },
      };
    },
  };
}

/** Returns a number that changes when row numbers may have changed. */
async function schemaVersion(ask: AskDatabase, file: string): Promise<number> {
  const sql = "select json_array(schema_version) from pragma_schema_version";
  // The cast is safe: the statement builds such an array.
  const [version] = (await ask(file, sql)) as readonly [number];
  return version;
}

/** The text of a row number, which says for which version of the file it is valid: `vacuum` changes row numbers. */
function numberText(name: string, version: number) {
  const column = sqliteDialect.quote(name);
  return {
    text: `'${version} ' || ${column}`,
    value: (parameter: string) => `cast(substr(${parameter}, instr(${parameter}, ' ') + 1) as integer)`,
  };
}

function renumbered(): Error {
  return inputInvalid(
    "Could not read the next page: the tables of the file have changed, and with them the numbers of rows. Start the synchronization again.",
    { field: "pagination" },
  );
}

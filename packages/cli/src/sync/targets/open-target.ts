import { mkdir, open, rename, stat } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { CommandError, usageError } from "../../command-line/command-error.js";
import { checkInstalled } from "../../command-line/optional-package.js";
import { DuckdbDatabase } from "./duckdb-database.js";
import { PostgresDatabase } from "./postgres-database.js";
import { SqliteDatabase } from "./sqlite-database.js";
import { quoteName, quoteText, type SyncDatabase } from "./sync-database.js";

/** The destination of a synchronization. */
export interface SyncTarget {
  readonly database: SyncDatabase;
  /** Writes the rows of a table to its file and returns the file's path. Absent if people read the table itself. */
  readonly publish?: (table: string) => Promise<string>;
  /**
   * Returns the SQL of what people read as a table: its name, or its file.
   *
   * @throws CommandError when the file does not exist
   */
  readonly relationOf: (table: string) => Promise<string>;
}

/** Options of {@link openTarget}. */
export interface OpenTargetOptions {
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  /** Whether the target must exist. */
  readonly mustExist: boolean;
}

/**
 * Opens or creates the target of a synchronization.
 *
 * @param typed - A folder, a `.duckdb` or a `.sqlite` file, or a `postgres://` address
 * @param options - Where paths begin
 * @returns The target; close its database
 * @throws CommandError when it cannot be opened, is of another kind, or needs a package that is not installed
 */
export async function openTarget(
  typed: string,
  { directory, mustExist }: OpenTargetOptions,
): Promise<SyncTarget> {
  if (/^postgres(?:ql)?:\/\//i.test(typed)) return openPostgres(typed, mustExist);
  const path = resolve(directory, typed);
  const kind = kindOf(typed);
  checkInstalled([kind === "sqlite" ? "libsql" : "@duckdb/node-api"]);
  const file = kind === "folder" ? join(path, ".wellhead", "state.duckdb") : path;
  if (mustExist && !(await exists(file))) {
    throw usageError(
      `Could not find the target "${typed}": nothing has been synchronized into it. Run wellhead pull <url> --sync <target> first.`,
    );
  }
  try {
    await mkdir(dirname(file), { recursive: true });
    const database = kind === "sqlite" ? new SqliteDatabase(file) : await DuckdbDatabase.open(file);
    return kind === "folder"
      ? {
          database,
          publish: (table) => publish(database, path, table),
          relationOf: (table) => fileRelation(path, table),
        }
      : { database, relationOf: tableRelation };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    const advice = reason.includes("replaying WAL") ? ` ${logAdvice(file)}` : "";
    throw new CommandError("unwritable", `Could not open the target "${typed}": ${reason}${advice}`, {
      cause: error,
    });
  }
}

/** Rows and state are in one file, so the state of its last checkpoint is one that a run can continue from. */
function logAdvice(file: string): string {
  return `Delete "${file}.wal", which has the last changes only, and run the command again: it reads them again. If the file cannot be opened then either, delete it too.`;
}

async function openPostgres(address: string, mustExist: boolean): Promise<SyncTarget> {
  checkInstalled(["pg"]);
  try {
    return { database: await PostgresDatabase.open(address, mustExist), relationOf: tableRelation };
  } catch (error) {
    // The address has a password, and the reason may quote it.
    const reason = error instanceof Error ? error.message : String(error);
    const { password, host } = URL.canParse(address) ? new URL(address) : { password: "", host: "" };
    const secrets = [password, decodeURIComponent(password)].filter((secret) => secret !== "");
    const text = secrets.reduce((clean, secret) => clean.replaceAll(secret, "…"), reason);
    throw new CommandError("unwritable", `Could not open the database at "${host}": ${text}`);
  }
}

function kindOf(typed: string): "folder" | "duckdb" | "sqlite" {
  const extension = extname(typed).toLowerCase();
  if (extension === ".duckdb") return "duckdb";
  if ([".sqlite", ".sqlite3", ".db"].includes(extension)) return "sqlite";
  if (extension === "" || /[/\\]$/.test(typed)) return "folder";
  throw usageError(
    `Could not read the target: expected a folder, a file that ends with .duckdb or .sqlite, or a postgres:// address, got "${typed}".`,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const tableRelation: SyncTarget["relationOf"] = async (table) => quoteName(table);

async function fileRelation(folder: string, table: string): Promise<string> {
  const path = filePath(folder, table);
  if (await exists(path)) return `read_parquet(${quoteText(path)})`;
  throw new CommandError(
    "unwritable",
    `Could not read "${path}": the file does not exist. Run wellhead pull <url> --sync <target> again, which writes it.`,
  );
}

/** Writes the file of a table, and renames it once it is complete and on the disk. */
async function publish(database: SyncDatabase, folder: string, table: string): Promise<string> {
  const path = filePath(folder, table);
  const partial = `${path}.partial`;
  await database.run(
    `COPY (SELECT * FROM ${quoteName(table)}) TO ${quoteText(partial)} (FORMAT parquet, COMPRESSION zstd)`,
  );
  const handle = await open(partial, "r+");
  await handle.sync();
  await handle.close();
  await rename(partial, path);
  return path;
}

/**
 * Returns the file of a table. Names of tables differ even when case is ignored. Characters that a file name must not
 * contain are written as bytes.
 */
function filePath(folder: string, table: string): string {
  const name = table.replaceAll(/[^\p{L}\p{N}_ -]/gu, (character) =>
    encodeURIComponent(character).replace(/^[.*~'()!]$/, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
  );
  return join(folder, `${name}.parquet`);
}

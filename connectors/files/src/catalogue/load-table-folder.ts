import { upstreamInvalid } from "@wellhead/sdk";
import { quoteName } from "../engine/quote.js";
import { inSession } from "../engine/session.js";
import type { FoundFile } from "../folder/found-file.js";
import type { TableFolder } from "../folder/table-folder.js";
import { describeTable, maxOptions, type TableDescription } from "../tables/describe-table.js";
import { fileError } from "../tables/file-error.js";
import type { FileCondition, OpenTable, ReadableTable, Table } from "../tables/table.js";
import { type DescribedRows, FolderMembers } from "./folder-members.js";
import type { LoadTableFolderOptions } from "./table-members.js";
import type { TableShape } from "./table-shape.js";

/** Maximum number of values of which a list is offered as a filter. */
const maxListed = maxOptions / 2;

/**
 * Loads a folder as one table.
 *
 * @param folder - The folder
 * @param options - The engine and its limits
 * @returns Its table, which holds the error when a file cannot be read
 */
export async function loadTableFolder(
  folder: TableFolder,
  options: LoadTableFolderOptions,
): Promise<readonly Table[]> {
  try {
    if (folder.fault !== undefined)
      throw upstreamInvalid(`Could not read the folder "${folder.name}": ${folder.fault}.`);
    return [await load(folder, options)];
  } catch (error) {
    return [{ file: folder, fault: fileError(error, folder) }];
  }
}

async function load(folder: TableFolder, options: LoadTableFolderOptions): Promise<ReadableTable> {
  const members = new FolderMembers(folder, options);
  const sample = await options.storage.open(members.sample, new AbortController().signal);
  try {
    const { shape, rows } = await members.describe();
    const { columns, select } = await describe(rows, options);
    const values = new Map(shape.perFile.map(({ id, texts }) => [id, distinct(texts)]));
    return {
      file: folder,
      columns: columns.map((column) => {
        const listed = values.get(column.id);
        return listed === undefined ? column : { ...column, few: listed.length <= maxListed };
      }),
      select,
      check: rows.check,
      parts: {
        files: members.files,
        columns: values,
        labels: shape.columns.map(({ label }) => label.toLowerCase()),
        described: rows.parts,
        open: (condition, signal) => openMembers(members, { shape, rows, condition, signal, options }),
      },
    };
  } finally {
    sample.close();
  }
}

async function describe(
  { select }: Pick<OpenTable, "select">,
  { engine, timeLimit }: LoadTableFolderOptions,
): Promise<TableDescription> {
  const { signal } = new AbortController();
  return await inSession(engine, { signal, timeLimit }, (session) =>
    session.run((connection) => describeTable(connection, { from: `(${select})` })),
  );
}

/** Options of {@link openMembers}. */
interface OpenMembersOptions extends Omit<ChooseOptions, "files" | "condition"> {
  /** The rows of the sample. */
  readonly rows: DescribedRows;
  readonly condition: FileCondition | undefined;
}

/** Opens the files that may have matching rows. */
async function openMembers(members: FolderMembers, given: OpenMembersOptions): Promise<OpenTable> {
  const { shape, rows, condition, signal, options } = given;
  const { files } = members;
  const chosen = condition === undefined ? files : await chooseFiles({ ...given, condition, files });
  const { close } = await options.storage.open(chosen, signal);
  try {
    const isSample = chosen.length === rows.files.length && chosen === files;
    return { ...(isSample ? rows : await members.read(chosen, shape)), files: chosen, close };
  } catch (error) {
    close();
    throw error;
  }
}

function distinct(texts: ReadonlyArray<string | undefined>): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== undefined).toSorted();
}

/** Options of {@link chooseFiles}. */
interface ChooseOptions {
  readonly shape: TableShape;
  readonly files: readonly FoundFile[];
  readonly condition: FileCondition;
  readonly signal: AbortSignal;
  readonly options: LoadTableFolderOptions;
}

/** The engine compares the values of the files, so that they match exactly as in the rows. */
async function chooseFiles({
  shape,
  files,
  condition,
  signal,
  options,
}: ChooseOptions): Promise<readonly FoundFile[]> {
  const values = files.map((_, index) =>
    Object.fromEntries<string | number | null>([
      ["n", index],
      ...shape.perFile.map(({ texts }, column) => [`c${column}`, texts[index] ?? null] as const),
    ]),
  );
  const types = ['"n":"BIGINT"', ...shape.perFile.map((_, column) => `"c${column}":"VARCHAR"`)];
  const columns = shape.perFile.map(
    ({ id, type }, column) => `CAST("c${column}" AS ${type}) AS ${quoteName(id)}`,
  );
  // The number of the file has a name that no column has.
  const number = quoteName(`${shape.perFile.map(({ id }) => id).join("")}#`);
  const sql = `SELECT ${number} FROM (SELECT ${["n AS " + number, ...columns].join(", ")} FROM (SELECT unnest(from_json(?, '[{${types.join(",")}}]'), max_depth := 2))) WHERE ${condition.sql} ORDER BY ${number}`;
  const { engine, timeLimit } = options;
  const result = await inSession(engine, { signal, timeLimit }, (session) =>
    session.run((connection) => connection.runAndReadAll(sql, [JSON.stringify(values), ...condition.values])),
  );
  return result.getRows().flatMap(([index]) => files[Number(index)] ?? []);
}

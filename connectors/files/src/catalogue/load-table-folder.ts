import { upstreamInvalid } from "@wellhead/sdk";
import { quoteName } from "../engine/quote.js";
import { Session } from "../engine/session.js";
import type { TableFolder } from "../folder/table-folder.js";
import { describeTable, maxOptions } from "../tables/describe-table.js";
import { fileError } from "../tables/file-error.js";
import type { FileCondition, OpenTable, ReadableTable, Table } from "../tables/table.js";
import { type LoadTableFolderOptions, type Member, parquetMembers, textMembers } from "./table-members.js";
import { selectOf, shapeOf, type TableShape } from "./table-shape.js";

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
  const members = await (folder.kind === "parquet" ? parquetMembers : textMembers)(folder, options);
  const shape = shapeOf(folder, members, options.engine.folder);
  const read = (chosen: readonly Member[]): Omit<OpenTable, "close"> => ({
    files: chosen.map(({ file }) => file),
    select: selectOf(chosen, shape),
    check: async () => {
      for (const { check } of chosen) await check();
    },
  });
  const all = read(members);
  const session = await Session.open(options.engine, {
    signal: new AbortController().signal,
    timeLimit: options.timeLimit,
  });
  const values = new Map(shape.perFile.map(({ id, texts }) => [id, distinct(texts)]));
  try {
    const { columns, select } = await session.run((connection) =>
      describeTable(connection, { from: `(${all.select})` }),
    );
    return {
      file: folder,
      columns: columns.map((column) => {
        const listed = values.get(column.id);
        return listed === undefined ? column : { ...column, few: listed.length <= maxListed };
      }),
      select,
      check: all.check,
      parts: {
        files: all.files,
        columns: values,
        open: async (condition, signal) => {
          const chosen = condition && (await chooseMembers({ shape, members, condition, signal, options }));
          const opened = chosen === undefined ? all : read(chosen);
          const { close } = await options.storage.open(opened.files, signal);
          return { ...opened, close };
        },
      },
    };
  } finally {
    await session.close();
  }
}

function distinct(texts: ReadonlyArray<string | undefined>): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== undefined).toSorted();
}

/** Options of {@link chooseMembers}. */
interface ChooseOptions {
  readonly shape: TableShape;
  readonly members: readonly Member[];
  readonly condition: FileCondition;
  readonly signal: AbortSignal;
  readonly options: LoadTableFolderOptions;
}

/** The engine compares the values of the files, so that they match exactly as in the rows. */
async function chooseMembers({ shape, members, condition, signal, options }: ChooseOptions) {
  const values = members.map((_, index) =>
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
  const session = await Session.open(options.engine, { signal, timeLimit: options.timeLimit });
  try {
    const result = await session.run((connection) =>
      connection.runAndReadAll(sql, [JSON.stringify(values), ...condition.values]),
    );
    return result.getRows().flatMap(([index]) => members[Number(index)] ?? []);
  } finally {
    await session.close();
  }
}

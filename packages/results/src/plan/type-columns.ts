import type { Column } from "@wellhead/client";
import { ResultsError } from "../errors/results-error.js";
import type { StatementReads } from "../statement/read-statement.js";
import { fixedType, typeNames } from "../types/fixed-type.js";
import type { FoundTable } from "./find-tables.js";
import { type TypeMemory, typeKeyOf } from "./type-memory.js";

/** A column whose type is known before its rows are read. */
export interface TypedColumn extends Column {
  /** Who names the type: the connector, the user, or an earlier reading of all rows. */
  readonly origin: "connector" | "user" | "memory";
  /** When the earlier reading was, in milliseconds since 1970; `undefined` for the others. */
  readonly rememberedAt?: number;
}

/** The columns of a table whose types are known. */
export interface TypedColumns {
  readonly declared: readonly TypedColumn[];
  /** Whether the table has no other columns, as far as the connector says. */
  readonly isComplete: boolean;
  /** Type of all other columns; empty when nobody names one. */
  readonly otherType: string;
}

/** Options of {@link typeColumns}. */
export interface TypeColumnsOptions {
  /** The filter that the user chose. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The types that the user chose. */
  readonly types: Readonly<Record<string, string>>;
  readonly reads: StatementReads;
  readonly memory: TypeMemory | undefined;
  readonly signal: AbortSignal;
}

/**
 * Finds the columns of a table whose types are known: from the user, from the connector, or from an earlier reading.
 *
 * @param table - The table
 * @param options - What the user chose, and what is remembered
 * @returns The columns
 * @throws ResultsError `statement` when the user names a type that does not exist
 */
export async function typeColumns(table: FoundTable, options: TypeColumnsOptions): Promise<TypedColumns> {
  const { "*": otherType = "", ...types } = options.types;
  for (const type of [...Object.values(types), otherType])
    if (type !== "" && fixedType(type) === undefined)
      throw new ResultsError(
        "statement",
        `Could not read "${type}" as the type of a column. Types: ${typeNames.join(", ")}.`,
      );
  const declared = await declaredColumns(table, options);
  const { columns, isComplete } =
    declared.length > 0 ? { columns: declared, isComplete: true } : await remembered(table, options);
  const known = new Set(columns.map(({ id }) => id));
  const added = Object.keys(types).filter((id) => !known.has(id));
  return {
    declared: [
      ...columns.map((column) => {
        const type = types[column.id];
        return type === undefined ? column : { ...column, type, origin: "user" as const };
      }),
      ...added.map((id) => ({
        id,
        name: id,
        description: "",
        type: types[id] ?? "",
        origin: "user" as const,
      })),
    ],
    isComplete,
    otherType,
  };
}

async function declaredColumns(
  { connection: { connector, account }, source }: FoundTable,
  { given, signal }: TypeColumnsOptions,
): Promise<readonly TypedColumn[]> {
  // The rows also show the columns, so the plan continues if the connector cannot list them.
  const options = { source: source.id, account, validate: false, filter: given, signal };
  const columns = source.columns ?? (await connector.schema(options).catch(() => undefined)) ?? [];
  return columns.map((column) => ({ ...column, origin: "connector" }));
}

/** Returns the columns of an earlier reading, if it had all that the statement names. */
async function remembered(
  table: FoundTable,
  { reads, memory }: TypeColumnsOptions,
): Promise<Pick<TypedColumns, "isComplete"> & { readonly columns: readonly TypedColumn[] }> {
  const types = await memory?.recall(typeKeyOf(table));
  const names = new Set(Object.keys(types?.columns ?? {}).map((id) => id.toLowerCase()));
  const hasAll = reads.columns !== undefined && [...reads.columns].every((name) => names.has(name));
  if (types === undefined || !(types.isComplete || hasAll)) return { columns: [], isComplete: false };
  const columns = Object.entries(types.columns).map(([id, type]): TypedColumn => {
    const facts = { id, name: id, description: "", type };
    return { ...facts, origin: "memory", rememberedAt: types.at };
  });
  return { columns, isComplete: types.isComplete };
}

import type { Source } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import type { FilteredTable } from "@wellhead/results";
import { usageError } from "../../command-line/command-error.js";
import { splitByTable } from "./read-table-filters.js";

/**
 * Parses `--type` options of the form `connector.source.column=type`. When only one table is read, the column alone is
 * enough.
 *
 * @param options - The values of each `--type`
 * @param tables - The tables that are read
 * @returns The types of the columns of each table
 * @throws CommandError when an option does not name a table that is read
 */
export function readTableTypes(
  options: readonly string[],
  tables: readonly FilteredTable[],
): readonly Readonly<Record<string, string>>[] {
  return splitByTable(options, tables, "type").map(readTypes);
}

/**
 * Parses types of the form `column=type`.
 *
 * @param options - The types
 * @returns The type of each column
 * @throws CommandError when one has another form
 */
export function readTypes(options: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    options.map((option) => {
      const equals = option.lastIndexOf("=");
      if (equals < 1) throw usageError(`Could not read --type: expected column=type, got "${option}".`);
      return [
        option.slice(0, equals).trim(),
        option
          .slice(equals + 1)
          .trim()
          .toLowerCase(),
      ];
    }),
  );
}

/**
 * Finds columns with a type that their source does not declare. Its rows may have them nevertheless.
 *
 * @param ids - The columns
 * @param source - The source as the connector describes it
 * @returns A warning for each such column; none for a source that declares no columns
 */
export function warnOfUndeclaredColumns(ids: readonly string[], source: Source): readonly string[] {
  const declared = (source.columns ?? []).map(({ id }) => id);
  if (declared.length === 0) return [];
  return ids
    .filter((id) => !declared.includes(id))
    .map(
      (id) =>
        `Warning: --type names "${id}", which is not a declared column of "${source.id}".${didYouMean(id, declared)}`,
    );
}

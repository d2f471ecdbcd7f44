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

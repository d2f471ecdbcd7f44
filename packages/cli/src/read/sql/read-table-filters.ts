import type { FilteredTable } from "@wellhead/results";
import { usageError } from "../../command-line/command-error.js";
import { readFilters } from "../pull/read-filters.js";

/**
 * Parses `--filter` options of the form `connector.source.field=value`. When only one table is read, the field alone is
 * enough.
 *
 * @param options - The values of each `--filter`
 * @param tables - The tables that are read
 * @returns The filter of each table
 * @throws CommandError when an option does not name a table that is read, or names a filter that its source does not
 * declare
 */
export function readTableFilters(
  options: readonly string[],
  tables: readonly FilteredTable[],
): readonly Readonly<Record<string, unknown>>[] {
  const texts = splitByTable(options, tables, "filter");
  return tables.map(({ source }, index) => readFilters(texts[index] ?? [], source));
}

/**
 * Removes the names of connectors and sources from options such as `connector.source.field=value`.
 *
 * @param options - The options
 * @param tables - The tables that are read
 * @param name - Name of the option, for errors
 * @returns The options of each table
 * @throws CommandError when an option does not name a table that is read
 */
export function splitByTable(
  options: readonly string[],
  tables: readonly FilteredTable[],
  name: string,
): readonly (readonly string[])[] {
  const texts = tables.map((): string[] => []);
  for (const option of options) {
    const found = tables
      .map((table, index) => ({ index, prefix: `${table.name}.${table.source.id}.` }))
      .filter(({ prefix }) => option.startsWith(prefix))
      .toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
    if (found === undefined && tables.length !== 1) {
      const [table] = tables;
      const example = table === undefined ? "connector.source" : `${table.name}.${table.source.id}`;
      throw usageError(`Could not read --${name}: expected "${example}.field=value", got "${option}".`);
    }
    texts[found?.index ?? 0]?.push(option.slice(found?.prefix.length ?? 0));
  }
  return texts;
}

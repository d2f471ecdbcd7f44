import type { CopiedTable, JsonColumn } from "../convert/convert-task.js";
import { quoteName, quoteText } from "../engine/quote.js";
import { columnIds } from "./column-ids.js";
import { copyOptions } from "./csv-dialect.js";
import { copiedValue, type FileLayout } from "./file-layout.js";
import type { TableText } from "./reading.js";

/** Bytes above which a row is long: the engine would need several times as much memory to write its text. */
export const longRow = 4 * 2 ** 20;

/**
 * Creates the table of a file whose rows were written as CSV, with every value as it is in the file.
 *
 * @param copy - Path of the copy
 * @param content - Its columns
 * @returns The table
 */
export function copyTable(copy: string, content: CopiedTable): TableText {
  const { columns, longestLine } = content;
  const names = columns.map((_, index) => `${quoteText(copiedName(index))}: 'VARCHAR'`);
  const casts = columns.map(({ type }, index) => {
    const cell = quoteName(copiedName(index));
    return `${copiedValue(cell, type)} AS ${cell}`;
  });
  const options = copyOptions(longestLine);
  return {
    from: `(SELECT ${casts.join(", ")} FROM read_csv(${quoteText(copy)}, ${options}, columns = {${names.join(", ")}}))`,
    labels: columns.map(({ name }) => name),
    layout: {
      reader: "read_csv",
      standIn: copy,
      options,
      columns: layoutColumns(content, (_, index) => copiedName(index)),
      isJsonCopy: true,
    },
    ...traitsOf(content),
    isWhole: true,
  };
}

/** Columns of a copy are numbered, because their names may be equal. */
function copiedName(index: number): string {
  return `c${index}`;
}

/**
 * Returns the columns of a file as data.
 *
 * @param content - The columns
 * @param nameOf - Returns the name of a column as the engine sees it
 */
export function layoutColumns(
  { columns }: Pick<CopiedTable, "columns">,
  nameOf: (column: JsonColumn, index: number) => string,
): FileLayout["columns"] {
  const labels = columnIds(columns.map(({ name }) => name));
  return columns.map((column, index) => ({
    name: nameOf(column, index),
    label: labels[index] ?? column.name,
    type: column.type,
  }));
}

/**
 * Returns what the values of a file require.
 *
 * @param content - The columns and the longest row
 */
export function traitsOf({ columns, longestRow }: CopiedTable): Pick<TableText, "numbers" | "hasLongRows"> {
  const numbers = columns.flatMap(({ isLongNumber }, index) => (isLongNumber ? [index] : []));
  return { numbers: new Set(numbers), hasLongRows: longestRow > longRow };
}

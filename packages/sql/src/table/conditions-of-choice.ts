import { inputInvalid } from "@wellhead/sdk";
import type { ColumnCategory, TableColumn } from "./catalogue.js";
import { readColumnValues } from "./column-filters.js";
import { columnNamed } from "./select-rows.js";
import type { Condition } from "./statement.js";
import type { TableChoice } from "./table-choice.js";

const dates: readonly ColumnCategory[] = ["date", "timestamp", "instant"];
const numbers: readonly ColumnCategory[] = ["integer", "number"];

/**
 * Returns the conditions that a person chose in the form of a table.
 *
 * @param columns - Columns of the table
 * @param choice - Values of the form
 * @returns One condition per comparison that was filled in
 * @throws ConnectorError `invalid_field` that names the field whose column is missing or of the wrong kind
 */
export function conditionsOfChoice(
  columns: readonly TableColumn[],
  choice: TableChoice,
): readonly Condition[] {
  const conditions: Condition[] = [];
  const { period, numberRange, values = [], textContains = "" } = choice;
  if (period !== undefined && (period.min !== undefined || period.max !== undefined)) {
    const column = ofCategory(columnFor(columns, choice.dateColumn, "dateColumn"), dates, "dateColumn");
    conditions.push({ column, period });
  }
  if (numberRange !== undefined && (numberRange.min !== undefined || numberRange.max !== undefined)) {
    const column = ofCategory(
      columnFor(columns, choice.numberColumn, "numberColumn"),
      numbers,
      "numberColumn",
    );
    conditions.push({ column, range: numberRange });
  }
  if (values.length > 0) {
    const column = columnFor(columns, choice.valueColumn, "valueColumn");
    conditions.push({ column, values: readColumnValues(column, values, "values") });
  }
  if (textContains !== "") {
    conditions.push({ column: columnFor(columns, choice.textColumn, "textColumn"), contains: textContains });
  }
  return [...conditions, ...nullConditions(columns, choice)];
}

/**
 * Returns the conditions on NULL that a person chose.
 *
 * @param columns - Columns of the table
 * @param choice - Columns that must be NULL, and columns that must not
 * @returns One condition per column
 * @throws ConnectorError `invalid_field` for a column that the table does not have
 */
export function nullConditions(
  columns: readonly TableColumn[],
  { isNull = [], isNotNull = [] }: Pick<TableChoice, "isNull" | "isNotNull">,
): readonly Condition[] {
  return [
    ...isNull.map((name) => ({ column: columnNamed(columns, name, "isNull"), isNull: true })),
    ...isNotNull.map((name) => ({ column: columnNamed(columns, name, "isNotNull"), isNull: false })),
  ];
}

function columnFor(columns: readonly TableColumn[], name: string | undefined, field: string): TableColumn {
  if (name !== undefined && name !== "") return columnNamed(columns, name, field);
  throw inputInvalid("Could not read the table: no column to compare is chosen. Choose one.", { field });
}

function ofCategory(column: TableColumn, categories: readonly ColumnCategory[], field: string): TableColumn {
  if (categories.includes(column.category)) return column;
  const wanted = categories === dates ? "dates" : "numbers";
  throw inputInvalid(
    `Could not read the table: the column "${column.name}" does not hold ${wanted}. Choose one that does.`,
    {
      field,
    },
  );
}

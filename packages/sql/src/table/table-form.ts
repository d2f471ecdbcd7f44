import {
  bool,
  dayRange,
  decimalRange,
  type Field,
  type FieldMembers,
  type Fields,
  list,
  multiDropdown,
  type OptionsContext,
  text,
} from "@wellhead/sdk";
import type { Catalogue, ColumnCategory, Option, TableColumn, TableName } from "./catalogue.js";
import { boundedOptions, shownValues } from "./column-filters.js";
import { columnNamed } from "./select-rows.js";

/** Maximum number of values offered for a column. A last option says when there are more. */
const maxValues = 500;

/** Options of {@link tableForm}. */
export interface TableFormOptions {
  /** Returns what the account of a request may read. */
  readonly catalogue: (context: OptionsContext) => Catalogue;
  /** The schema, when only one can be read. The form then does not ask for it. */
  readonly schema?: string | undefined;
  /** Schema that the form preselects. Default: none. */
  readonly firstSchema?: string | undefined;
  /** The word for a schema that people see. Default: `Schema`. */
  readonly schemaTitle?: string | undefined;
}

const dates: readonly ColumnCategory[] = ["date", "timestamp", "instant"];
const numbers: readonly ColumnCategory[] = ["integer", "number"];

/**
 * Creates the form in which a person chooses a table, its columns and its rows. Its options are read from the database
 * each time.
 *
 * @param options - The source of the options
 * @returns The fields of the form, whose values are a `TableChoice`
 */
export function tableForm(options: TableFormOptions): Fields {
  const { catalogue, schema } = options;
  const requires = schema === undefined ? ["schema", "table"] : ["table"];
  const nameOf = ({ dependsOn }: OptionsContext): TableName => ({
    schema: schema ?? dependsOn["schema"] ?? "",
    table: dependsOn["table"] ?? "",
  });
  const columns = (categories?: readonly ColumnCategory[]) => async (context: OptionsContext) => {
    const all = (await catalogue(context).table(nameOf(context))).columns;
    return all.filter(({ category }) => categories?.includes(category) ?? true).map(columnOption);
  };
  return {
    ...(schema === undefined && { schema: schemaField(options) }),
    table: list({
      title: "Table or view",
      requires: schema === undefined ? ["schema"] : [],
      options: (context) => catalogue(context).tables(schema ?? context.dependsOn["schema"] ?? ""),
    }),
    columns: multiDropdown({
      title: "Columns",
      description: "All of them when none is chosen",
      optional: true,
      requires,
      options: columns(),
    }),
    dateColumn: list({ title: "Date column", optional: true, requires, options: columns(dates) }),
    period: dayRange({ title: "Period", description: "Rows whose date lies in it", optional: true }),
    numberColumn: list({ title: "Number column", optional: true, requires, options: columns(numbers) }),
    numberRange: decimalRange({ title: "Minimum and maximum", optional: true }),
    valueColumn: list({ title: "Value column", optional: true, requires, options: columns() }),
    values: multiDropdown({
      title: "Values",
      description: `The first ${maxValues} different values of the column are offered`,
      optional: true,
      requires: [...requires, "valueColumn"],
      options: async (context) => {
        const table = nameOf(context);
        const { columns: found } = await catalogue(context).table(table);
        const column = columnNamed(found, context.dependsOn["valueColumn"] ?? "", "valueColumn");
        return boundedOptions(await shownValues(catalogue(context), table, column), maxValues);
      },
    }),
    ...nullFields((members) => multiDropdown({ ...members, requires, options: columns() })),
    textColumn: list({ title: "Text column", optional: true, requires, options: columns() }),
    textContains: text({
      title: "Contains",
      description: "Upper and lower case are the same",
      optional: true,
    }),
    orderBy: list({ title: "Order by", optional: true, requires, options: columns() }),
    descending: bool({ title: "Largest first", optional: true }),
  };
}

/**
 * Creates the fields in which a person chooses columns that must be NULL and columns that must not be NULL.
 *
 * @param make - Creates a list of the columns
 * @returns The fields
 */
export function nullFields(make: (members: FieldMembers & { readonly optional: true }) => Field): Fields {
  return {
    isNull: make({
      title: "Columns without a value",
      description: "Rows where all of them are NULL",
      optional: true,
    }),
    isNotNull: make({
      title: "Columns with a value",
      description: "Rows where none of them is NULL",
      optional: true,
    }),
  };
}

function schemaField({ catalogue, firstSchema, schemaTitle = "Schema" }: TableFormOptions): Fields[string] {
  return list({
    title: schemaTitle,
    ...(firstSchema !== undefined && { defaultValue: firstSchema }),
    options: (context) => catalogue(context).schemas(),
  });
}

function columnOption({ name, databaseType }: TableColumn): Option {
  return { title: `${name} (${databaseType})`, value: name };
}

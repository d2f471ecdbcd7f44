import type { Column, Field } from "@wellhead/client";
import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import type { Redactor } from "../secrets/redactor.js";
import { accountOptions } from "./account-options.js";
import { defineTool } from "./define-tool.js";
import { findSource } from "./find-source.js";
import { sqlName } from "./sql-name.js";

const filterSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  type: z
    .string()
    .describe(
      "Type of the value; multidropdown and multilist take an array, date also an expression such as LAST 3 MONTHS or {_min, _max}",
    ),
  required: z.boolean(),
  hasOptions: z.boolean().describe("Whether filter_options lists its values"),
  dependsOn: z.array(z.string()).describe("Filters whose values the options depend on"),
});
const columnSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  description: z.string(),
});

/** `describe_source`: filters and columns of a source. */
export const describeSource = defineTool({
  name: "describe_source",
  title: "Describe a source",
  description: "Describes a source: its filters, its columns and its name in SQL.",
  input: z.strictObject({
    connector: z.string().describe("Name of the connector"),
    source: z.string().describe("Id of the source"),
    words: z
      .string()
      .optional()
      .describe("Words that columns and filters must contain, for sources with many; all when omitted"),
  }),
  output: z.object({
    table: z.string().describe("Name of the source in SQL"),
    title: z.string(),
    description: z.string(),
    filters: z.array(filterSchema),
    filterCount: z.number().describe("Number of all filters that match"),
    columns: z.array(columnSchema),
    columnCount: z
      .number()
      .describe("Number of all columns that match; 0 when they are only known from the rows"),
  }),
  run: async ({ connector, source: id, words = "" }, { workspace, signal }) => {
    const calls = workspace.calls();
    const connection = await calls.describe(connector, signal);
    const source = findSource(connection, id);
    const columns =
      source.columns ??
      // A connector may know the columns only with an account. The rows show them in any case.
      (await connection.connector
        .schema({ source: id, ...accountOptions(connection, calls, workspace), signal })
        .catch(() => undefined)) ??
      [];
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (text: string) => wanted.every((word) => text.toLowerCase().includes(word));
    const filters = source.filter
      .map((field) => describeFilter(field, workspace.redactor))
      .filter((filter) => matches(`${filter.id}\n${filter.title}`));
    const described = columns
      .map((column) => describeColumn(column, workspace.redactor))
      .filter((column) => matches(`${column.id}\n${column.title}`));
    const half = (workspace.limits.maxAnswerBytes - 1500) / 2;
    return {
      table: sqlName(connection.name, source.id),
      title: workspace.redactor.cut(source.name, 100),
      description: workspace.redactor.cut(source.description, 1000),
      filters: [...fitItems(filters, half)],
      filterCount: filters.length,
      columns: [...fitItems(described, half)],
      columnCount: described.length,
    };
  },
});

function describeFilter(
  { id, title, description, type, required, hasDatalist, options, dependsOn }: Field,
  redactor: Redactor,
) {
  return {
    id,
    title: redactor.cut(title, 100),
    description: redactor.cut(description, 300),
    type,
    required,
    hasOptions: hasDatalist || options.length > 0,
    dependsOn: [...dependsOn],
  };
}

function describeColumn({ id, name, type, description }: Column, redactor: Redactor) {
  return { id, title: redactor.cut(name, 100), type, description: redactor.cut(description, 200) };
}

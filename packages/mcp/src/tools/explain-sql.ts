import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { defineTool } from "./define-tool.js";
import { sourceFiltersSchema } from "./filter-inputs.js";
import { planSqlQuery } from "./query-rows.js";

/** `explain_sql`: the requests that a statement would make. */
export const explainSql = defineTool({
  name: "explain_sql",
  title: "Explain SQL",
  description:
    "Returns what run_sql would read for a statement, without reading rows: the sources, the filters that are sent to them and the columns that are kept.",
  input: z.strictObject({
    sql: z.string().min(1).max(100_000).describe("One SELECT, as for run_sql"),
    filters: sourceFiltersSchema,
  }),
  output: z.object({
    readings: z.array(
      z.object({
        connector: z.string(),
        source: z.string(),
        filter: z.unknown().describe("The filter that would be sent"),
        derived: z.array(z.string()).describe("The filters that come from the statement"),
        columns: z.array(z.string()).nullable().describe("Columns that would be kept; null for all"),
        types: z
          .array(z.string())
          .describe(
            "The declared type of each of these columns; the values of all rows decide that of others",
          ),
        unpushed: z
          .string()
          .nullable()
          .describe("Why no filter of WHERE and no LIMIT is sent; null when they may be"),
        limit: z.number().nullable().describe("Maximum number of rows to read; null for all"),
      }),
    ),
    readingCount: z.number(),
  }),
  run: async ({ sql, filters = [] }, { workspace, signal }) => {
    const planned = await planSqlQuery({ sql, filters }, workspace, signal);
    const readings = planned.map(
      ({ connection, source, filter, pushed, joined, columns, declared, limit, unpushed }) => ({
        connector: connection.name,
        source: source.id,
        filter,
        derived: [
          ...pushed.map(({ field, reason }) => `${field}: from ${reason}`),
          ...(joined?.uses ?? []).flat().map(({ fields, text }) => {
            const names = fields.map(({ id }) => id).join(", ");
            return `${names}: the values of ${text}, in as many requests as are needed`;
          }),
        ],
        columns:
          columns === undefined
            ? null
            : declared.map(({ id }) => id).filter((id) => columns.has(id.toLowerCase())),
        types: declared
          .filter(({ id }) => columns?.has(id.toLowerCase()) ?? true)
          .map(({ id, type }) => `${id}: ${type || "not declared"}`),
        unpushed: unpushed ?? null,
        limit: limit ?? null,
      }),
    );
    return {
      readings: [...fitItems(readings, workspace.limits.maxAnswerBytes - 100)],
      readingCount: readings.length,
    };
  },
});

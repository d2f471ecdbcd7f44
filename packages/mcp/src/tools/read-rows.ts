import { z } from "zod";
import { resultSchema } from "../answers/result-answer.js";
import { answerNewJob, defaultShownRows } from "./answer-job.js";
import { defineTool } from "./define-tool.js";
import { allowPartialSchema, filterValuesSchema, unfitSchema } from "./filter-inputs.js";
import { readSourceRows } from "./query-rows.js";
import { resultLinks } from "./result-links.js";

/** `read_rows`: rows of one source. */
export const readRows = defineTool({
  name: "read_rows",
  title: "Read rows",
  description:
    "Reads rows of one source, with a filter and a limit. To count, sum, sort or join rows use run_sql, which needs fewer tokens.",
  input: z.strictObject({
    connector: z.string().describe("Name of the connector"),
    source: z.string().describe("Id of the source"),
    filter: filterValuesSchema.optional(),
    columns: z.array(z.string()).min(1).optional().describe("Ids of the columns to read; all when omitted"),
    limit: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe(`Maximum number of rows; ${defaultShownRows} when omitted`),
    allowPartial: allowPartialSchema,
    unfit: unfitSchema,
  }),
  output: resultSchema,
  links: resultLinks,
  run: (
    {
      connector,
      source,
      filter = {},
      columns,
      limit = defaultShownRows,
      allowPartial = false,
      unfit = "refuse",
    },
    call,
  ) => {
    const { workspace } = call;
    const read = { connector, source, filter, columns, limit, allowsPartial: allowPartial, unfit };
    return answerNewJob(
      () => workspace.jobs.start((context) => readSourceRows(read, workspace, context)),
      { offset: 0, limit },
      call,
    );
  },
});

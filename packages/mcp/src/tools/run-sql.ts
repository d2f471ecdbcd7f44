import { z } from "zod";
import { resultSchema } from "../answers/result-answer.js";
import { answerNewJob, defaultShownRows, maxShownRows } from "./answer-job.js";
import { defineTool } from "./define-tool.js";
import { allowPartialSchema, sourceFiltersSchema, unfitSchema } from "./filter-inputs.js";
import { runSqlQuery } from "./query-rows.js";
import { resultLinks } from "./result-links.js";

/** `run_sql`: one SELECT over the rows of any sources. */
export const runSql = defineTool({
  name: "run_sql",
  title: "Run SQL",
  description:
    'Runs one SELECT of DuckDB over the rows of sources, which are tables: "connector"."source". It reads only the sources that the statement names and computes from all of their rows. Sources can be joined across connectors. It cannot write anything or read files.',
  input: z.strictObject({
    sql: z.string().min(1).max(100_000).describe('One SELECT, such as: select count(*) from "shop"."orders"'),
    filters: sourceFiltersSchema,
    limit: z
      .int()
      .min(1)
      .max(maxShownRows)
      .optional()
      .describe(`Maximum rows to show at once; ${defaultShownRows} when omitted. The result keeps all`),
    allowPartial: allowPartialSchema,
    unfit: unfitSchema,
  }),
  output: resultSchema,
  links: resultLinks,
  run: ({ sql, filters = [], limit = defaultShownRows, allowPartial = false, unfit = "refuse" }, call) => {
    const { workspace } = call;
    return answerNewJob(
      () =>
        workspace.jobs.start((context) =>
          runSqlQuery({ sql, filters, allowsPartial: allowPartial, unfit }, workspace, context),
        ),
      { offset: 0, limit },
      call,
    );
  },
});

import { z } from "zod";
import { resultSchema } from "../answers/result-answer.js";
import { answerJob, defaultShownRows, maxShownRows } from "./answer-job.js";
import { defineTool } from "./define-tool.js";
import { resultLinks } from "./result-links.js";

/** `get_result`: waits for a query, or shows more of its rows. */
export const getResult = defineTool({
  name: "get_result",
  title: "Get a result",
  description:
    "Waits for a query that is running, or shows more rows of a result. It makes no requests to sources.",
  input: z.strictObject({
    result: z.string().describe("Handle that read_rows or run_sql returned"),
    offset: z.int().min(0).optional().describe("Position of the first row to show; 0 when omitted"),
    limit: z
      .int()
      .min(1)
      .max(maxShownRows)
      .optional()
      .describe(`Maximum rows to show; ${defaultShownRows} when omitted`),
  }),
  output: resultSchema,
  annotations: { openWorldHint: false },
  links: resultLinks,
  run: ({ result, offset = 0, limit = defaultShownRows }, call) =>
    answerJob(call.workspace.jobs.find(result), { offset, limit }, call),
});

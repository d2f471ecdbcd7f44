import { z } from "zod";
import { defineTool } from "./define-tool.js";

/** `cancel_result`: ends a query and frees its rows. */
export const cancelResult = defineTool({
  name: "cancel_result",
  title: "Cancel a result",
  description: "Ends a query that is running, or frees the rows of a result that is no longer needed.",
  input: z.strictObject({ result: z.string().describe("Handle that read_rows or run_sql returned") }),
  output: z.object({ cancelled: z.boolean().describe("Whether there was such a result") }),
  annotations: { readOnlyHint: false, openWorldHint: false },
  run: ({ result }, { workspace: { jobs } }) => Promise.resolve({ cancelled: jobs.cancel(result) }),
});

import { z } from "zod";
import { fitPage } from "../answers/fit.js";
import type { Redactor } from "../secrets/redactor.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import type { AuthorWorkspace, UpstreamCall } from "./author.js";

/** Maximum characters of a body. */
const maxBodyCharacters = 1500;

/** `list_requests`: what the connector sent to its upstream. */
export const listRequests: AddTool<AuthorWorkspace> = defineTool({
  name: "list_requests",
  title: "List the requests to the upstream",
  description:
    "Lists what the connector sent to its upstream, the oldest first, so that you can see its paging: addresses, statuses, attempts, waits, and the beginnings of the bodies. Secrets of the account are removed.",
  input: z.strictObject({
    requestId: z
      .string()
      .optional()
      .describe("Only those that this call caused; the latest 200 of all when omitted"),
    bodies: z.boolean().optional().describe("Whether to show bodies; not shown when omitted"),
    offset: z.int().min(0).optional().describe("Number of requests to skip; 0 when omitted"),
  }),
  output: z.object({
    requests: z.array(
      z.object({
        method: z.string(),
        address: z.string(),
        status: z.number().nullable().describe("Null when there was no response"),
        attempt: z.number().describe("1 for the first attempt"),
        ms: z.number(),
        waitedMs: z.number().describe("Milliseconds that it waited for a limit, or after a failed attempt"),
        error: z.string(),
        sent: z.string().describe("Beginning of its body"),
        received: z.string().describe("Beginning of the body of the response"),
      }),
    ),
    requestCount: z.number(),
    nextOffset: z.number().nullable().describe("Offset of the next ones; null when all were shown"),
  }),
  run: async ({ requestId, bodies = false, offset = 0 }, { workspace }) => {
    const { author, redactor, maxAnswerBytes } = workspace;
    const calls = author.calls().filter((one) => requestId === undefined || one.requestId === requestId);
    const shown = calls.map((one) => describeCall(one, redactor, bodies));
    const page = fitPage(shown, offset, maxAnswerBytes - 200);
    return { requests: page.shown, requestCount: page.count, nextOffset: page.nextOffset };
  },
});

function describeCall(call: UpstreamCall, redactor: Redactor, bodies: boolean) {
  const { method, host, path, query = "", status, attempt, ms, waitMs = 0, error = "" } = call;
  return {
    method,
    address: redactor.cut(`${host}${path}${query}`, 500),
    status: status ?? null,
    attempt,
    ms,
    waitedMs: waitMs,
    error: redactor.cut(error, 300),
    sent: bodies ? redactor.cut(call.sent ?? "", maxBodyCharacters) : "",
    received: bodies ? redactor.cut(call.received ?? "", maxBodyCharacters) : "",
  };
}

import type { Columns } from "@wellhead/sdk";
import { authorContext } from "./author-context.js";
import type { EndpointContext } from "./endpoint-context.js";
import type { SourceRequest } from "./read-source-request.js";

/**
 * Returns the columns of a source, declared or computed.
 *
 * @param request - Source, account and filter
 * @param context - Context of the request
 * @returns The columns; `undefined` when the source does not know them
 * @throws ConnectorError `upstream_timeout` when the source takes too long, and whatever the source throws
 */
export async function readColumns(
  { source, account, filter }: SourceRequest,
  context: EndpointContext,
): Promise<Columns | undefined> {
  const { fields } = source;
  if (typeof fields !== "function") return fields;
  return context.control.call({ action: "Read columns", limit: context.limits.answerTimeout }, () =>
    fields(authorContext(context, account, { more: { filter } })),
  );
}

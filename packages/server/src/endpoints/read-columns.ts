import type { Columns } from "@wellhead/sdk";
import { withTimeLimit } from "../deadline/with-time-limit.js";
import type { EndpointContext } from "./endpoint-context.js";
import type { SourceRequest } from "./read-source-request.js";

/**
 * Gives the columns of a source, declared or computed.
 *
 * @param request - Source, account and filter
 * @param context - Context of the request
 * @returns The columns, `undefined` when the source does not know them
 * @throws ConnectorError `upstream_timeout` when it takes too long, and whatever the source throws
 */
export async function readColumns(
  { source, account, filter }: SourceRequest,
  { signal, limits, log, requestId }: EndpointContext,
): Promise<Columns | undefined> {
  const { fields } = source;
  if (typeof fields !== "function") return fields;
  return withTimeLimit({ signal, limit: limits.answerTimeout, action: "Read columns" }, (limited) =>
    fields({ account, filter, signal: limited, log, requestId }),
  );
}

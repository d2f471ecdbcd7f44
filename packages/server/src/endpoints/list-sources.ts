import type { Source } from "@wellhead/sdk";
import { withTimeLimit } from "../deadline/with-time-limit.js";
import type { EndpointContext } from "./endpoint-context.js";

/**
 * Asks a connector for its sources.
 *
 * @param context - Context of the request
 * @returns Sources by id
 * @throws ConnectorError `upstream_timeout` when it takes too long, and whatever the connector throws
 */
export function listSources({
  served,
  signal,
  limits,
}: EndpointContext): Promise<ReadonlyMap<string, Source>> {
  return withTimeLimit({ signal, limit: limits.answerTimeout, action: "List sources" }, () =>
    served.connector.sources(),
  );
}

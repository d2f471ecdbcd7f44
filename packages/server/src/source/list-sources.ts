import type { Source } from "@wellhead/sdk";
import type { RequestScope } from "../scope/request-scope.js";

/**
 * Asks a connector for its sources.
 *
 * A connector whose sources never change returns the same promise every time, so that promise is awaited only once.
 *
 * @param scope - The request
 * @param id - Source that the request is about. Default: all of them
 * @returns Sources by id; a promise only if they must be awaited
 * @throws ConnectorError `upstream_timeout` when the connector takes too long, and whatever the connector throws
 */
export function listSources(
  { served, control }: RequestScope,
  id?: string,
): ReadonlyMap<string, Source> | Promise<ReadonlyMap<string, Source>> {
  const listed =
    control.egress === undefined
      ? served.connector.sources(id)
      : control.enter(() => served.connector.sources(id));
  return served.settledSources(listed) ?? wait();

  async function wait(): Promise<ReadonlyMap<string, Source>> {
    const sources = await control.call({ action: "List sources" }, () => listed);
    served.rememberSources(listed, sources);
    return sources;
  }
}

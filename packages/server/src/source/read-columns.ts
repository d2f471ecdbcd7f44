import type { Columns } from "@wellhead/sdk";
import { authorContext } from "../account/author-context.js";
import type { RequestScope } from "../scope/request-scope.js";
import type { OpenSource } from "./open-source.js";

/**
 * Returns the columns of a source, declared or computed.
 *
 * @param open - Source, account and filter
 * @param scope - The request
 * @returns The columns; `undefined` when the source does not know them
 * @throws ConnectorError `upstream_timeout` when the source takes too long, and whatever the source throws
 */
export async function readColumns(
  { source, account, filter }: OpenSource,
  scope: RequestScope,
): Promise<Columns | undefined> {
  const { fields } = source;
  if (typeof fields !== "function") return fields;
  return scope.control.call({ action: "Read columns", limit: scope.service.limits.answerTimeout }, () =>
    fields(authorContext(scope, account, { more: { filter } })),
  );
}

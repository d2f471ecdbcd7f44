import { ConnectorError } from "@wellhead/sdk";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { listSources, requestedSource } from "../../../source/find-source.js";
import { openSource, readColumns, type SourceRequest } from "../../../source/open-source.js";
import { hasSchema } from "../describe/describe-application.js";
import { describeColumns } from "../describe/describe-columns.js";

/**
 * Handles POST /schema: returns the columns of a source, declared or computed for the account and the filter.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns One member per column
 * @throws ConnectorError `not_found` unless every source of the connector knows its columns
 * @see The connector contract, "Optional v2 endpoints"
 */
export async function schema(request: SourceRequest, scope: RequestScope): Promise<Answer> {
  if (!hasSchema(await listSources(scope))) {
    throw new ConnectorError(
      "not_found",
      "Could not describe the columns: this connector does not know them in advance.",
    );
  }
  const { source } = await requestedSource(request.source, scope, "default");
  // Fixed columns are public, as GET / lists them too. They are returned without reading the account.
  if (typeof source.fields === "object") return jsonAnswer(describeColumns(source.fields));
  const columns = await readColumns(await openSource(request, scope, "default"), scope);
  return jsonAnswer(describeColumns(columns ?? {}));
}

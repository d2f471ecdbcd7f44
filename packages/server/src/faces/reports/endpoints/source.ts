import { ConnectorError } from "@wellhead/sdk";
import { type Answer, jsonAnswer } from "../../../request/answer.js";
import { nameIgnoredFilter } from "../../../request/ignored-filter.js";
import type { RequestScope } from "../../../request/request-scope.js";
import {
  checkFilter,
  listSources,
  openSource,
  readColumns,
  requestedSource,
  type SourceRequest,
} from "../../../request/source/open-source.js";
import { readRows } from "../../../request/source/read-rows.js";
import { negotiateCompression } from "../../../stream/compression.js";
import { fieldOptions } from "../../members/form-fields.js";
import { describeColumns, hasSchema } from "../wire/describe-application.js";
import { arrowFormat, negotiateFormat, rowFormats } from "../wire/formats.js";
import type { DataRequest, OptionsRequest } from "../wire/requests.js";

/**
 * Handles POST /: returns the rows of a source.
 *
 * The account, the filter and the first batch are read before the response begins. A failure up to that point is an
 * ordinary error response.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns The rows, ready to be streamed
 * @throws ConnectorError naming what is missing or invalid, and whatever the source throws
 * @see The connector contract, POST /
 */
export async function data(request: DataRequest, scope: RequestScope): Promise<Answer> {
  const open = await openSource(request, scope, "required");
  const name = negotiateFormat(request.accept);
  const { id, version } = scope.served.connector;
  const format =
    name === "arrow" ? arrowFormat({ connector: id, version, source: open.id }) : rowFormats[name];
  const { frame, first, reader } = await readRows(open, scope, { format, page: request.page });
  const compression = negotiateCompression(request.acceptEncoding);
  const headers = {
    "content-type": frame.contentType,
    vary: "accept, accept-encoding",
    ...nameIgnoredFilter(open.source.filter, request.filter, scope),
    ...(compression !== undefined && { "content-encoding": compression }),
  };
  const { control } = scope;
  return { kind: "stream", status: 200, headers, stream: { frame, first, reader, compression, control } };
}

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

/**
 * Handles POST /datalist: returns the options of a filter field.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns A JSON array of options
 * @throws ConnectorError `unknown_source`, `unknown_field`, or `missing_field` naming the field the options depend on
 * @see The connector contract, POST /datalist
 */
export async function datalist(request: OptionsRequest, scope: RequestScope): Promise<Answer> {
  const found = await requestedSource(request.source, scope, "required");
  return jsonAnswer(await fieldOptions({ ...request, found }, scope));
}

/**
 * Handles POST /validate/filter: checks the types of the values of a filter form, then runs the source's own check.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns An empty object
 * @throws ConnectorError naming the invalid field
 * @see The connector contract, "Optional v2 endpoints"
 */
export async function validateFilter(request: SourceRequest, scope: RequestScope): Promise<Answer> {
  await checkFilter(await openSource(request, scope, "default"), scope);
  return jsonAnswer({});
}

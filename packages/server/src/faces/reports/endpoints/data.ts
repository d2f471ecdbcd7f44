import type { Answer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { openSource } from "../../../source/open-source.js";
import { readRows } from "../../../source/read-rows.js";
import { negotiateCompression } from "../../../stream/compression.js";
import { negotiateFormat, rowFormats } from "../format/formats.js";
import type { DataRequest } from "../requests/requests.js";

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
  const format = rowFormats[negotiateFormat(request.accept)];
  const { frame, first, reader } = await readRows(open, scope, { format, page: request.page });
  const compression = negotiateCompression(request.acceptEncoding);
  const headers = {
    "content-type": frame.contentType,
    vary: "accept, accept-encoding",
    ...(compression !== undefined && { "content-encoding": compression }),
  };
  const { control } = scope;
  return { kind: "stream", status: 200, headers, stream: { frame, first, reader, compression, control } };
}

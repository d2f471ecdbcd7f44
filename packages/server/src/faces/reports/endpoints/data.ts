import { authorContext } from "../../../account/author-context.js";
import type { Answer } from "../../../answer/answer.js";
import type { RequestControl } from "../../../deadline/request-control.js";
import { openRows } from "../../../encoder/open-rows.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { checkFilter, openSource } from "../../../source/open-source.js";
import { readColumns } from "../../../source/read-columns.js";
import { negotiateCompression } from "../../../stream/compression.js";
import { negotiateFormat } from "../format/negotiate-format.js";
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
  const { source, account, filter } = open;
  await checkFilter(open, scope);
  const { page } = request;
  const { control, service } = scope;
  // From now on each batch has its own timeout. The whole stream has none.
  control.release();
  const work = linkedController(control);
  const { signal } = work;
  try {
    const { frame, first, reader } = await openRows({
      format: negotiateFormat(request.accept),
      formulaEscape: service.formulaEscape,
      page: source.pages === true ? undefined : page,
      columns: () => readColumns(open, scope),
      rows: () =>
        source.rows(authorContext(scope, account, { more: { filter, ...page }, signal, bulk: true })),
      control,
      batchTimeout: service.limits.batchTimeout,
      abort: () => work.abort(),
    });
    const compression = negotiateCompression(request.acceptEncoding);
    const headers = {
      "content-type": frame.contentType,
      vary: "accept, accept-encoding",
      ...(compression !== undefined && { "content-encoding": compression }),
    };
    const stream = { frame, first, reader, compression, control };
    return { kind: "stream", status: 200, headers, stream };
  } catch (error) {
    work.abort(error);
    throw error;
  }
}

/** Returns a controller that is aborted when the request is, and that can also be aborted earlier. */
function linkedController(control: RequestControl): AbortController {
  const controller = new AbortController();
  control.onAbort((reason) => controller.abort(reason));
  return controller;
}

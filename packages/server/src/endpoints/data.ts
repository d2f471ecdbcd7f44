import type { Answer } from "../answer/answer.js";
import type { RequestControl } from "../deadline/request-control.js";
import { negotiateFormat } from "../encoder/negotiate-format.js";
import { openRows } from "../encoder/open-rows.js";
import { readCount } from "../request/read-member.js";
import { negotiateCompression } from "../stream/compression.js";
import { authorContext } from "./author-context.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { readColumns } from "./read-columns.js";
import { checkFilter, readSourceRequest } from "./read-source-request.js";

/**
 * Handles POST /: returns the rows of a source.
 *
 * The account, the filter and the first batch are read before the response begins. A failure up to that point is an
 * ordinary error response.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns The rows, ready to be streamed
 * @throws ConnectorError naming what is missing or invalid, and whatever the source throws
 * @see The connector contract, POST /
 */
export async function data({ body, header }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const request = await readSourceRequest(body, context, "required");
  const page = { limit: readCount(body, "limit"), skip: readCount(body, "skip") ?? 0 };
  await checkFilter(request, context);
  const { control } = context;
  // From now on each batch has its own timeout. The whole stream has none.
  control.release();
  const work = linkedController(control);
  try {
    const { frame, first, reader } = await openRows({
      format: negotiateFormat(header("accept")),
      formulaEscape: context.formulaEscape,
      page: request.source.pages === true ? undefined : page,
      columns: () => readColumns(request, context),
      rows: () =>
        request.source.rows(
          authorContext(context, request.account, {
            more: { filter: request.filter, ...page },
            signal: work.signal,
            bulk: true,
          }),
        ),
      control,
      batchTimeout: context.limits.batchTimeout,
      abort: () => work.abort(),
    });
    const compression = negotiateCompression(header("accept-encoding"));
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

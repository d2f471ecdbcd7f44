import type { Answer } from "../answer/answer.js";
import type { RequestControl } from "../deadline/request-control.js";
import { negotiateFormat } from "../encoder/negotiate-format.js";
import { openRows } from "../encoder/open-rows.js";
import { readCount } from "../request/read-member.js";
import { negotiateCompression } from "../stream/compression.js";
import { authorContext, type EndpointContext, type EndpointInput } from "./endpoint-context.js";
import { readColumns } from "./read-columns.js";
import { checkFilter, readSourceRequest } from "./read-source-request.js";

/**
 * POST /: the rows of a source. Account, filter and the first batch are settled before anything is answered, so a
 * failure up to there is an ordinary error.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns Rows ready to be sent
 * @throws ConnectorError naming what is missing or wrong, and whatever the source throws
 * @see The connector contract, POST /
 */
export async function data({ body, header }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const request = await readSourceRequest(body, context, "required");
  const page = { limit: readCount(body, "limit"), skip: readCount(body, "skip") ?? 0 };
  await checkFilter(request, context);
  const { control } = context;
  // From here on every batch has a limit of its own; the rows together have none.
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
          authorContext(context, request.account, { filter: request.filter, ...page, signal: work.signal }),
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

/** A controller that is aborted with the request, and can be aborted before it. */
function linkedController(control: RequestControl): AbortController {
  const controller = new AbortController();
  control.onAbort((reason) => controller.abort(reason));
  return controller;
}

import { traced } from "@wellhead/runtime";
import type { RequestControl } from "../../deadline/request-control.js";
import { type OpenedRows, openRows } from "../../stream/encoder/open-rows.js";
import type { ArrowFormat, RowFormat } from "../../stream/encoder/open-rows-options.js";
import type { Page } from "../../stream/rows/batch-reader.js";
import { authorContext } from "../account/author-context.js";
import type { RequestScope } from "../request-scope.js";
import { checkFilter, type OpenSource, readColumns } from "./open-source.js";

/** Options of {@link readRows}. */
export interface ReadRowsOptions {
  readonly format: RowFormat | ArrowFormat;
  /** The range of rows to return. */
  readonly page: Page;
}

/**
 * Starts to read the rows of a source, and waits for the first ones. From then on each batch has a timeout of its own,
 * and the request as a whole has none.
 *
 * @param open - The source, the account and the filter
 * @param scope - The request
 * @param options - Format and range
 * @returns The first batch as bytes, and the reader of the others
 * @throws ConnectorError when the filter is invalid, and whatever the source throws
 */
export async function readRows(
  open: OpenSource,
  scope: RequestScope,
  options: ReadRowsOptions,
): Promise<OpenedRows> {
  const start = { name: "source", attributes: { "wellhead.source": open.id } };
  return await traced(start, async () => readFirst(open, scope, options));
}

async function readFirst(
  open: OpenSource,
  scope: RequestScope,
  { format, page }: ReadRowsOptions,
): Promise<OpenedRows> {
  await checkFilter(open, scope);
  const { source, account, filter } = open;
  const { control, service } = scope;
  control.release();
  const work = linkedController(control);
  const { signal } = work;
  try {
    return await openRows({
      format,
      formulaEscape: service.formulaEscape,
      page: source.pages === true ? undefined : page,
      columns: () => readColumns(open, scope),
      rows: () =>
        source.rows(
          authorContext(scope, account, {
            more: { filter, ...page, since: undefined, page: undefined },
            signal,
            bulk: true,
          }),
        ),
      control,
      batchTimeout: service.limits.batchTimeout,
      abort: () => work.abort(),
      uses: scope.served.uses,
    });
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

import type { Rows } from "@wellhead/sdk";
import { authorContext } from "../../../account/author-context.js";
import { readFromPosition } from "../../../rows/positioned-reader.js";
import { RowReading } from "../../../rows/row-reading.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import type { OpenSource } from "../../../source/open-source.js";
import type { EntityType } from "../describe/entity-type.js";
import { fileAddresses } from "../files/file-owner.js";
import { EntityWriter } from "./entity-writer.js";
import type { RunPosition } from "./position-token.js";
import { type ReadPage, readPage } from "./read-page.js";

/** The page to read, and its run. */
export interface RunPageRequest {
  readonly open: OpenSource;
  readonly type: EntityType;
  readonly run: RunPosition;
  /** Token of the page; `undefined` for the first one. */
  readonly token: string | undefined;
}

/** A page whose source is still open for further reading. */
export interface RunPage extends ReadPage {
  /**
   * Must be called once the token of the next page is known: keeps the reading for it, or stops it.
   *
   * @param token - The token; `undefined` after the last page
   */
  finish(token: string | undefined): void;
}

/** After this number of consecutive empty pages, a page waits for its first row as long as a stream would. */
const maxWaits = 10;

const action = "read the rows";

/**
 * Reads a page of a run: of rows, or of the keys of deleted rows.
 *
 * @param request - Which page
 * @param scope - The request's scope
 * @returns The page
 * @throws Whatever the source throws
 */
export async function readRunPage(request: RunPageRequest, scope: RequestScope): Promise<RunPage> {
  const { open, type, run, token } = request;
  const { control, service } = scope;
  const { maxPageRows, maxPageBytes, pageTime, batchTimeout } = service.limits;
  // The page has its own time limit, and so has each batch.
  control.release();
  const parked = token === undefined ? undefined : service.readings.take(token);
  const reading = parked ?? (await startReading(request, scope));
  const remove = control.onAbort(() => reading.stop());
  try {
    const writer = new EntityWriter(open.id, type, await fileAddresses(open, scope));
    const page = await readPage({
      start: run.rows,
      peek: (late) =>
        control.call({ action, limit: batchTimeout }, () => Promise.race([reading.peek(), late])),
      advance: (batch, count) => reading.advance(batch, count),
      write: run.phase === "rows" ? (row) => writer.write(row) : (key) => writer.remove(key),
      limits: {
        maxRows: maxPageRows,
        maxBytes: maxPageBytes,
        timeMs: (run.waits ?? 0) < maxWaits ? pageTime : undefined,
      },
    });
    return { ...page, finish: (next) => finishReading(reading, page, { next, scope }) };
  } catch (error) {
    reading.stop();
    throw error;
  } finally {
    remove();
  }
}

/** Keeps the source open for the next page if that page would otherwise have to read rows again. */
function finishReading(
  reading: RowReading,
  { items, next: position }: ReadPage,
  { next, scope }: { readonly next: string | undefined; readonly scope: RequestScope },
): void {
  const isCostly = position !== undefined && (position.rows > 0 || items.length === 0);
  if (next !== undefined && isCostly) scope.service.readings.park(next, reading);
  else reading.stop();
}

async function startReading({ open, run }: RunPageRequest, scope: RequestScope): Promise<RowReading> {
  const { control, service } = scope;
  const controller = new AbortController();
  const remove = control.onAbort((reason) => controller.abort(reason));
  try {
    const found = await control.call({ action, limit: service.limits.batchTimeout }, () =>
      startSource({ open, run }, { scope, signal: controller.signal }),
    );
    return new RowReading(readFromPosition(found, run.rows), () => controller.abort());
  } finally {
    remove();
  }
}

function startSource(
  { open, run }: Pick<RunPageRequest, "open" | "run">,
  { scope, signal }: { readonly scope: RequestScope; readonly signal: AbortSignal },
): Rows | Promise<Rows> {
  const { source, account, filter } = open;
  const { phase, since } = run;
  const options = { signal, bulk: true };
  if (phase === "deleted" && since !== undefined)
    return source.deleted?.(authorContext(scope, account, { more: { filter, since }, ...options })) ?? [];
  const after = Array.isArray(run.rows?.base) ? run.rows.base : undefined;
  const page = { maxRows: scope.service.limits.maxPageRows, after };
  const more = { filter, since, page, limit: undefined, skip: 0 };
  return source.rows(authorContext(scope, account, { more, ...options }));
}

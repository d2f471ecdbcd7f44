import { type ByteWriter, writeJson } from "@wellhead/rows";
import type { Position, Rows } from "@wellhead/sdk";
import { authorContext } from "../../../request/account/author-context.js";
import type { RequestScope } from "../../../request/request-scope.js";
import type { OpenSource } from "../../../request/source/open-source.js";
import { EncodedLines, type RowList } from "../../../stream/rows/encoded-lines.js";
import { readFromPosition } from "../../../stream/rows/positioned-reader.js";
import { longerSegment, RowReading } from "../../../stream/rows/row-readings.js";
import { isPlaced, type NextSegment } from "../../../stream/rows/segments.js";
import type { EntityType } from "../describe/entity-type.js";
import { fileAddresses } from "../files/file-address.js";
import { EntityEncoder } from "./entity-encoder.js";
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
  /** Whether the rows are those of the source, as reports have them. */
  readonly isExact: boolean;
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
  const { token } = request;
  const { control, service } = scope;
  // The page has its own time limit, and so has each batch.
  control.release();
  const parked = token === undefined ? undefined : service.readings.take(token);
  if (parked === undefined) return readFrom(await startReading(request, scope), request, scope);
  try {
    return await readFrom(parked, request, scope);
  } catch (error) {
    // While a segment waited, its source may have been stopped. Another reading can begin where the page begins.
    if (parked.segmentPages === undefined || control.aborted) throw error;
    return readFrom(await startReading(request, scope), request, scope);
  }
}

async function readFrom(
  reading: RowReading,
  { open, type, run, isExact }: RunPageRequest,
  scope: RequestScope,
): Promise<RunPage> {
  const { control, service } = scope;
  const { maxPageRows, maxPageBytes, pageTime, batchTimeout } = service.limits;
  const remove = control.onAbort(() => reading.stop());
  try {
    const addressOf = await fileAddresses(open, scope);
    const writer = new EntityWriter(open.id, type, { addressOf, keyTexts: reading.keyTexts, isExact });
    const page = await readPage({
      start: run.rows,
      peek: (late) =>
        control.call({ action, limit: batchTimeout }, () => Promise.race([reading.peek(), late])),
      advance: (batch, count) => reading.advance(batch, count),
      write: run.phase === "rows" ? entityWriter(writer, type) : removalWriter(writer),
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

type WriteEntity = (rows: RowList, index: number, target: ByteWriter) => void;

function entityWriter(writer: EntityWriter, type: EntityType): WriteEntity {
  let encoder: EntityEncoder | undefined;
  return (rows, index, target) => {
    if (rows instanceof EncodedLines) {
      encoder ??= new EntityEncoder(writer, type, rows.columns);
      encoder.write(rows, index, target);
    } else target.appendText(writer.writeText(rows[index] ?? {}));
  };
}

function removalWriter(writer: EntityWriter): WriteEntity {
  return (rows, index, target) => {
    const key = rows instanceof EncodedLines ? rows.row(index) : (rows[index] ?? {});
    target.appendText(writeJson(writer.remove(key)) ?? "{}");
  };
}

/** Keeps the source open if the next page can continue it, and would otherwise have to start it again. */
function finishReading(
  reading: RowReading,
  { body, count, isStopped, next: position }: ReadPage,
  { next, scope }: { readonly next: string | undefined; readonly scope: RequestScope },
): void {
  const { segmentPages } = reading;
  const { readings } = scope.service;
  const { isEnding } = scope.served.uses;
  const isCostly = position !== undefined && (position.rows > 0 || count === 0 || segmentPages !== undefined);
  if (next !== undefined && isCostly && !isStopped && !isEnding) return readings.park(next, reading);
  reading.stop();
  if (next !== undefined && segmentPages !== undefined)
    readings.noteSegmentEnd(next, segmentPages, body.length);
}

async function startReading(request: RunPageRequest, scope: RequestScope): Promise<RowReading> {
  const { run, token } = request;
  const { control, service } = scope;
  const controller = new AbortController();
  const { signal } = controller;
  const remove = control.onAbort((reason) => controller.abort(reason));
  const segmentPages = service.readings.segmentPagesAfter(token);
  try {
    const found = await control.call({ action, limit: service.limits.batchTimeout }, () =>
      startSource(request, scope, { signal, segmentPages, after: run.rows?.base }),
    );
    const isSegmented = isPlaced(found);
    // The request for the second page may reach another replica, so the first segment is read alone.
    const nextSegment =
      segmentPages > 1 ? segmentStarter(request, scope, { signal, segmentPages }) : undefined;
    return new RowReading(readFromPosition(found, run.rows, nextSegment), {
      abort: () => controller.abort(),
      uses: scope.served.uses,
      segmentPages: isSegmented ? segmentPages : undefined,
      keyTexts: isSegmented ? found.positions.columns : undefined,
    });
  } finally {
    remove();
  }
}

interface StartOptions {
  readonly signal: AbortSignal;
  readonly segmentPages: number;
  /** The position of the source after which it begins. Default: at its first row. */
  readonly after?: Position | undefined;
}

/** Starts further segments while pages are taken, also after the request that began the reading. */
function segmentStarter(
  request: RunPageRequest,
  scope: RequestScope,
  { signal, segmentPages }: StartOptions,
): NextSegment {
  let pages = segmentPages;
  return async (after, bytes) => {
    pages = longerSegment(pages, bytes / pages);
    return startSource(request, scope, { signal, segmentPages: pages, after });
  };
}

function startSource(
  { open, run }: RunPageRequest,
  scope: RequestScope,
  { signal, segmentPages, after }: StartOptions,
): Rows | Promise<Rows> {
  const { source, account, filter } = open;
  const { phase, since } = run;
  const options = { signal, bulk: true };
  if (phase === "deleted" && since !== undefined)
    return source.deleted?.(authorContext(scope, account, { more: { filter, since }, ...options })) ?? [];
  const maxRows = scope.service.limits.maxPageRows * segmentPages;
  const page = { maxRows, after: Array.isArray(after) ? after : undefined };
  const more = { filter, since, page, limit: undefined, skip: 0 };
  return source.rows(authorContext(scope, account, { more, ...options }));
}

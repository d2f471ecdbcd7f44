import {
  type AnyAccount,
  type Changes,
  type Columns,
  type Context,
  type EncodedRows,
  encodedRows,
  type Fields,
  isConnectorError,
  type RowKey,
  type RowOf,
  type RowsContext,
  type Synchronization,
  upstreamInvalid,
} from "@wellhead/sdk";
import { makeRowSink, ObjectSink, type RowColumns } from "../rows/row-sink.js";
import type { ToolConfig } from "../specification/specification.js";
import type { Stream } from "../specification/stream.js";
import { StreamReading } from "../tool/stream-reading.js";
import type { ToolRequest } from "../tool/tool.js";
import type { OpenTool } from "./open-tool.js";
import type { SavedState } from "./state-journal.js";
import { chosenColumns, chosenNames, type Values } from "./stream-columns.js";

/** Field of the filter with the instant from which rows are read. */
export const startField = "start";

/** Context of a callback that gets the values of the filter. */
export type FilterContext = Context & { readonly filter: Values };
/** Context of a callback that reads rows. */
export type ReadContext = FilterContext &
  Pick<RowsContext<AnyAccount, Fields>, "limit" | "skip" | "since" | "page">;
/** Rows with the values that the program sends. */
export type StreamRows = EncodedRows | AsyncIterable<readonly RowOf<Columns>[]>;

/**
 * Reads the rows of a stream.
 *
 * @param open - The program
 * @param stream - The stream
 * @param context - The request
 * @returns The rows
 */
export function readRows(open: OpenTool, stream: Stream, context: ReadContext): StreamRows {
  const { filter, skip, limit } = context;
  const columns = Object.keys(chosenColumns(open, stream, filter));
  const kept: RowColumns = { columns, keeps: keptMembers(open, filter, columns) };
  if (columns.length === 0) return objectRows(open, stream, { context, kept });
  return encodedRows({
    columns,
    async *encode(encoding) {
      const reading = await startReading(open, stream, context);
      yield* checkedRows(open, context, reading.rows(makeRowSink(encoding, kept), { skip, limit }));
    },
  });
}

/** Returns which members rows keep; `undefined` when they keep all. */
function keptMembers(open: OpenTool, filter: Values, columns: readonly string[]): RowColumns["keeps"] {
  const { hide = [] } = open.options;
  if (chosenNames(filter).length > 0) return (name) => columns.includes(name);
  return hide.length === 0 ? undefined : (name) => !hide.includes(name);
}

interface ObjectRowsOptions {
  readonly context: ReadContext;
  readonly kept: RowColumns;
}

/** Reads a stream whose columns are unknown. The service applies the range, and finds the columns. */
async function* objectRows(
  open: OpenTool,
  stream: Stream,
  { context, kept }: ObjectRowsOptions,
): AsyncGenerator<readonly RowOf<Columns>[]> {
  const reading = await startReading(open, stream, context);
  const found = reading.rows(new ObjectSink(kept.keeps), { skip: 0, limit: undefined });
  for await (const rows of checkedRows(open, context, found)) {
    // Nothing is known of the columns, so that any value fits.
    yield rows as readonly RowOf<Columns>[];
  }
}

/** Checks the account if reading fails before the first row, because a program may not say why it has ended. */
async function* checkedRows<Batch>(
  open: OpenTool,
  context: ReadContext,
  batches: AsyncGenerator<Batch>,
): AsyncGenerator<Batch> {
  let isFirst = true;
  try {
    for await (const batch of batches) {
      isFirst = false;
      yield batch;
    }
  } catch (error) {
    if (isFirst && isConnectorError(error) && error.code === "upstream_invalid")
      await open.tool.check(open.requestOf(context.account), context);
    throw error;
  }
}

/** Starts a reading. One of a synchronization goes on from a state, and saves the state after it. */
async function startReading(
  open: OpenTool,
  stream: Stream,
  context: ReadContext,
): Promise<{ readonly rows: StreamReading["rows"] }> {
  const asked = requestOf(open, context);
  const isIncremental = context.page !== undefined && isSynchronized(stream);
  const what = [asked.config, stream.id];
  const saved = isIncremental ? await stateSince(open, what, context.since) : undefined;
  const state = saved?.state;
  const { request, protocol } = open.tool.prepare({ ...asked, stream, isIncremental, state });
  const run = await open.runner.start(request, context);
  const onConfig = (config: ToolConfig): void => open.remember(context.account, config);
  const reading = new StreamReading(run, { protocol, onConfig });
  if (!isIncremental) return reading;
  return {
    async *rows(sink, range) {
      yield* reading.rows(sink, range);
      // A program that says nothing of its version has not begun another one.
      const version = protocol.version ?? saved?.version;
      if (protocol.state === undefined) return;
      const at = (open.options.now ?? Date.now)();
      const next = { at, state: protocol.state, ...(version !== undefined && { version }) };
      if (await open.states.save(what, next, saved)) throw replacedRows(stream);
    },
  };
}

/** Columns by which sources of Airbyte and taps say that a row was deleted. */
const deletedColumns = ["_ab_cdc_deleted_at", "_sdc_deleted_at"] as const;

/**
 * @param stream - A stream
 * @returns Whether a synchronization can read what has changed in it
 */
export function isSynchronized({ isIncremental, key }: Stream): boolean {
  return isIncremental && key !== undefined;
}

/**
 * @param open - The program
 * @returns How changes are found: the state says where they begin, not a column
 */
export function changesOf({ options }: OpenTool): Changes {
  return { by: "", lookback: "0 s", fullEvery: options.fullEvery ?? "1 d" };
}

/**
 * @param open - The program
 * @param stream - The stream
 * @returns Its key, and how its changes are found
 */
export function synchronizationOf(open: OpenTool, stream: Stream): Synchronization {
  const { key } = stream;
  if (key === undefined) return {};
  return isSynchronized(stream) ? { key, changes: changesOf(open) } : { key };
}

/** Finds the state from which a reading goes on. */
async function stateSince(
  open: OpenTool,
  what: readonly unknown[],
  since: string | undefined,
): Promise<SavedState | undefined> {
  if (since === undefined) return undefined;
  return open.states.find(what, Date.parse(since));
}

function replacedRows({ id }: Pick<Stream, "id">): Error {
  return upstreamInvalid(
    `Could not read what has changed in "${id}": the program has replaced all of its rows. Read all rows again, such as with --full.`,
  );
}

/**
 * Reports whether there is a state from which the changes since an instant can be read.
 *
 * @param open - The program
 * @param stream - The stream
 * @param context - The request
 * @returns Whether there is one; without it, all rows have to be read
 */
export async function knowsChanges(
  open: OpenTool,
  stream: Stream,
  context: FilterContext & { readonly since: string },
): Promise<boolean> {
  const { config } = requestOf(open, context);
  return (await stateSince(open, [config, stream.id], context.since)) !== undefined;
}

/** Returns what a program gets for a request. */
function requestOf(open: OpenTool, { account, filter }: FilterContext): ToolRequest {
  const start = filter[startField];
  return open.requestOf(account, typeof start === "string" ? start : undefined);
}

/**
 * Reads the changes again, and lists the rows whose last change was their deletion.
 *
 * @param open - The program
 * @param stream - The stream
 * @param context - The request
 * @returns Their keys
 */
export async function deletedKeys(
  open: OpenTool,
  stream: Stream,
  context: FilterContext & { readonly since: string },
): Promise<readonly RowKey[]> {
  const { key = [], columns } = stream;
  const marks = deletedColumns.filter((name) => Object.hasOwn(columns, name));
  if (!isSynchronized(stream) || marks.length === 0) return [];
  const asked = requestOf(open, context);
  const saved = await stateSince(open, [asked.config, stream.id], context.since);
  const { request, protocol } = open.tool.prepare({
    ...asked,
    stream,
    isIncremental: true,
    state: saved?.state,
  });
  const run = await open.runner.start(request, context);
  const reading = new StreamReading(run, {
    protocol,
    onConfig: (config) => open.remember(context.account, config),
  });
  const deleted = new Map<string, RowKey>();
  for await (const rows of reading.rows(new ObjectSink(undefined), { skip: 0, limit: undefined })) {
    for (const row of rows) {
      const id = JSON.stringify(key.map((name) => row[name]));
      if (marks.some((name) => typeof row[name] === "string"))
        deleted.set(id, Object.fromEntries(key.map((name) => [name, row[name]])));
      else deleted.delete(id);
    }
  }
  return [...deleted.values()];
}

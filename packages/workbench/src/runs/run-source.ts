import {
  type Account,
  type Application,
  type Connector,
  IncompleteRowsError,
  type RowReading,
} from "@wellhead/client";
import type { Results } from "@wellhead/results";
import type { ChangedMember, DeclaredColumn, RunRequest } from "../protocol/index.js";
import { FirstRowsReader } from "./first-rows.js";
import type { RunContext } from "./run-context.js";
import { describeFault, type RunOutcome, tableColumns } from "./run-outcome.js";

/**
 * Requests the rows of a source as a platform does, and loads them into an engine.
 *
 * @param request - Connector, source, account and filter
 * @param context - The run
 * @returns How it ended, with the rows that arrived
 */
export async function runSource(request: RunRequest, context: RunContext): Promise<RunOutcome> {
  const connector = context.connect(request.base);
  // The engine starts while the connector handles the request.
  const opening = context.openResults();
  opening.catch(() => undefined);
  try {
    const { signal } = context;
    const { source, filter, limit } = request;
    const application = await connector.describe({ signal });
    const account = await validAccount(connector, request, context);
    const declared = await declaredColumns(connector, { application, source, account, filter, signal });
    const reading = await connector.rows({
      source,
      filter,
      unknownFilter: "refuse",
      limit,
      account,
      validate: false,
      signal,
    });
    return await loadRows(reading, { opening, declared, context });
  } catch (error) {
    const closed = opening.then((results) => results.close()).catch(() => undefined);
    return { result: describeFault(error, context), closed };
  }
}

/** Validates the account once for all requests of the run, and reports changes to the page. */
async function validAccount(
  connector: Connector,
  { base, account, validate = true }: RunRequest,
  context: RunContext,
): Promise<Account | undefined> {
  if (account === undefined || !validate) return account;
  const valid = await connector.validate(account, { signal: context.signal });
  const changed = changedMembers(account, valid);
  if (changed.length > 0) context.send({ type: "account", base, account: valid, changed });
  return valid;
}

interface DeclaredColumnsOptions extends Pick<RunRequest, "source" | "filter"> {
  readonly application: Application;
  readonly account: Account | undefined;
  readonly signal: AbortSignal;
}

async function declaredColumns(
  connector: Connector,
  { application, source, account, filter, signal }: DeclaredColumnsOptions,
): Promise<readonly DeclaredColumn[]> {
  const own = application.sources.find(({ id }) => id === source)?.columns;
  if (own !== undefined || !application.hasSchema) return own ?? [];
  const options = { source, account, validate: false, filter, signal };
  // The rows also show the columns, so the run continues if the connector cannot list them.
  return (await connector.schema(options).catch(() => undefined)) ?? [];
}

interface LoadRowsOptions {
  /** The engine, which may still be starting. */
  readonly opening: Promise<Results>;
  readonly declared: readonly DeclaredColumn[];
  readonly context: RunContext;
}

async function loadRows(reading: RowReading, options: LoadRowsOptions): Promise<RunOutcome> {
  const { opening, declared, context } = options;
  const first = new FirstRowsReader();
  let countPlainRows: Parameters<RowReading["lines"]>[0] | undefined;
  const parts = readParts(reading, { countPlainRows: (lines) => countPlainRows?.(lines), first, context });
  // The first rows are shown as they arrive, not only once the engine has started.
  const beginning = parts.next();
  beginning.catch(() => undefined);
  const results = await opening;
  const lines = (count: Parameters<RowReading["lines"]>[0]) => {
    countPlainRows = count;
    return continueParts(beginning, parts);
  };
  const { table, rowCount, incomplete, unfit } = await results.load(
    { lines },
    // The page shows what the connector sends, also where it contradicts the declared type.
    { schema: "run", name: "rows", declared, unfit: "keep" },
  );
  const unread = new Map(unfit.map(({ key, count, first: text }) => [key, { count, first: text }]));
  const columns = tableColumns(table.columns, declared, first.columns).map((column) => {
    const found = unread.get(column.key ?? column.name);
    return found === undefined ? column : { ...column, unread: found };
  });
  const fault = context.isCancelled ? new Error("cancelled") : incomplete;
  const ending = context.isCancelled ? "cancelled" : (incomplete?.ending ?? "whole");
  const message = context.isCancelled || fault === undefined ? "" : fault.message;
  return { result: { ending, message, columns, rowCount }, kept: { results, table, columns } };
}

type Parts = ReturnType<RowReading["lines"]>;

async function* continueParts(beginning: ReturnType<Parts["next"]>, parts: Parts): Parts {
  const first = await beginning;
  if (first.done === true) return;
  yield first.value;
  yield* parts;
}

interface ReadPartsOptions {
  readonly countPlainRows: Parameters<RowReading["lines"]>[0];
  readonly first: FirstRowsReader;
  readonly context: RunContext;
}

/**
 * Passes on the rows of a reading, and reports the first rows and the progress. Ends early when the run is cancelled.
 */
async function* readParts(reading: RowReading, { countPlainRows, first, context }: ReadPartsOptions): Parts {
  try {
    for await (const part of reading.lines(countPlainRows)) {
      context.progress.add("lines" in part ? part.rows : part.texts.length, part.bytes);
      if (!first.isFull) {
        const rows = "lines" in part ? first.readLines(part.lines) : first.read(part.texts);
        if (rows !== undefined) context.send({ type: "rows", ...rows });
      }
      yield part;
      if (context.isCancelled) return;
    }
  } catch (error) {
    if (!context.isCancelled || error instanceof IncompleteRowsError) throw error;
  }
  context.send({ type: "storing" });
}

function changedMembers(before: Account, after: Account): readonly ChangedMember[] {
  return Object.entries(after).flatMap(([name, value]): readonly ChangedMember[] => {
    // The kind of the account is sent under both of its names.
    if (name === "auth" || name === "identifier") return [];
    if (!Object.hasOwn(before, name)) return [{ name, change: "added" }];
    return JSON.stringify(before[name]) === JSON.stringify(value) ? [] : [{ name, change: "replaced" }];
  });
}

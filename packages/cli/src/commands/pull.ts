import type { Source } from "@wellhead/client";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { syncOptions } from "../command-line/usage/sync-options.js";
import { findAccount } from "../read/pull/find-account.js";
import { findSource } from "../read/pull/find-source.js";
import {
  arrowOutput,
  checkOutputPath,
  openOutput,
  parquetBatches,
  refuseExisting,
} from "../read/pull/outputs/open-output.js";
import { Progress } from "../read/pull/progress.js";
import { pullBatches, pullParquet, pullRows } from "../read/pull/pull-rows.js";
import { readFilters } from "../read/pull/read-filters.js";
import { warnOfUnknownOptions } from "../read/pull/warn-of-unknown-options.js";
import { readTypes, warnOfUndeclaredColumns } from "../read/sql/read-table-types.js";
import { readCallerHeaders } from "../remote/caller-headers.js";
import { connect, readAddress } from "../remote/connect.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead pull`: copies the rows of a source of any connector.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runPull(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  checkMode(commandLine);
  const [address = "", sourceId = ""] = commandLine.operands;
  const base = readAddress(address);
  if (commandLine.has("sync")) {
    const { runSync } = await import("../sync/run-sync.js");
    return runSync(base, commandLine, terminal);
  }
  const limit = commandLine.count("limit");
  const skip = commandLine.count("skip");
  const path = commandLine.value("output");
  checkOutputPath(path);
  if (!commandLine.has("force")) await refuseExisting(path, terminal);
  const headers = await readCallerHeaders(commandLine, terminal);
  const stop = watchStopSignals();
  try {
    const connector = connect(base, { headers, terminal });
    const application = await connector.describe({ signal: stop.signal });
    const source = findSource(application, sourceId);
    const filter = readFilters(commandLine.values("filter"), source);
    const types = readTypes(commandLine.values("type"));
    const account = await findAccount(commandLine, { connector, terminal, stop });
    const warnings = [
      ...warnOfUndeclaredColumns(Object.keys(types), source),
      ...(await warnOfUnknownOptions(connector, { source, account, filter, signal: stop.signal })),
    ];
    for (const warning of warnings) await write(terminal.notes, `${warning}\n`);
    const progress = new Progress(terminal.notes);
    const allowCloseDelimited = commandLine.has("allow-close-delimited");
    const request = { source: source.id, account, validate: false, filter, limit, skip, allowCloseDelimited };
    const tools = { progress, stop, keepPartial: commandLine.has("keep-partial") };
    const openArrow = arrowOutput(path, terminal);
    const destination = { path, source: typedSource(source, types), terminal };
    const openBatches = parquetBatches(destination);
    const open = () => openOutput(destination);
    if (openArrow !== undefined) await pullBatches(connector, request, { ...tools, open: openArrow });
    else if (openBatches !== undefined)
      await pullParquet(connector, request, { ...tools, open, openBatches });
    else await pullRows(connector, request, { ...tools, open });
    const file = path === "-" ? undefined : path;
    if (commandLine.has("json")) {
      // Rows take standard output; a summary after them would be another row.
      const output = file === undefined ? terminal.stderr : terminal.stdout;
      progress.clear();
      await write(output, `${JSON.stringify({ file, ...progress.summary() })}\n`);
    } else progress.finish(file);
    return "success";
  } catch (error) {
    // A request that was still pending fails as usual, but the command must report that it was stopped. A command error
    // says more, such as where the rows are when the engine that converts them was stopped.
    if (error instanceof CommandError) throw error;
    const reason = stop.reason();
    if (reason !== undefined)
      throw new CommandError(reason, `Could not pull "${sourceId}": stopped before the first row.`, {
        cause: error,
      });
    // Loaded only for an error: rows do not need the code of dates.
    const { isDateRangeError } = await import("@wellhead/contract/dates");
    if (isDateRangeError(error)) throw new CommandError("unreadableDate", error.message, { cause: error });
    throw error;
  } finally {
    stop.end();
  }
}

/** Returns a source whose columns have the types that the user chose. */
function typedSource(source: Source, types: Readonly<Record<string, string>>): Source {
  if (Object.keys(types).length === 0) return source;
  const known = source.columns ?? [];
  const added = Object.keys(types).filter((id) => !known.some((column) => column.id === id));
  const columns = [...known, ...added.map((id) => ({ id, name: id, description: "", type: "" }))];
  return {
    ...source,
    columns: columns.map((column) => ({ ...column, type: types[column.id] ?? column.type })),
  };
}

/** Options that belong to a file of rows. */
const fileOptions = ["output", "force", "keep-partial", "limit", "skip", "type", "allow-close-delimited"];

function checkMode(commandLine: Arguments): void {
  const isSync = commandLine.has("sync");
  if (isSync !== (commandLine.operands.length === 1)) {
    throw usageError(
      isSync
        ? "Could not read the command line: --sync reads types, not a source. Choose them with --types."
        : "Could not read the command line: expected wellhead pull <url> <source>, or wellhead pull <url> --sync <target>.",
    );
  }
  const others = isSync ? fileOptions : Object.keys(syncOptions);
  const wrong = others.find((name) => commandLine.has(name));
  if (wrong !== undefined)
    throw usageError(
      `Could not read the command line: --${wrong} ${isSync ? "cannot be used with --sync" : "needs --sync"}.`,
    );
  if (commandLine.has("type") && commandLine.value("output")?.toLowerCase().endsWith(".parquet") !== true)
    throw usageError("Could not read the command line: --type needs an --output that ends with .parquet.");
}

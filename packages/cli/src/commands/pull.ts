import { isDateRangeError } from "@wellhead/contract/dates";
import type { Arguments } from "../command/arguments.js";
import type { Command } from "../command/command.js";
import { CommandError, usageError } from "../command/command-error.js";
import type { ExitName } from "../command/exit-codes.js";
import { findAccount } from "../pull/find-account.js";
import { findSource } from "../pull/find-source.js";
import { checkOutputPath, openOutput, refuseExisting } from "../pull/outputs/open-output.js";
import { Progress } from "../pull/progress.js";
import { pullRows } from "../pull/pull-rows.js";
import { readFilters } from "../pull/read-filters.js";
import { warnOfUnknownOptions } from "../pull/warn-of-unknown-options.js";
import { callerOptions, readCallerHeaders } from "../remote/caller-headers.js";
import { connect, readAddress } from "../remote/connect.js";
import { runSync, syncOptions } from "../sync/run-sync.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** `wellhead pull`: copies the rows of a source of any connector. */
export const pull: Command = {
  name: "pull",
  summary: "Copy the rows of a source into a file or a pipe, or synchronize types into a database",
  operands: "<url> [source]",
  operandCount: [1, 2],
  description: [
    "Rows go to standard output, one JSON object per line, or into a file whose name ends with the format. Every\ndigit of a number is kept. Works on every connector, including one that sends CSV.",
    'A file gets its name only when every row has arrived. When the stream was marked as failed (exit code 4) or\ncut (5), the rows stay in <file>.partial, and standard output ends with {"__streamError": {"message", "code"}}.',
    "With --sync and without a source, types of entities are brought up to date in a folder of Parquet files, DuckDB,\nSQLite or PostgreSQL: new and changed rows by key, and deletions. What has been read is stored page by page, so a run\nthat was stopped, even killed, goes on when the same command runs again.",
  ],
  options: {
    output: {
      value: "file",
      short: "o",
      description: "Write a file: .ndjson, .jsonl, .json, .csv or .parquet; default: standard output",
    },
    force: { description: "Replace an existing file" },
    "keep-partial": {
      description: "Rename the file even when rows are missing; the exit code still reports it",
    },
    filter: {
      value: "name=value",
      short: "f",
      several: true,
      description:
        "A filter; the value is JSON, text or a date such as LAST 3 MONTHS, and a repeated name makes a list",
    },
    account: {
      value: "file",
      description: "JSON file with the account, where refreshed tokens are written back; or env:VARIABLE",
    },
    "no-validate": { description: "Use the account as it is, without calling POST /validate first" },
    limit: {
      value: "rows",
      description: "Maximum number of rows, even if the connector ignores it; default: all",
    },
    skip: {
      value: "rows",
      description: "Number of rows to skip, even if the connector ignores it; default: 0",
    },
    ...syncOptions,
    ...callerOptions,
  },
  examples: [
    { line: "wellhead pull http://127.0.0.1:8642 tea-orders -o orders.parquet", does: "A whole source" },
    {
      line: 'wellhead pull http://127.0.0.1:8642 tea-orders -f "ordered_at=LAST 3 MONTHS" -o orders.csv',
      does: "The rows of three months",
    },
    {
      line: "wellhead pull http://127.0.0.1:8642 bike-trips --limit 10 | jq .distance_km",
      does: "Into a pipe",
    },
    {
      line: "wellhead pull http://127.0.0.1:8642/github --sync issues.duckdb --types issue",
      does: "Bring a database up to date; run it again for what changed since",
    },
  ],
  run,
};

async function run(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  checkMode(commandLine);
  const [address = "", sourceId = ""] = commandLine.operands;
  const base = readAddress(address);
  if (commandLine.has("sync")) return runSync(base, commandLine, terminal);
  const limit = commandLine.count("limit");
  const skip = commandLine.count("skip");
  const path = commandLine.value("output");
  checkOutputPath(path);
  if (!commandLine.has("force")) await refuseExisting(path, terminal);
  const headers = await readCallerHeaders(commandLine, terminal);
  const stop = watchStopSignals();
  try {
    const connector = connect(base, headers);
    const application = await connector.describe({ signal: stop.signal });
    const source = findSource(application, sourceId);
    const filter = readFilters(commandLine.values("filter"), source);
    const account = await findAccount(commandLine, { connector, terminal, stop });
    const warnings = await warnOfUnknownOptions(connector, { source, account, filter, signal: stop.signal });
    for (const warning of warnings) await write(terminal.stderr, `${warning}\n`);
    const progress = new Progress(terminal.stderr);
    await pullRows(
      connector,
      { source: source.id, account, validate: false, filter, limit, skip },
      {
        open: () => openOutput({ path, source, terminal }),
        progress,
        stop,
        keepPartial: commandLine.has("keep-partial"),
      },
    );
    progress.finish(path === "-" ? undefined : path);
    return "success";
  } catch (error) {
    if (isDateRangeError(error)) throw new CommandError("unreadableDate", error.message, { cause: error });
    const reason = stop.reason();
    // A request that was still pending fails as usual, but the command must report that it was stopped.
    if (reason === undefined || (error instanceof CommandError && error.exit === reason)) throw error;
    throw new CommandError(reason, `Could not pull "${sourceId}": stopped before the first row.`, {
      cause: error,
    });
  } finally {
    stop.end();
  }
}

/** Options that belong to a file of rows. */
const fileOptions = ["output", "force", "keep-partial", "limit", "skip"];

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
  if (wrong === undefined) return;
  throw usageError(
    `Could not read the command line: --${wrong} ${isSync ? "cannot be used with --sync" : "needs --sync"}.`,
  );
}

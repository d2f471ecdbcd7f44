import { resolve } from "node:path";
import type { Arguments } from "../command/arguments.js";
import type { Command } from "../command/command.js";
import { CommandError } from "../command-error.js";
import type { ExitName } from "../exit-codes.js";
import { type FlatAccount, nameAccountKind, readAccountFile, refreshAccount } from "../pull/account-file.js";
import { findSource } from "../pull/find-source.js";
import { checkOutputPath, openOutput, refuseExisting } from "../pull/outputs/open-output.js";
import { Progress } from "../pull/progress.js";
import { pullRows } from "../pull/pull-rows.js";
import { readFilters } from "../pull/read-filters.js";
import type { CallerHeaders } from "../remote/call.js";
import { callerOptions, readCallerHeaders } from "../remote/caller-headers.js";
import { readAddress } from "../remote/read-address.js";
import { type RemoteApplication, readApplication } from "../remote/remote-application.js";
import { type StopWatch, watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";

/** `wellhead pull`: copies the rows of a source of any connector. */
export const pull: Command = {
  name: "pull",
  summary: "Copy the rows of a source into a file or a pipe",
  operands: "<url> <source>",
  operandCount: [2, 2],
  description: [
    "Rows go to standard output, one JSON object per line, or into a file whose ending decides the format.\nNumbers are copied digit by digit. Progress is shown on a screen and nowhere else.",
    'A file has its name only when every row has arrived; until then, and for ever when the stream was marked\nas failed (exit code 4) or cut (5), it is called <file>.partial. Standard output then ends with the line\n{"__streamError": {"message", "code"}}.',
  ],
  options: {
    output: {
      value: "file",
      short: "o",
      description: "Write a file: .ndjson, .jsonl, .json, .csv or .parquet; default: standard output",
    },
    force: { description: "Replace the file when there is one already" },
    filter: {
      value: "name=value",
      short: "f",
      several: true,
      description: "A filter; the value is JSON or text, and a repeated name makes a list",
    },
    account: {
      value: "file",
      description: "JSON file with the account; refreshed tokens are written back to it",
    },
    "no-validate": { description: "Use the account as it is, without asking POST /validate first" },
    limit: { value: "rows", description: "Most rows wanted; default: all" },
    skip: { value: "rows", description: "Rows to leave out at the start; default: 0" },
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
  ],
  run,
};

async function run(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const [address = "", sourceId = ""] = commandLine.operands;
  const base = readAddress(address);
  const limit = commandLine.count("limit");
  const skip = commandLine.count("skip");
  const path = commandLine.value("output");
  checkOutputPath(path);
  if (!commandLine.has("force")) await refuseExisting(path, terminal);
  const headers = await readCallerHeaders(commandLine, terminal);
  const stop = watchStopSignals();
  try {
    const application = await readApplication(base, { signal: stop.signal, headers });
    const source = findSource(application, sourceId);
    const filter = readFilters(commandLine.values("filter"), source);
    const account = await findAccount(commandLine, { application, base, headers, terminal, stop });
    await pullRows(
      { base, headers, source: source.id, account, filter, limit, skip },
      { open: () => openOutput({ path, source, terminal }), progress: new Progress(terminal.stderr), stop },
    );
    return "success";
  } catch (error) {
    const reason = stop.reason();
    // A call that was still waiting for its answer fails like any other; what matters is that it was stopped.
    if (reason === undefined || (error instanceof CommandError && error.exit === reason)) throw error;
    throw new CommandError(reason, `Pull "${sourceId}": stopped before the first row`, { cause: error });
  } finally {
    stop.end();
  }
}

interface FindAccountOptions {
  readonly application: RemoteApplication;
  readonly base: URL;
  readonly headers: CallerHeaders;
  readonly terminal: Terminal;
  readonly stop: StopWatch;
}

async function findAccount(
  commandLine: Arguments,
  { application, base, headers, terminal, stop }: FindAccountOptions,
): Promise<FlatAccount> {
  const typed = commandLine.value("account");
  if (typed === undefined) return nameAccountKind({}, application);
  const path = resolve(terminal.directory, typed);
  const account = nameAccountKind(await readAccountFile(path), application);
  if (commandLine.has("no-validate")) return account;
  return refreshAccount(account, { base, headers, path, signal: stop.signal });
}

import { type Connector, IncompleteRowsError, type RowsOptions } from "@wellhead/client";
import { CommandError } from "../../command-line/command-error.js";
import type { ExitName } from "../../command-line/exit-codes.js";
import { formatNumber } from "../../terminal/format-number.js";
import type { StopWatch } from "../../terminal/stop-signal.js";
import type { RowOutput } from "./outputs/row-output.js";
import type { Progress } from "./progress.js";

/** The parts that a pull works with. */
export interface PullTools {
  /** Opens the output. Called after the connector has accepted the request, so that a refusal leaves no file. */
  readonly open: () => Promise<RowOutput>;
  readonly progress: Progress;
  readonly stop: StopWatch;
  /** Whether the output gets its final name even when rows are missing. */
  readonly keepPartial: boolean;
}

/**
 * Copies the rows of a source into an output.
 *
 * @param connector - The connector
 * @param options - The request for rows
 * @param tools - Output, progress, stop signals
 * @returns A sentence that says where the rows are; empty for standard output
 * @throws CommandError when rows are missing, or when the output cannot be written; ConnectorError when the connector
 * refuses the request
 */
export async function pullRows(
  connector: Connector,
  options: RowsOptions,
  { open, progress, stop, keepPartial }: PullTools,
): Promise<void> {
  const reading = await connector.rows({ ...options, signal: stop.signal });
  const output = await open();
  try {
    for await (const { texts, bytes } of reading) {
      await output.write(texts);
      progress.add(texts.length, bytes);
    }
  } catch (error) {
    progress.clear();
    const isIncomplete = error instanceof IncompleteRowsError;
    if (!isIncomplete && stop.reason() === undefined) throw error;
    const missing = isIncomplete ? error : new IncompleteRowsError("cut", "stopped", { cause: error });
    throw await endIncomplete(missing, {
      output,
      source: options.source,
      rows: progress.rows,
      stop,
      keepPartial,
    });
  }
  await output.finish();
}

interface EndIncompleteOptions {
  readonly output: RowOutput;
  readonly source: string;
  readonly rows: number;
  readonly stop: StopWatch;
  readonly keepPartial: boolean;
}

async function endIncomplete(
  error: IncompleteRowsError,
  { output, source, rows, stop, keepPartial }: EndIncompleteOptions,
): Promise<Error> {
  const stopped = stop.reason();
  const exit: ExitName = stopped ?? error.ending;
  const message = stopped === undefined ? error.message : "stopped before the end";
  const { code } = error;
  const where = keepPartial ? await keep(output) : await output.abandon({ message, code: code ?? 502 });
  const who = error.ending === "marked" ? "the connector stopped" : "the stream broke";
  const count = rows === 1 ? "1 row" : `${formatNumber(rows)} rows`;
  const reason = stopped === undefined ? `${who} after ${count}: ${message}` : `${message}, after ${count}`;
  const coded = code === undefined ? "" : ` (code ${code})`;
  return new CommandError(exit, `Could not pull all of "${source}": ${reason}${coded}. ${where}`, {
    cause: error,
  });
}

async function keep(output: RowOutput): Promise<string> {
  await output.finish();
  return "The rows that arrived were kept, as requested.";
}

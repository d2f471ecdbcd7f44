import { type Connector, IncompleteRowsError, type RowReading, type RowsOptions } from "@wellhead/client";
import { CommandError } from "../../command-line/command-error.js";
import type { ExitName } from "../../command-line/exit-codes.js";
import { formatNumber } from "../../terminal/format-number.js";
import type { StopWatch } from "../../terminal/stop-signal.js";
import type { ArrowOutput } from "./outputs/arrow-output.js";
import type { ParquetBatches } from "./outputs/parquet-batches.js";
import type { PullOutput, RowOutput } from "./outputs/row-output.js";
import type { Progress } from "./progress.js";

/** The parts that a pull works with. */
export interface PullTools<Output = RowOutput> {
  /** Opens the output. Called after the connector has accepted the request, so that a refusal leaves no file. */
  readonly open: () => Promise<Output>;
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
export async function pullRows(connector: Connector, options: RowsOptions, tools: PullTools): Promise<void> {
  const reading = await connector.rows({ ...options, signal: tools.stop.signal });
  await copyRows(reading, options, tools);
}

async function copyRows(reading: RowReading, options: RowsOptions, tools: PullTools): Promise<void> {
  const { open, progress } = tools;
  const output = await open();
  const copy = async (): Promise<void> => {
    for await (const { texts, bytes } of reading) {
      await output.write(texts);
      progress.add(texts.length, bytes);
    }
  };
  await finishCopy(copy, { output, finish: () => output.finish(), source: options.source }, tools);
}

/**
 * Copies the rows of a source into a file of Arrow.
 *
 * @param connector - The connector
 * @param options - The request for rows
 * @param tools - Output, progress, stop signals
 * @throws CommandError as {@link pullRows} does; ConnectorError also when the connector does not offer Arrow
 */
export async function pullBatches(
  connector: Connector,
  options: RowsOptions,
  tools: PullTools<ArrowOutput>,
): Promise<void> {
  const { open, progress, stop } = tools;
  const reading = await connector.arrow({ ...options, signal: stop.signal });
  const output = await open();
  const copy = async (): Promise<void> => {
    for await (const batch of reading) {
      await output.write(batch, reading);
      progress.add(batch.rows, batch.message.length);
    }
  };
  await finishCopy(copy, { output, finish: () => output.finish(reading), source: options.source }, tools);
}

/**
 * Copies the rows of a source into a Parquet file: as record batches of Arrow, if the connector offers them and their types
 * say what the values are in JSON, otherwise as JSON.
 *
 * @param connector - The connector
 * @param options - The request for rows
 * @param tools - Output, progress, stop signals
 * @throws CommandError and ConnectorError as {@link pullRows} does
 */
export async function pullParquet(
  connector: Connector,
  options: RowsOptions,
  tools: PullTools & { readonly openBatches: () => Promise<ParquetBatches> },
): Promise<void> {
  const { openBatches, progress, stop } = tools;
  const reading = await connector.batches({ ...options, signal: stop.signal });
  if ("lines" in reading) return copyRows(reading, options, tools);
  const output = await openBatches();
  const copy = () => output.copy(reading, (rows, bytes) => progress.add(rows, bytes));
  try {
    await finishCopy(copy, { output, finish: () => output.finish(), source: options.source }, tools);
  } catch (error) {
    if (!(error instanceof Error && error.name === "UnsuitedValues")) throw error;
    await output.discard();
    await pullRows(connector, { ...options, account: reading.account }, tools);
  }
}

interface Destination {
  readonly output: PullOutput;
  readonly finish: () => Promise<void>;
  readonly source: string;
}

async function finishCopy(
  copy: () => Promise<void>,
  destination: Destination,
  { progress, stop, keepPartial }: Omit<PullTools, "open">,
): Promise<void> {
  try {
    await copy();
  } catch (error) {
    progress.clear();
    const isIncomplete = error instanceof IncompleteRowsError;
    if (!isIncomplete && stop.reason() === undefined) throw error;
    const missing = isIncomplete ? error : new IncompleteRowsError("cut", "stopped", { cause: error });
    throw await endIncomplete(missing, {
      ...destination,
      rows: progress.rows,
      stop,
      keepPartial,
    });
  }
  await destination.finish();
}

interface EndIncompleteOptions extends Destination {
  readonly rows: number;
  readonly stop: StopWatch;
  readonly keepPartial: boolean;
}

async function endIncomplete(
  error: IncompleteRowsError,
  { output, finish, source, rows, stop, keepPartial }: EndIncompleteOptions,
): Promise<Error> {
  const stopped = stop.reason();
  const exit: ExitName = stopped ?? error.ending;
  const message = stopped === undefined ? error.message : "stopped before the end";
  const { code } = error;
  const where = keepPartial ? await keep(finish) : await output.abandon({ message, code: code ?? 502 });
  const who = error.ending === "marked" ? "the connector stopped" : "the stream broke";
  const count = rows === 1 ? "1 row" : `${formatNumber(rows)} rows`;
  const reason = stopped === undefined ? `${who} after ${count}: ${message}` : `${message}, after ${count}`;
  const coded = code === undefined ? "" : ` (code ${code})`;
  return new CommandError(exit, `Could not pull all of "${source}": ${reason}${coded}. ${where}`, {
    cause: error,
  });
}

async function keep(finish: () => Promise<void>): Promise<string> {
  await finish();
  return "The rows that arrived were kept, as requested.";
}

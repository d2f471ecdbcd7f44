import { CommandError } from "../command-error.js";
import type { ExitName } from "../exit-codes.js";
import { type Call, type CallerHeaders, send } from "../remote/call.js";
import { joinAddress } from "../remote/read-address.js";
import { refuseErrors } from "../remote/read-answer.js";
import { formatNumber } from "../terminal/format-number.js";
import type { StopWatch } from "../terminal/stop-signal.js";
import type { FlatAccount } from "./account-file.js";
import { BrokenStream } from "./broken-stream.js";
import type { RowOutput } from "./outputs/row-output.js";
import type { Progress } from "./progress.js";
import { readRows, rowMediaTypes } from "./read-rows.js";

/** What to ask a connector for. */
export interface PullRequest {
  readonly base: URL;
  /** Credentials of the caller. */
  readonly headers: CallerHeaders;
  readonly source: string;
  readonly account: FlatAccount;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly limit: number | undefined;
  readonly skip: number | undefined;
}

/** What a pull works with. */
export interface PullTools {
  /** Opens the output; called when the connector has answered, so that a refusal leaves no file. */
  readonly open: () => Promise<RowOutput>;
  readonly progress: Progress;
  readonly stop: StopWatch;
}

/**
 * Copies the rows of a source into an output.
 *
 * @param request - What to ask for
 * @param tools - Output, progress, stop signals
 * @throws CommandError when the connector refuses, the stream is not whole, or the output cannot be written
 * @see The connector contract, POST /
 */
export async function pullRows(request: PullRequest, { open, progress, stop }: PullTools): Promise<void> {
  const { base, headers, ...body } = request;
  const call: Call = {
    method: "POST",
    url: joinAddress(base, "/"),
    body,
    accept: rowMediaTypes,
    signal: stop.signal,
    headers,
  };
  const answer = await send(call);
  await refuseErrors(answer, call);
  const output = await open();
  try {
    for await (const { rows, bytes } of readRows(answer)) {
      await output.write(rows);
      progress.add(rows.length, bytes);
    }
  } catch (error) {
    progress.clear();
    if (!(error instanceof BrokenStream)) throw error;
    throw await abandon(error, { output, request, rows: progress.rows, stop });
  }
  await output.finish();
  progress.finish();
}

interface AbandonOptions {
  readonly output: RowOutput;
  readonly request: PullRequest;
  readonly rows: number;
  readonly stop: StopWatch;
}

async function abandon(error: BrokenStream, { output, request, rows, stop }: AbandonOptions): Promise<Error> {
  const stopped = stop.reason();
  const exit: ExitName = stopped ?? error.ending;
  const message = stopped === undefined ? error.message : "stopped before the end";
  const where = await output.abandon({ message, code: error.code ?? 502 });
  const said = error.ending === "marked" ? "the connector stopped" : "the stream broke";
  const what =
    stopped === undefined
      ? `${said} after ${formatNumber(rows)} rows: ${message}`
      : `${message}, after ${formatNumber(rows)} rows`;
  const code = error.code === undefined ? "" : ` (code ${error.code})`;
  return new CommandError(exit, `Pull "${request.source}": ${what}${code}; ${where}`, { cause: error });
}

import { upstreamTimeout } from "@wellhead/sdk";
import { settle } from "./settle.js";

/** How long a piece of work may take, and what to say when it takes longer. */
export interface TimeLimit {
  /** Aborted when the whole request is given up. */
  readonly signal: AbortSignal;
  /** Milliseconds; `0` means for ever. */
  readonly limit: number;
  /** What is done, in the words of the error, such as `Check account`. */
  readonly action: string;
}

/**
 * Does work under a time limit and under the signal of the request.
 *
 * @param options - The request's signal, the limit and what the work is
 * @param work - The work; its signal is aborted when time is up or the request is given up
 * @returns What the work gives
 * @throws ConnectorError `upstream_timeout` when time is up
 * @throws The reason of the request's signal when that is aborted first
 */
export async function withTimeLimit<Value>(
  { signal, limit, action }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Value> | Value,
): Promise<Value> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort(signal.reason);
  };
  const timer =
    limit === 0
      ? undefined
      : setTimeout(() => {
          controller.abort(upstreamTimeout(`${action}: no answer within ${limit / 1000} s, try again later`));
        }, limit);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await settle(work(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

import { type Account, ConnectorError } from "@wellhead/client";
import type { SynchronizeOptions } from "./sync-options.js";

/** What a retry needs: where it is reported, and how to wait. */
export type RetryWorld = Pick<SynchronizeOptions, "note" | "wait" | "signal">;

/** Consecutive failures of a request after which it is not tried again. */
const maxFailures = 8;
const firstDelayMs = 500;
const maxDelayMs = 60_000;
/** Maximum time that a connector may ask to wait. */
const maxRetryAfterMs = 15 * 60_000;

/**
 * Sends a request until it succeeds, with the rules of {@link waitToRetry}.
 *
 * @param subject - What is requested, for the progress
 * @param world - The progress and the clock
 * @param request - Sends the request; called for each attempt
 * @returns The result of the first attempt that succeeds
 * @throws The error of the last attempt
 */
export async function withRetries<Result>(
  subject: string,
  world: RetryWorld,
  request: () => Promise<Result>,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await request();
    } catch (error) {
      await waitToRetry(error, { ...world, subject, failures });
    }
  }
}

/**
 * Sends a request that needs an account, as {@link withRetries} does. A response with status 401 renews the account once
 * for each attempt, because access may expire while a request waits.
 *
 * @param subject - What is requested, for the progress
 * @param options - The account, the progress and the clock
 * @param request - Sends the request with an account
 * @returns The result of the first attempt that succeeds
 * @throws The error of the last attempt
 */
export function withAccount<Result>(
  subject: string,
  options: RetryWorld & Pick<SynchronizeOptions, "account">,
  request: (account: Account) => Promise<Result>,
): Promise<Result> {
  return withRetries(subject, options, async () => {
    const account = await options.account(false);
    try {
      return await request(account);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.status !== 401) throw error;
      return request(await options.account(true));
    }
  });
}

/** Options of {@link waitToRetry}. */
export interface WaitToRetryOptions extends RetryWorld {
  /** What is requested, for the progress. */
  readonly subject: string;
  /** Consecutive failures so far, at least 1. */
  readonly failures: number;
}

/**
 * Waits before the next attempt of a request that failed: as long as the connector asks for, at most 15 minutes, or
 * 0.5 s, 1 s, 2 s and so on.
 *
 * @param error - Why the request failed
 * @param options - The number of failures, the progress and the clock
 * @throws The given error when another attempt cannot succeed, when the request failed eight times, or after a stop
 */
export async function waitToRetry(error: unknown, options: WaitToRetryOptions): Promise<void> {
  const { subject, failures, signal, note, wait } = options;
  if (!(error instanceof ConnectorError) || signal.aborted) throw error;
  if (!error.isRetryable || failures >= maxFailures) throw error;
  const asked = error.retryAfter;
  if (asked !== undefined && asked * 1000 > maxRetryAfterMs) throw error;
  const delay = asked === undefined ? Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs) : asked * 1000;
  note(`${subject}: tries again in ${Math.ceil(delay / 1000)} s: ${error.message}`);
  await wait(delay, signal);
}

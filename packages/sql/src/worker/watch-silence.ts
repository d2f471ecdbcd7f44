import { type ConnectorError, upstreamTimeout } from "@wellhead/sdk";

const checkMs = 1000;

/** Options of {@link watchSilence}. */
export interface WatchSilenceOptions {
  /** Returns the number of bytes that have arrived. */
  readonly received: () => number;
  /** Returns whether the server has to wait for the reader. */
  readonly isPaused: () => boolean;
  /** Milliseconds without data after which the server counts as silent. */
  readonly silence: number;
  /** The action in words, for the error. */
  readonly action: string;
  /** Called every second while the server is silent. */
  readonly onSilent: (error: ConnectorError) => void;
}

/**
 * Reports when a server sends nothing for too long while it is being read from.
 *
 * @param options - What has arrived, the timeout and what to do then
 * @returns The timer; the caller clears it after the last row
 */
export function watchSilence({
  received,
  isPaused,
  silence,
  action,
  onSilent,
}: WatchSilenceOptions): NodeJS.Timeout {
  let before = received();
  let silent = 0;
  return setInterval(() => {
    const now = received();
    silent = isPaused() || now !== before ? 0 : silent + checkMs;
    before = now;
    if (silent >= silence) onSilent(noRows(action, silence));
  }, checkMs);
}

/**
 * Creates the error for a server that sends nothing.
 *
 * @param action - The action in words
 * @param silence - Milliseconds without data
 * @returns The error to throw
 */
export function noRows(action: string, silence: number): ConnectorError {
  const seconds = Math.round(silence / 1000);
  return upstreamTimeout(`${action}: no row arrived for ${seconds} seconds. Narrow the query.`);
}

import type { Exchange } from "../workbench/exchanges/exchange.js";

/** Where the bar of a request is, in percent of the time that is shown. */
export interface WaterfallBar {
  readonly start: number;
  /** Until the status line. */
  readonly wait: number;
  /** From the status line to the end. */
  readonly receive: number;
}

/** The part of an exchange that its bar depends on. */
export type TimedExchange = Pick<Exchange, "at" | "firstByte" | "elapsed">;

// A bar that is narrower than this could not be seen.
const minWidth = 0.8;

/**
 * Returns the bars of requests on one axis of time, which begins with the first and ends with the last of them.
 *
 * @param exchanges - The requests
 * @param now - The present, at which requests without an end are cut, in milliseconds since 1970
 */
export function waterfall(exchanges: readonly TimedExchange[], now: number): readonly WaterfallBar[] {
  const endOf = ({ at, elapsed }: TimedExchange): number =>
    elapsed === undefined ? Math.max(now, at) : at + elapsed;
  const first = exchanges.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = exchanges.reduce((most, one) => Math.max(most, endOf(one)), first);
  const percent = (milliseconds: number): number =>
    last === first ? 0 : (milliseconds / (last - first)) * 100;
  return exchanges.map((one) => {
    const start = Math.min(percent(one.at - first), 100 - minWidth);
    const wait = percent(Math.min(one.firstByte ?? Number.POSITIVE_INFINITY, endOf(one) - one.at));
    const receive = percent(endOf(one) - one.at) - wait;
    return { start, wait: Math.max(wait, minWidth - receive), receive };
  });
}

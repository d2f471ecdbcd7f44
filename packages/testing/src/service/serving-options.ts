import { Egress } from "@wellhead/runtime";
import type { ServingOptions } from "@wellhead/server";
import { type SentRequest, TestClock, type Upstream, upstreamLayer } from "../upstream/upstream.js";

/** Options of {@link servingOptions}. */
export interface ServingFromOptions {
  /** Time of the service in milliseconds. Default: when the upstream was recorded, else the system's time. */
  readonly now?: number | undefined;
  /** Start of the random numbers. Default: that of the upstream, else 1. */
  readonly seed?: number | undefined;
  /** Receives every request to the upstream. Default: they are not kept. */
  readonly sent?: SentRequest[];
}

/**
 * Creates the options of a service whose connectors read from an upstream instead of the network.
 *
 * @param upstream - The upstream
 * @param options - Clock and seed
 * @returns Options for `createApp` of `@wellhead/server`: its network and its clock, which advances only by waits
 */
export function servingOptions(
  upstream: Upstream,
  options: ServingFromOptions = {},
): Required<Pick<ServingOptions, "egress" | "now">> {
  const clock = new TestClock(options.now ?? upstream.recordedAt?.getTime() ?? Date.now());
  const random = seededRandom(options.seed ?? upstream.seed ?? 1);
  const layer = upstreamLayer({ upstream, clock, random, sent: options.sent });
  return { egress: new Egress({ allow: "", layer }), now: () => new Date(clock.now()) };
}

/**
 * Creates a generator of random numbers that repeats itself (the 32-bit mulberry32).
 *
 * @param seed - Any number; the same seed yields the same numbers
 * @returns Returns a number from 0 (inclusive) to 1 (exclusive)
 */
function seededRandom(seed: number): () => number {
  let state = Math.trunc(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";
import type { HttpLayer, LayerReply, LayerRequest } from "@wellhead/runtime";

/** What a connector under test reads from, instead of the network. */
export interface Upstream {
  /**
   * Responds to a request of the connector.
   *
   * @param request - The request, with its credentials and the secrets of its account
   * @returns The response
   */
  respond(request: LayerRequest): Promise<LayerReply>;
  /** Returns a sentence for each response that the test has not requested. Default: none is expected. */
  unread?(): readonly string[];
  /** Returns a sentence for each request that was not expected. Default: every request is. */
  missed?(): readonly string[];
  /** When the responses were recorded, which becomes the time of the service. Default: the system's time. */
  readonly recordedAt?: Date;
  /** Start of the random numbers of the service. Default: 1. */
  readonly seed?: number;
}

/** A request that the connector sent to its upstream. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  /** Headers by lower-case name, including credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; empty when there is none. */
  readonly body: string;
}

/** The clock of a service under test: it starts at a given time and advances only by waits. */
export class TestClock {
  #now: number;

  /** @param start - First time in milliseconds */
  constructor(start: number) {
    this.#now = start;
  }

  /** @returns The time in milliseconds */
  now(): number {
    return this.#now;
  }

  /** @param milliseconds - How far the clock advances */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** Options of {@link upstreamLayer}. */
export interface UpstreamLayerOptions {
  readonly upstream: Upstream;
  readonly clock: TestClock;
  readonly random: () => number;
  /** Receives every request before it is answered. Default: they are not kept. */
  readonly sent: SentRequest[] | undefined;
}

/**
 * Creates the layer that answers every HTTP request of a service from an upstream. Nothing reaches the network, and
 * waits between attempts and for limits end at once; the clock advances by their length.
 *
 * @param options - Upstream, clock and random numbers
 * @returns The layer
 */
export function upstreamLayer({ upstream, clock, random, sent }: UpstreamLayerOptions): HttpLayer {
  return {
    send: async (request) => {
      const { method, url, headers, body = "" } = request;
      sent?.push({ method, url: new URL(url), headers: { ...headers }, body });
      return await upstream.respond(request);
    },
    now: () => clock.now(),
    random,
    wait: async (milliseconds, signal) => {
      clock.advance(milliseconds);
      await nextTurn();
      signal.throwIfAborted();
    },
  };
}

import type { ExchangeListener, ExchangeObserver } from "@wellhead/client";
import type { ExchangeEvent } from "../protocol/index.js";

/** Maximum number of characters of a body that is shown. */
const maxShownBody = 65_536;

/** Options of {@link observeExchanges}. */
export interface ObserveExchangesOptions {
  /** Base address of the connector, as the page names it. */
  readonly base: string;
  /** Base address of the connector as it is called. */
  readonly address: URL;
  readonly send: (event: ExchangeEvent) => void;
  /** Whether the user has cancelled the run. */
  readonly isCancelled: () => boolean;
  /** Returns the number of the next request. */
  readonly nextNumber: () => number;
}

/**
 * Reports each request to a connector as events.
 *
 * @param options - Receiver of the events
 * @returns An observer for a `Connector`
 */
export function observeExchanges(options: ObserveExchangesOptions): ExchangeObserver {
  const { base, address, send, nextNumber } = options;
  return ({ method, url, headers, body }) => {
    const exchange = nextNumber();
    const prefix = address.pathname.replace(/\/+$/, "");
    const path = `${url.pathname.slice(prefix.length)}${url.search}`;
    send({
      type: "request",
      exchange,
      at: Date.now(),
      method,
      base,
      path,
      headers: [...headers],
      body: body ?? "",
    });
    return new ExchangeEvents(exchange, options);
  };
}

class ExchangeEvents implements ExchangeListener {
  readonly #exchange: number;
  readonly #options: ObserveExchangesOptions;
  readonly #start = performance.now();
  readonly #decoder = new TextDecoder();
  #bytes = 0;
  #body = "";

  constructor(exchange: number, options: ObserveExchangesOptions) {
    this.#exchange = exchange;
    this.#options = options;
  }

  readonly head = (status: number, headers: Headers): void => {
    this.#options.send({
      type: "response",
      exchange: this.#exchange,
      status,
      headers: [...headers],
      elapsedMs: performance.now() - this.#start,
    });
  };

  readonly bytes = (chunk: Uint8Array): void => {
    this.#bytes += chunk.length;
    const missing = maxShownBody - this.#body.length;
    if (missing > 0) this.#body += this.#decoder.decode(chunk.subarray(0, missing), { stream: true });
  };

  readonly end = (error: unknown): void => {
    const isCancelled = error !== undefined && this.#options.isCancelled();
    const faulty = this.#bytes > 0 ? "cut" : "failed";
    const ending = error === undefined ? "whole" : faulty;
    this.#options.send({
      type: "exchange-end",
      exchange: this.#exchange,
      ending: isCancelled ? "cancelled" : ending,
      message: error instanceof Error ? error.message : "",
      bytes: this.#bytes,
      body: this.#body,
      elapsedMs: performance.now() - this.#start,
    });
  };
}

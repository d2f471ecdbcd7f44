import { signal } from "@preact/signals";

/** How an answer ended. `open` while it is still arriving. */
export type ExchangeEnding = "open" | "whole" | "marked" | "cut" | "cancelled" | "failed";

/** Headers in the order they were sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** One request of this session and what came back. Bodies hold secrets; `maskSecrets` comes before showing. */
export interface Exchange {
  readonly id: number;
  /** Base address of the connector. */
  readonly base: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: "GET" | "POST";
  /** Path below the base address, with its query. */
  readonly path: string;
  readonly requestHeaders: HeaderList;
  /** JSON text; empty when there is no body. */
  readonly requestBody: string;
  /** HTTP status; `undefined` until, or when never, one arrives. */
  readonly status: number | undefined;
  readonly responseHeaders: HeaderList;
  /** The beginning of the body. */
  readonly responseBody: string;
  /** Bytes of the body, after decompression. */
  readonly size: number;
  /** Milliseconds until the status line. */
  readonly firstByte: number | undefined;
  /** Milliseconds until the end. */
  readonly elapsed: number | undefined;
  readonly ending: ExchangeEnding;
  /** What went wrong, in words; empty when nothing did. */
  readonly note: string;
}

const keptExchanges = 200;
let lastId = 0;

/** The exchanges of this session, the newest first; the oldest fall out after two hundred. */
export const exchanges = signal<readonly Exchange[]>([]);

/** What is known of an exchange when it starts. */
export type ExchangeStart = Pick<Exchange, "base" | "method" | "path" | "requestHeaders" | "requestBody">;

/** Notes the start of an exchange. */
export function beginExchange(start: ExchangeStart): number {
  lastId += 1;
  const exchange: Exchange = {
    ...start,
    id: lastId,
    at: Date.now(),
    status: undefined,
    responseHeaders: [],
    responseBody: "",
    size: 0,
    firstByte: undefined,
    elapsed: undefined,
    ending: "open",
    note: "",
  };
  exchanges.value = [exchange, ...exchanges.value].slice(0, keptExchanges);
  return exchange.id;
}

/** Notes what has become known of an exchange since. */
export function updateExchange(id: number, change: Partial<Exchange>): void {
  exchanges.value = exchanges.value.map((one) => (one.id === id ? { ...one, ...change } : one));
}

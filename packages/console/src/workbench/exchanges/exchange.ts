import { signal } from "@preact/signals";

/** How a response ended; `open` while it is still arriving. */
export type ExchangeEnding = "open" | "whole" | "marked" | "cut" | "cancelled" | "failed";

/** Headers in the order they were sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request of this session and its response. Bodies contain secrets; apply `maskSecrets` before showing them. */
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
  /** HTTP status; `undefined` until one arrives, or when none does. */
  readonly status: number | undefined;
  readonly responseHeaders: HeaderList;
  /** The first part of the body. */
  readonly responseBody: string;
  /** Bytes of the body, after decompression. */
  readonly size: number;
  /** Milliseconds until the status line. */
  readonly firstByte: number | undefined;
  /** Milliseconds until the end. */
  readonly elapsed: number | undefined;
  readonly ending: ExchangeEnding;
  /** Description of the failure; empty when there is none. */
  readonly note: string;
}

const keptExchanges = 200;
let lastId = 0;

/** The exchanges of this session, newest first; at most the latest two hundred are kept. */
export const exchanges = signal<readonly Exchange[]>([]);

/** The part of an exchange that is known when it starts. */
export type ExchangeStart = Pick<Exchange, "base" | "method" | "path" | "requestHeaders" | "requestBody">;

/** Records the start of an exchange. */
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

/** Records further facts about an exchange. */
export function updateExchange(id: number, change: Partial<Exchange>): void {
  exchanges.value = exchanges.value.map((one) => (one.id === id ? { ...one, ...change } : one));
}

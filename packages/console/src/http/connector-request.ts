import type { HeaderList } from "../exchanges/exchange.js";

/** A request to a connector, independent of how it is sent. */
export interface ConnectorRequest {
  /** Base address: a path of this service such as `/samples/`, or an address elsewhere. */
  readonly base: string;
  readonly method: "GET" | "POST";
  /** Path below the base address, such as `/validate`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** JSON body; omitted for a request without a body. */
  readonly body?: unknown;
  readonly accept?: string | undefined;
}

/** A request as sent over the network. */
export interface WireRequest {
  /** URL for `fetch`. */
  readonly url: string;
  readonly method: "GET" | "POST";
  /** Headers for `fetch`, including those of the relay. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether the relay wraps status and headers of the response. */
  readonly relayed: boolean;
  /** Path and query below the base address, for the inspector. */
  readonly path: string;
  /** Headers that the connector receives, for the inspector. */
  readonly shownHeaders: HeaderList;
}

/** Returns the address of a path below a base address. */
export function addressOf(base: string, path: string): string {
  return `${base.replace(/\/+$/, "")}${path}`;
}

/** Returns whether a base address belongs to the service that serves this page. */
export function isOwnBase(base: string): boolean {
  return base.startsWith("/") || base === location.origin || base.startsWith(`${location.origin}/`);
}

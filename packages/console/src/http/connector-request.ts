import type { HeaderList } from "../inspect/exchange.js";

/** A request to a connector, before it is known how it travels. */
export interface ConnectorRequest {
  /** Base address: a path of this service such as `/samples/`, or an address elsewhere. */
  readonly base: string;
  readonly method: "GET" | "POST";
  /** Path below the base address, such as `/validate`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** JSON body; none when absent. */
  readonly body?: unknown;
  readonly accept?: string | undefined;
}

/** A request as it goes over the wire. */
export interface WireRequest {
  /** Where `fetch` sends it. */
  readonly url: string;
  readonly method: "GET" | "POST";
  /** Headers `fetch` sends, those of the relay included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether status and headers come wrapped by the relay. */
  readonly relayed: boolean;
  /** Path and query below the base address, for the record. */
  readonly path: string;
  /** Headers the connector sees, for the record. */
  readonly shownHeaders: HeaderList;
}

/** The address of a path below a base address. */
export function addressOf(base: string, path: string): string {
  return `${base.replace(/\/+$/, "")}${path}`;
}

/** Whether a base address lies on the service that serves this page. */
export function isOwnBase(base: string): boolean {
  return base.startsWith("/") || base === location.origin || base.startsWith(`${location.origin}/`);
}

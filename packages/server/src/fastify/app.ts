import type { Connector } from "@wellhead/sdk";
import type { FastifyInstance } from "fastify";
import type { ServingOptions } from "./connector-routes.js";

/** An address to listen at. */
export interface ListenOptions {
  /** Name or address of the interface. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Port; `0` takes a free one. */
  readonly port: number;
}

/** Options of `createApp`. */
export interface AppOptions extends ServingOptions {
  /** The connectors: one is served at `/` and `/<id>/`, several at `/<id>/` with an index at `/`. */
  readonly connectors: readonly Connector[];
  /** Where `/live`, `/ready` and `/metrics` are served; `false` for nowhere. Default: `false`. */
  readonly admin?: ListenOptions | false;
}

/** A service with its connectors. */
export interface App {
  /** The Fastify instance, to add routes and plugins of your own before listening. */
  readonly fastify: FastifyInstance;
  /**
   * Begins to listen, on the admin port too when there is one.
   *
   * @param options - Address
   * @returns The address of the service, and of its admin port
   */
  listen(options: ListenOptions): Promise<{ readonly url: string; readonly adminUrl?: string }>;
  /**
   * Stops: not ready at once, still accepting for the drain delay, then finishing what is under way until the drain
   * timeout, then ending the rest (rows are marked). Connectors are closed last. May be called more than once.
   *
   * @returns When all is closed
   */
  close(): Promise<void>;
}

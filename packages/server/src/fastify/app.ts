import type { Connector } from "@wellhead/sdk";
import type { FastifyInstance } from "fastify";
import type { CallerSettings } from "../callers/caller-settings.js";
import type { IsolatedConnector } from "../isolate/isolated-connector.js";
import type { ConnectorFacts } from "../isolate/worker-messages.js";
import type { TlsSettings } from "../tls/tls-settings.js";
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
  readonly connectors: readonly (Connector | IsolatedConnector)[];
  /**
   * Private addresses that single connectors may reach, by id, each written as `WELLHEAD_ALLOW` is and in its place; empty text
   * allows none. Default: `WELLHEAD_ALLOW_` and the id in capitals with `_` for `-`, else `WELLHEAD_ALLOW`.
   */
  readonly allow?: Readonly<Record<string, string>>;
  /** Where `/live`, `/ready` and `/metrics` are served; `false` for nowhere. Default: `false`. */
  readonly admin?: ListenOptions | false;
  /** Who may call. Default: as the environment of the process says. */
  readonly callers?: CallerSettings;
  /** Certificates of the listener; `false` for plain HTTP. Default: `WELLHEAD_TLS_CERT` and the like, else plain HTTP. */
  readonly tls?: TlsSettings | false;
}

/** Who may call a service. */
export interface Access {
  /** Whether callers have to prove who they are. */
  readonly asksForCredentials: boolean;
  /** One sentence, such as "Callers need a bearer token."; `undefined` when everybody who reaches the service may call. */
  readonly sentence: string | undefined;
  /** Whether the listener has certificates. */
  readonly encrypted: boolean;
}

/** A request that the process of a service makes of it. */
export interface OwnRequest {
  readonly method: "GET" | "POST";
  /** Path and query, from the root of the service. */
  readonly url: string;
  /** Sent as JSON. Default: none. */
  readonly body?: unknown;
}

/** A service with its connectors. */
export interface App {
  /** The Fastify instance, to add routes and plugins of your own before listening. */
  readonly fastify: FastifyInstance;
  /** The connectors, in order. */
  readonly connectors: readonly ConnectorFacts[];
  /** Who may call, for whoever prints it. */
  readonly access: Access;
  /**
   * Begins to listen, on the admin port too when there is one.
   *
   * @param options - Address
   * @returns The address of the service, and of its admin port; one that means every interface is written as loopback
   * @throws TypeError when the address can be reached from elsewhere and nothing says who may call
   */
  listen(options: ListenOptions): Promise<{ readonly url: string; readonly adminUrl?: string }>;
  /**
   * Asks the service itself, without a connection: neither logged nor counted, and no credentials are needed.
   *
   * @param request - Method, path from the root of the service, and JSON body
   * @returns Status and body
   */
  ask(request: OwnRequest): Promise<{ readonly status: number; readonly body: string }>;
  /** Looks at once whether certificates, tokens or keys have changed; otherwise that happens every few seconds. */
  reload(): void;
  /**
   * Stops: not ready at once, still accepting for the drain delay, then finishing what is under way until the drain
   * timeout, then ending the rest (rows are marked). Connectors are closed last. May be called more than once.
   *
   * @returns When all is closed
   */
  close(): Promise<void>;
}

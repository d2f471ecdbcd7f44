import type { AddressInfo } from "node:net";
import type { Connector } from "@wellhead/sdk";
import type { FastifyInstance } from "fastify";
import type { CallerSettings } from "../callers/caller-settings.js";
import { isEveryInterface } from "../callers/request-site.js";
import type { StartProof } from "../callers/start-proof.js";
import type { IsolatedConnector } from "../isolate/isolated-connector.js";
import type { ConnectorFacts } from "../isolate/worker-messages.js";
import type { ConnectorLimits } from "../settings/limits.js";
import type { TlsSettings } from "../settings/tls-settings.js";
import type { ServingOptions } from "./connector-routes.js";

/** An address to listen on. */
export interface ListenOptions {
  /** Name or address of the interface. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Port; `0` chooses a free one. */
  readonly port: number;
  /**
   * Descriptor of a socket that another program has opened for this process, such as systemd; it replaces `host` and
   * `port`. Default: none.
   */
  readonly fd?: number;
}

/** Where the admin port is, and who may read what the service does. */
export interface AdminOptions extends ListenOptions {
  /**
   * Bearer token for `/activity`, 32 characters or more. Default: none; only browsers that opened the link of the
   * terminal read it.
   */
  readonly token?: string;
}

/** Options of `createApp`. */
export interface AppOptions extends ServingOptions {
  /** The connectors: one is served at `/` and `/<id>/`, several at `/<id>/` with an index at `/`. */
  readonly connectors: readonly (Connector | IsolatedConnector)[];
  /**
   * Private addresses that single connectors may reach, by connector id. Each value is written like `WELLHEAD_ALLOW`
   * and replaces it for that connector; an empty string allows none. Default: `WELLHEAD_ALLOW_` followed by the id in
   * capitals with `_` for `-`, else `WELLHEAD_ALLOW`.
   */
  readonly allow?: Readonly<Record<string, string>>;
  /**
   * Limits of single connectors, by connector id, which replace those of `limits`: the maximums of the connector and of
   * each of its accounts. Default: none.
   */
  readonly connectorLimits?: Readonly<Record<string, Partial<ConnectorLimits>>>;
  /** Where `/live`, `/ready`, `/metrics`, `/activity` and `/top` are served; `false` for nowhere. Default: `false`. */
  readonly admin?: AdminOptions | false;
  /** Who may call. Default: read from the environment of the process. */
  readonly callers?: CallerSettings;
  /**
   * Certificates of the listener; `false` for plain HTTP. Default: `WELLHEAD_TLS_CERT` and related variables, else
   * plain HTTP.
   */
  readonly tls?: TlsSettings | false;
}

/** What a running service can replace without ending a request. */
export interface AppUpdate {
  /** All connectors from now on, not only the new ones. */
  readonly connectors: AppOptions["connectors"];
  /** As in {@link AppOptions}. Default: what applies now. */
  readonly allow?: AppOptions["allow"];
  /**
   * As in {@link AppOptions}, but only the maximums per address, caller, account and connector are replaced: those that
   * are set, and all others by their defaults. Default: what applies now.
   */
  readonly limits?: AppOptions["limits"];
  /** As in {@link AppOptions}. Default: what applies now. */
  readonly connectorLimits?: AppOptions["connectorLimits"];
  /** As in {@link AppOptions}. Default: what applies now. */
  readonly callers?: CallerSettings;
}

/** Who may call a service. */
export interface Access {
  /** Whether callers have to prove who they are. */
  readonly asksForCredentials: boolean;
  /** One sentence, such as "Callers need a bearer token."; `undefined` when everybody may call. */
  readonly sentence: string | undefined;
  /** Whether the listener has certificates. */
  readonly encrypted: boolean;
}

/** A request that the process of a service sends to this service. */
export interface OwnRequest {
  readonly method: "GET" | "POST";
  /** Path and query, from the root of the service. */
  readonly url: string;
  /** Sent as JSON. Default: none. */
  readonly body?: unknown;
}

/** A service with its connectors. */
export interface App {
  /**
   * The Fastify instance, to add routes and plugins of your own before listening. Schemas of headers must name them in
   * lowercase.
   */
  readonly fastify: FastifyInstance;
  /** The connectors that are served now, in order. */
  readonly connectors: readonly ConnectorFacts[];
  /** Who may call, for display. */
  readonly access: Access;
  /** Makes the links to `/top` on the admin port; `undefined` without that port. */
  readonly adminProof: StartProof | undefined;
  /**
   * Starts listening, also on the admin port if there is one.
   *
   * @param options - Address
   * @returns The URLs of the service and of its admin port. An address that means every interface is written as
   *   loopback
   * @throws TypeError when the address can be reached from other machines and no setting says who may call
   */
  listen(options: ListenOptions): Promise<{ readonly url: string; readonly adminUrl?: string }>;
  /**
   * Sends a request to the service without a connection. It is neither logged nor counted, and needs no credentials.
   *
   * @param request - Method, path from the root of the service, and JSON body
   * @returns Status and body
   */
  ask(request: OwnRequest): Promise<{ readonly status: number; readonly body: string }>;
  /** Checks immediately whether certificates, tokens or keys have changed, instead of within the next few seconds. */
  reload(): void;
  /**
   * Replaces the connectors, the addresses they may reach, who may call, and the maximums of each of them. Requests that have begun end as they would
   * have, with the connector that they began with; it is closed after the last of them. A connector object that is
   * served already stays open, unless it is isolated: its process is always replaced.
   *
   * @param update - The connectors and, if they change, the addresses and the callers
   * @returns A promise that resolves once new requests use them
   * @throws TypeError when one cannot be started, as `createApp` does, or the service is stopping. Nothing has changed
   *   then, and the connectors of the update have not been closed
   */
  update(update: AppUpdate): Promise<void>;
  /**
   * Shuts the service down. It stops being ready immediately, but accepts requests until the end of the drain delay,
   * which only applies with an admin port. It then finishes the requests in progress until the drain timeout, and
   * aborts the others (their rows are marked). Connectors are closed after that. May be called more than once.
   *
   * @returns A promise that resolves once everything is closed
   */
  close(): Promise<void>;
}

/**
 * Formats the address a server listens on as a URL.
 *
 * @param address - The address as the server reports it
 * @param scheme - `https` for a listener with certificates
 * @returns Its URL without trailing slash; an address that means every interface is written as loopback
 */
export function toUrl(address: AddressInfo | string | null, scheme: "http" | "https" = "http"): string {
  if (typeof address !== "object" || address === null) return String(address);
  const { family, port } = address;
  const host = isEveryInterface(address.address) ? "127.0.0.1" : address.address;
  return `${scheme}://${family === "IPv6" && host.includes(":") ? `[${host}]` : host}:${port}`;
}

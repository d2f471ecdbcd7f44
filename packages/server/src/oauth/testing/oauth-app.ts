import {
  type Connector,
  defineConnector,
  id,
  list,
  type OAuth2Options,
  oauth2,
  pageNumber,
  type RateBudget,
} from "@wellhead/sdk";
import { type App, createApp } from "../../index.js";
import type { ServiceLog } from "../../logs/service-log.js";
import type { FailureSettings } from "../../throttle/failure-settings.js";
import type { AccountSettings } from "../account-settings.js";

/** A service with one connector whose accounts sign in at a provider on this machine. */
export interface OAuthApp {
  readonly app: App;
  /** Calls an endpoint and parses the response body as JSON. */
  readonly call: (path: string, body?: unknown) => Promise<OAuthReply>;
  /** Log lines so far, as JSON. */
  readonly lines: readonly string[];
}

/** A response of the service. */
export interface OAuthReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Options of {@link openOAuthApp}. */
export interface OpenOAuthAppOptions {
  /** How many invalid codes and accounts a caller may try. Default: no limit. */
  readonly failures?: FailureSettings;
  readonly provider: string;
  readonly connector?: string;
  readonly oauth?: Partial<OAuth2Options> & { readonly keep?: readonly string[] };
  /** Whether the definition names an issuer instead of addresses. Default: `false`. */
  readonly discovers?: boolean;
  /** Budget of the connector's requests. Default: none. */
  readonly rate?: RateBudget;
  readonly accounts?: AccountSettings;
  readonly now?: () => Date;
}

interface Item {
  readonly id: number;
}

/** A secret of sufficient length. */
const testSecret = "0123456789abcdef0123456789abcdef";

/**
 * Defines a connector with OAuth 2 accounts.
 *
 * @param provider - Address of the provider
 * @param options - Id, budget, and changes to the account kind
 * @returns The connector; it reads account names from `/me` of the provider, and its source `pages` reads `/pages`
 */
export function oauthConnector(
  provider: string,
  options: Pick<OpenOAuthAppOptions, "connector" | "oauth" | "rate" | "discovers"> = {},
): Connector {
  return defineConnector({
    id: options.connector ?? "tracker",
    name: "Tracker",
    version: "1.0.0",
    description: "Issues",
    http: { baseUrl: provider, ...(options.rate && { rate: options.rate }) },
    accounts: {
      oauth2: oauth2({
        name: "Tracker",
        ...(options.discovers === true
          ? { issuer: provider }
          : { authorize: `${provider}/authorize`, token: `${provider}/token` }),
        clientId: "client",
        clientSecret: "client-secret-canary",
        ...options.oauth,
      }),
    },
    identify: async ({ http }) => ({ name: (await http.get("me").json<{ name: string }>()).name }),
    sources: (source) => ({
      issues: source({ name: "Issues", fields: { id: id() }, rows: () => [{ id: "1" }] }),
      pages: source({
        name: "Pages",
        filter: {
          one: list({
            optional: true,
            options: async ({ http }) =>
              (await http.get("pages", { query: { page: 1 } }).json<Item[]>()).map(({ id: one }) => one),
          }),
        },
        fields: { id: id() },
        rows: ({ http }) => http.pages<Item>("pages", { paging: pageNumber() }),
      }),
    }),
  });
}

/**
 * Starts an {@link OAuthApp}.
 *
 * @param options - Provider, and changes to the defaults
 * @returns The service, listening
 */
export async function openOAuthApp(options: OpenOAuthAppOptions): Promise<OAuthApp> {
  const { lines, logger } = testLog();
  const app = await createApp({
    // The tests send hundreds of invalid codes and check each response, so failures are not throttled by default.
    failures: options.failures ?? false,
    connectors: [oauthConnector(options.provider, options)],
    logger,
    // A test machine may be busy with other work, and these tests do not check how the service behaves under load.
    limits: { maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
    accounts: { secret: testSecret, variables: {}, ...options.accounts },
    ...(options.now && { now: options.now }),
  });
  const { url } = await app.listen({ port: 0 });
  return { app, lines, call: (path, body) => callJson(new URL(path, url), body) };
}

/** @returns A log that records its lines */
export function testLog(): { readonly logger: ServiceLog; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const write = (record: object, message: string): void => {
    lines.push(JSON.stringify({ ...record, message }));
  };
  return { lines, logger: { info: write, warn: write, error: write } };
}

/**
 * Calls an endpoint.
 *
 * @param url - Its address
 * @param body - Sent as JSON by POST; if `undefined`, the call is a GET
 * @returns Status and JSON body
 */
export async function callJson(url: URL, body: unknown): Promise<OAuthReply> {
  const init =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  // The endpoints under test return only JSON objects.
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

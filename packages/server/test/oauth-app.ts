import { callJson, type JsonReply } from "@wellhead/test-support/http/call-json";
import { type OAuthConnectorOptions, oauthConnector } from "@wellhead/test-support/oauth/oauth-connector";
import { testLog } from "@wellhead/test-support/services/test-log";
import { type App, createApp } from "../src/index.js";
import type { AccountSettings } from "../src/oauth/service-accounts.js";
import type { FailureSettings } from "../src/settings/failure-settings.js";

/** A service with one connector whose accounts sign in at a provider on this machine. */
export interface OAuthApp {
  readonly app: App;
  /** Calls an endpoint and parses the response body as JSON. */
  readonly call: (path: string, body?: unknown) => Promise<JsonReply>;
  /** Log lines so far, as JSON. */
  readonly lines: readonly string[];
}

/** Options of {@link openOAuthApp}. */
export interface OpenOAuthAppOptions extends OAuthConnectorOptions {
  /** How many invalid codes and accounts a caller may try. Default: no limit. */
  readonly failures?: FailureSettings;
  readonly provider: string;
  readonly accounts?: AccountSettings;
  readonly now?: () => Date;
}

/** A secret of sufficient length. */
const testSecret = "0123456789abcdef0123456789abcdef";

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

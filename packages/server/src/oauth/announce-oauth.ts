import { reservedAccountKinds } from "@wellhead/contract/vocabulary";
import { OAuth1Flow, OAuth2Flow, type OAuthContext, type OAuthEnvironment } from "@wellhead/runtime";
import { type Connector, isConnectorError } from "@wellhead/sdk";
import type { ServiceLog } from "../observe/logs/service-log.js";

/**
 * Logs at startup what prevents users from signing in, or accounts from being refreshed.
 *
 * @param connectors - Connectors of the service
 * @param environment - Settings of accounts
 * @param log - Log of the service
 * @throws TypeError when each replica would generate its own secret, or when a key or certificate is unusable
 */
export async function announceOAuth(
  connectors: readonly Connector[],
  environment: OAuthEnvironment,
  log: ServiceLog,
): Promise<void> {
  const served = connectors.map((connector) => ({
    connector: connector.id,
    oauth1: oauth1FlowOf(connector),
    oauth2: oauth2FlowOf(connector),
  }));
  if (served.some(({ oauth1, oauth2 }) => oauth1 ?? oauth2)) announceSecret(environment, log);
  for (const { connector, oauth1, oauth2 } of served) {
    const off = (provider: string, missing: readonly string[]): void => {
      if (missing.length === 0) return;
      log.warn(
        { connector },
        `Could not offer the sign-in with ${provider}: this service is not registered. Set ${missing.join(" and ")}.`,
      );
    };
    if (oauth1 !== undefined) off(oauth1.provider, oauth1.missing({ connector, environment }));
    if (oauth2 === undefined) continue;
    off(oauth2.facts.provider, await missingOf(oauth2, { connector, environment }));
    announceRotation(connector, oauth2, { environment, log });
  }
}

/**
 * Returns the OAuth 2 flow of a connector.
 *
 * @param connector - The connector
 * @returns The flow; `undefined` when the connector has no such account kind
 */
export function oauth2FlowOf(connector: Connector): OAuth2Flow | undefined {
  const definition = connector.accounts.get(reservedAccountKinds.oauth2)?.oauth2;
  return definition && new OAuth2Flow(definition);
}

/**
 * Returns the OAuth 1 flow of a connector.
 *
 * @param connector - The connector
 * @returns The flow; `undefined` when the connector has no such account kind
 */
export function oauth1FlowOf(connector: Connector): OAuth1Flow | undefined {
  const definition = connector.accounts.get(reservedAccountKinds.oauth1)?.oauth1;
  return definition && new OAuth1Flow(definition);
}

/** Lists the missing settings. If none is missing, checks them; an invalid setting aborts startup with a TypeError. */
async function missingOf(flow: OAuth2Flow, context: OAuthContext): Promise<readonly string[]> {
  try {
    const missing = flow.missing(context);
    if (missing.length === 0) await flow.check(context);
    return missing;
  } catch (error) {
    throw isConnectorError(error) ? new TypeError(error.message, { cause: error }) : error;
  }
}

function announceSecret({ secret, shared, replicas }: OAuthEnvironment, log: ServiceLog): void {
  if (!secret.madeUp) return;
  if (shared || replicas > 1) {
    throw new TypeError(
      "Could not start the service: WELLHEAD_SECRET is not set. Set the same one at every replica, with at least 32 random characters.",
    );
  }
  log.warn(
    {},
    "WELLHEAD_SECRET is not set, so a random one is used. People who sign in during a restart must start again.",
  );
}

function announceRotation(
  connector: string,
  flow: OAuth2Flow,
  { environment, log }: { readonly environment: OAuthEnvironment; readonly log: ServiceLog },
): void {
  const { replicas, shared } = environment;
  const { provider, rotation } = flow.facts;
  if (rotation !== "single-use" || replicas === 1 || shared) return;
  log.error(
    { connector, replicas },
    `Could not refresh sign-ins with ${provider}: each of its refresh tokens can be used once, and the replicas share no store. Set WELLHEAD_STORE.`,
  );
}

import { reservedAccountKinds } from "@wellhead/contract";
import type { Connector, OAuth2Flow, OAuthEnvironment } from "@wellhead/sdk";
import type { ServiceLog } from "../logs/service-log.js";

/**
 * Tells the operator at start what keeps people from signing in, or accounts from being refreshed.
 *
 * @param connectors - Connectors of the service
 * @param environment - Settings of accounts
 * @param log - Where it is told
 * @throws TypeError when replicas would each make up a secret of their own
 */
export function announceOAuth(
  connectors: readonly Connector[],
  environment: OAuthEnvironment,
  log: ServiceLog,
): void {
  const flows = connectors.flatMap((connector) => {
    const flow = oauth2FlowOf(connector);
    return flow === undefined ? [] : [{ connector: connector.id, flow }];
  });
  if (flows.length === 0) return;
  announceSecret(environment, log);
  for (const { connector, flow } of flows) {
    const missing = flow.missing({ connector, environment });
    const { provider, rotation } = flow.facts;
    if (missing.length > 0) {
      log.warn({ connector }, `Sign in with ${provider}: off until ${missing.join(" and ")} are set`);
    }
    if (rotation === "single-use" && environment.replicas > 1 && !environment.shared) {
      log.error(
        { connector, replicas: environment.replicas },
        `Renew sign-ins with ${provider}: refused, because its refresh tokens are good for one use and the replicas share no store; set WELLHEAD_STORE`,
      );
    }
  }
}

/**
 * Finds the life of a connector's OAuth 2 accounts.
 *
 * @param connector - The connector
 * @returns The flow; `undefined` when the connector has no such account kind
 */
export function oauth2FlowOf(connector: Connector): OAuth2Flow | undefined {
  return connector.accounts.get(reservedAccountKinds.oauth2)?.oauth2;
}

function announceSecret({ secret, shared, replicas }: OAuthEnvironment, log: ServiceLog): void {
  if (!secret.madeUp) return;
  if (shared || replicas > 1) {
    throw new TypeError(
      "Start service: found no WELLHEAD_SECRET, wanted the same one at every replica, at least 32 random characters",
    );
  }
  log.warn(
    {},
    "Read WELLHEAD_SECRET: it is not set, so a random one is used; people who sign in during a restart have to begin again",
  );
}

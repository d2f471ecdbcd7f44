import type { OAuthContext } from "../oauth/oauth-flow.js";

/** How long the cache remembers which account an access token belongs to, in milliseconds: 7 days. */
const lifetime = 7 * 24 * 3_600_000;

/**
 * Names the account that an access token belongs to. The name stays the same across refreshes as long as the cache of
 * the deployment remembers them. It reveals nothing about the account.
 *
 * @param accessToken - The access token
 * @param context - Connector and deployment
 * @returns The name
 */
export async function lineageOf(accessToken: string, context: OAuthContext): Promise<string> {
  const own = nameOf(accessToken, context);
  return (await context.environment.cache.get(`lineage:${own}`)) ?? own;
}

/**
 * Records that a refresh replaced one access token with another.
 *
 * @param before - The access token that was refreshed
 * @param after - The access token that replaced it
 * @param context - Connector and deployment
 */
export async function noteSuccessor(before: string, after: string, context: OAuthContext): Promise<void> {
  if (before === after) return;
  const name = await lineageOf(before, context);
  await context.environment.cache.set(`lineage:${nameOf(after, context)}`, name, lifetime);
}

function nameOf(accessToken: string, { connector, environment }: OAuthContext): string {
  return environment.secret.derive("account", connector, accessToken);
}

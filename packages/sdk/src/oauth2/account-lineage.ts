import type { OAuthContext } from "../oauth/oauth-flow.js";

/** How long it is known which account an access token belongs to, in milliseconds: 7 days. */
const lifetime = 7 * 24 * 3_600_000;

/**
 * Names the account an access token belongs to. The name stays the same when the account is refreshed, as far as the
 * cache of the deployment reaches, and says nothing about the account.
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
 * Notes that an access token came of a refresh.
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

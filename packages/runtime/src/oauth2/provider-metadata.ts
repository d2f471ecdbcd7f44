import { rateLimited, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import { readRetryHint } from "@wellhead/sdk/internal";
import * as oauth from "oauth4webapi";
import { callProvider, ProviderFailure } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";

/** The issuer whose metadata is read. */
export interface Issuer {
  /** Name of the provider, for error messages. */
  readonly name: string;
  /** Address of the issuer. */
  readonly issuer: string;
}

/** The cached metadata of one issuer. */
interface CachedMetadata {
  metadata?: oauth.AuthorizationServer;
  /** When the metadata was read, in milliseconds since 1970. */
  readAt: number;
  /** How long the metadata is current, in milliseconds. */
  lifetimeMs: number;
  /** The read in progress; concurrent callers wait for it. */
  reading?: Promise<oauth.AuthorizationServer> | undefined;
  /** Why the last read failed, and when. */
  failure?: { readonly error: unknown; readonly at: number } | undefined;
}

/** Limits in milliseconds for the lifetime that `Cache-Control` states, and the lifetime when it states none. */
const lifetimes = { min: 300_000, usual: 3_600_000, max: 86_400_000 };
/** How long expired metadata stays in use while reading it again fails, in milliseconds. */
const maxStaleMs = 86_400_000;
/**
 * Milliseconds after a failed read in which metadata is not read again. Anybody can start a sign-in, and a flood of
 * sign-ins must not reach the provider.
 */
const failureCooldownMs = 5000;

/** Cached metadata by deployment and issuer. It is dropped together with the deployment. */
const caches = new WeakMap<OAuthEnvironment, Map<string, CachedMetadata>>();

/**
 * Reads the metadata of a provider. Current metadata comes from memory. Otherwise it is read from
 * `<issuer>/.well-known/openid-configuration` or, if that does not exist, from
 * `/.well-known/oauth-authorization-server`.
 *
 * @param from - The issuer
 * @param environment - Egress guard, clock, and the deployment to which the cache belongs
 * @returns The metadata; the only check is that it names the issuer it was read from
 * @throws ConnectorError when the metadata cannot be read or belongs to another issuer
 * @see RFC 8414, section 3; OpenID Connect Discovery 1.0, section 4
 */
export async function providerMetadata(
  from: Issuer,
  environment: OAuthEnvironment,
): Promise<oauth.AuthorizationServer> {
  const entry = entryOf(from.issuer, environment);
  const { metadata, failure } = entry;
  // The absolute value makes the metadata age, rather than stay current, when the clock was set back.
  const age = Math.abs(environment.now() - entry.readAt);
  if (metadata !== undefined && age < entry.lifetimeMs) return metadata;
  const usable = metadata !== undefined && age < entry.lifetimeMs + maxStaleMs ? metadata : undefined;
  if (failure !== undefined && Math.abs(environment.now() - failure.at) < failureCooldownMs) {
    if (usable !== undefined) return usable;
    throw failure.error;
  }
  entry.reading ??= readInto(entry, from, environment);
  try {
    return await entry.reading;
  } catch (error) {
    if (usable !== undefined) return usable;
    throw error;
  }
}

function entryOf(issuer: string, environment: OAuthEnvironment): CachedMetadata {
  const cache = caches.get(environment) ?? new Map<string, CachedMetadata>();
  caches.set(environment, cache);
  const entry = cache.get(issuer) ?? { readAt: 0, lifetimeMs: 0 };
  cache.set(issuer, entry);
  return entry;
}

async function readInto(
  entry: CachedMetadata,
  from: Issuer,
  environment: OAuthEnvironment,
): Promise<oauth.AuthorizationServer> {
  try {
    const { metadata, lifetimeMs } = await readMetadata(from, environment);
    Object.assign(entry, { metadata, lifetimeMs, readAt: environment.now(), failure: undefined });
    return metadata;
  } catch (error) {
    entry.failure = { error, at: environment.now() };
    throw error;
  } finally {
    entry.reading = undefined;
  }
}

async function readMetadata(
  from: Issuer,
  environment: OAuthEnvironment,
): Promise<{ readonly metadata: oauth.AuthorizationServer; readonly lifetimeMs: number }> {
  const openid = await requestMetadata(from, { environment, algorithm: "oidc" });
  const isMissing = openid.status >= 400 && openid.status < 500 && openid.status !== 429;
  const response = isMissing ? await requestMetadata(from, { environment, algorithm: "oauth2" }) : openid;
  checkStatus(response, from, environment);
  const { issuer } = from;
  try {
    const metadata = await oauth.processDiscoveryResponse(new URL(issuer), response);
    return { metadata, lifetimeMs: lifetimeOf(response.headers.get("cache-control")) };
  } catch (error) {
    throw invalid(from, reasonOf(error, issuer));
  }
}

async function requestMetadata(
  { name, issuer }: Issuer,
  {
    environment,
    algorithm,
  }: { readonly environment: OAuthEnvironment; readonly algorithm: "oidc" | "oauth2" },
): Promise<Response> {
  try {
    return await oauth.discoveryRequest(new URL(issuer), {
      algorithm,
      [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
      [oauth.customFetch]: async (address, { headers: sent }) => {
        const { status, headers, text } = await callProvider({
          egress: environment.egress(),
          method: "GET",
          url: new URL(address),
          headers: sent,
          action: `read the metadata of ${name}`,
          timeout: environment.callTimeout,
        });
        // The constructor throws for a body with a null-body status such as 204.
        const hasBody = status >= 200 && ![204, 205, 304].includes(status);
        return new Response(hasBody ? text : "", { status: hasBody ? status : 502, headers });
      },
    });
  } catch (error) {
    throw error instanceof ProviderFailure ? error.error : error;
  }
}

function checkStatus({ status, headers }: Response, from: Issuer, environment: OAuthEnvironment): void {
  if (status === 200) return;
  const action = `Could not read the metadata of ${from.name}`;
  if (status === 429) {
    const wait = readRetryHint(Object.fromEntries(headers), environment.now());
    const options = wait === undefined ? {} : { retryAfter: Math.min(3600, Math.ceil(wait / 1000)) };
    throw rateLimited(`${action}: its limit of requests is reached. Try again later.`, options);
  }
  if (status >= 500)
    throw upstreamUnavailable(`${action}: the server returned an error (${status}). Try again later.`);
  throw invalid(from, `expected metadata below "${from.issuer}", got status ${status}`);
}

function reasonOf(error: unknown, issuer: string): string {
  const isOtherIssuer =
    error instanceof oauth.OperationProcessingError && error.code === oauth.JSON_ATTRIBUTE_COMPARISON;
  return isOtherIssuer
    ? `expected that of the issuer "${issuer}", got that of another issuer`
    : "expected a JSON object with an issuer, got something else";
}

function invalid({ name }: Issuer, reason: string): Error {
  return upstreamInvalid(
    `Could not read the metadata of ${name}: ${reason}. The connector's author must check "issuer".`,
  );
}

function lifetimeOf(cacheControl: string | null): number {
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})(?:[\s,]|$)/i.exec(cacheControl ?? "") ?? [];
  const wanted = seconds === undefined ? lifetimes.usual : Number(seconds) * 1000;
  return Math.min(lifetimes.max, Math.max(lifetimes.min, wanted));
}

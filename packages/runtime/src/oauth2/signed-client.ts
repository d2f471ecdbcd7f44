import type { ClientAuthenticationMethod } from "@wellhead/sdk";
import { upstreamInvalid } from "@wellhead/sdk";
import { isLoopback, parseUrl } from "@wellhead/sdk/internal";
import * as oauth from "oauth4webapi";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { certificateOf, type OAuth2Client, readClientKey } from "./oauth2-client.js";
import { providerMetadata } from "./provider-metadata.js";

/** A client that is ready to send a request to its provider. */
export interface SignedClient {
  readonly endpoints: ProviderEndpoints;
  /** The client in the form that the protocol library expects. */
  readonly own: oauth.Client;
  /** Adds the client's credentials to a request: a secret or an assertion. */
  readonly sign: oauth.ClientAuth;
}

/**
 * Finds the endpoints of a client's provider and reads the client's credentials. The credentials are not cached, so
 * replacing the file of a key or a certificate is enough to rotate it.
 *
 * @param client - The provider and its client
 * @param environment - Egress guard and clock
 * @returns The client, its endpoints and its authentication
 * @throws ConnectorError when the endpoints cannot be determined, `internal` when the key or certificate is unusable
 * @see RFC 6749, section 2.3.1; RFC 7523, section 2.2; RFC 8705, section 2
 */
export async function signedClient(
  client: OAuth2Client,
  environment: OAuthEnvironment,
): Promise<SignedClient> {
  const endpoints = await providerEndpoints(client, environment);
  // An unusable certificate must fail now rather than while sending, so that the caller knows that nothing was sent.
  certificateOf(client);
  const skew = Math.round((environment.now() - Date.now()) / 1000);
  return {
    endpoints,
    own: { client_id: client.clientId, [oauth.clockSkew]: skew },
    sign: await authentication(client, endpoints),
  };
}

async function authentication(
  client: OAuth2Client,
  { server, token }: ProviderEndpoints,
): Promise<oauth.ClientAuth> {
  const method = client.authentication ?? methodOf(server);
  if (method !== "private_key_jwt") return withSecret(client, method);
  const { key, kid, algorithm } = await readClientKey(client.prefix, client.variables);
  const audience = client.provider.assertionAudience ?? client.addresses.issuer ?? token.href;
  return oauth.PrivateKeyJwt(kid === undefined ? key : { key, kid }, {
    [oauth.modifyAssertion]: (header, payload) => {
      header["alg"] = algorithm;
      payload["aud"] = audience;
    },
  });
}

/**
 * Returns an authentication method that the provider accepts. Metadata that lists no methods means `basic` (RFC 8414,
 * section 2).
 */
function methodOf(server: oauth.AuthorizationServer): ClientAuthenticationMethod {
  const { authorization_endpoint: discovered, token_endpoint_auth_methods_supported: supported } = server;
  if (discovered === undefined) return "body";
  return supported?.includes("client_secret_post") === true ? "body" : "basic";
}

function withSecret(
  { provider, clientId, clientSecret }: OAuth2Client,
  method: ClientAuthenticationMethod,
): oauth.ClientAuth {
  // oxlint-disable-next-line max-params -- the signature is the library's
  return (_server, _client, body, headers) => {
    // The connection presents the certificate, so the form carries only the client id.
    const secret = clientSecret === "" || method === "tls_client_auth" ? undefined : clientSecret;
    if (method === "basic" && secret !== undefined) {
      const pair = `${formEncoded(clientId)}:${formEncoded(secret)}`;
      headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
      return;
    }
    body.set(provider.quirks?.clientIdParameter ?? "client_id", clientId);
    if (secret !== undefined) body.set("client_secret", secret);
  };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ t: text }).toString().slice(2);
}

/** The addresses of a provider. */
export interface ProviderEndpoints {
  /** The provider in the form that the protocol library expects. */
  readonly server: oauth.AuthorizationServer;
  readonly authorize: URL;
  readonly token: URL;
  /** `undefined` when tokens are not revoked. */
  readonly revocation: URL | undefined;
}

/** Registered names of the addresses in metadata. */
type EndpointName = "authorization_endpoint" | "token_endpoint" | "revocation_endpoint";

/**
 * Finds the addresses of a provider in its definition, and the ones that the definition lacks in its metadata.
 *
 * @param client - The provider and its client
 * @param environment - Egress guard and clock
 * @returns The addresses
 * @throws ConnectorError when the metadata is needed and cannot be read, or names an address that is not allowed
 */
export async function providerEndpoints(
  client: OAuth2Client,
  environment: OAuthEnvironment,
): Promise<ProviderEndpoints> {
  const { addresses, provider } = client;
  const { authorize, token, revocation, issuer } = addresses;
  if (authorize !== undefined && token !== undefined && provider.revocation !== true) {
    const known = { issuer: issuer ?? authorize.origin, token_endpoint: token.href };
    return { server: { ...known, ...revocationOf(revocation) }, authorize, token, revocation };
  }
  // The definition was validated: without one of these addresses it has an issuer.
  const metadata = await providerMetadata({ name: provider.name, issuer: issuer ?? "" }, environment);
  const read = new MetadataAddresses(client, metadata);
  const found = {
    authorize: authorize ?? read.demand("authorization_endpoint"),
    token: token ?? read.demand("token_endpoint"),
    revocation: provider.revocation === true ? read.demand("revocation_endpoint") : revocation,
  };
  const { token_endpoint_auth_methods_supported: methods } = metadata;
  // Other promises of the metadata, such as `iss` in every redirect, are left out: a platform may not pass `iss` on.
  const server = {
    issuer: metadata.issuer,
    authorization_endpoint: found.authorize.href,
    token_endpoint: found.token.href,
    ...revocationOf(found.revocation),
    ...(Array.isArray(methods) && { token_endpoint_auth_methods_supported: methods }),
  };
  return { server, ...found };
}

function revocationOf(revocation: URL | undefined): Pick<oauth.AuthorizationServer, "revocation_endpoint"> {
  return revocation === undefined ? {} : { revocation_endpoint: revocation.href };
}

/** The addresses in the metadata of one provider. */
class MetadataAddresses {
  readonly #client: OAuth2Client;
  readonly #metadata: oauth.AuthorizationServer;

  /**
   * @param client - The provider and its client
   * @param metadata - Metadata of the provider
   */
  constructor(client: OAuth2Client, metadata: oauth.AuthorizationServer) {
    this.#client = client;
    this.#metadata = metadata;
  }

  /**
   * Returns an address that the metadata must name.
   *
   * @param name - Registered name of the address
   * @returns The address
   * @throws ConnectorError `upstream_invalid` when the address is missing or not allowed
   */
  demand(name: EndpointName): URL {
    const address: unknown = this.#aliases()[name] ?? this.#metadata[name];
    const url = typeof address === "string" ? parseUrl(address) : undefined;
    if (url === undefined) throw this.#invalid(name, "expected an address, got none");
    const { issuer, metadataHosts = [] } = { ...this.#client.provider, ...this.#client.addresses };
    const own = parseUrl(issuer ?? "");
    const isSafe = url.protocol === "https:" || (own?.protocol === "http:" && isLoopback(url));
    if (!isSafe || url.username !== "" || url.password !== "" || url.hash !== "") {
      throw this.#invalid(name, "expected a plain https address, got another");
    }
    if (url.hostname === own?.hostname || metadataHosts.includes(url.hostname)) return url;
    throw this.#invalid(
      name,
      `expected an address on "${own?.hostname ?? ""}", got one on "${url.hostname}"; if that host is the provider's, add it to "metadataHosts"`,
    );
  }

  /** Returns the alternative addresses for a client that presents a certificate (RFC 8705, section 5). */
  #aliases(): Readonly<Partial<Record<EndpointName, unknown>>> {
    const aliases: unknown = this.#metadata.mtls_endpoint_aliases;
    const isUsed =
      typeof aliases === "object" && aliases !== null && certificateOf(this.#client) !== undefined;
    return isUsed ? aliases : {};
  }

  #invalid(name: EndpointName, reason: string): Error {
    return upstreamInvalid(
      `Could not use the metadata of ${this.#client.provider.name}: ${name}: ${reason}. The connector's author must check it.`,
    );
  }
}

import type { ClientAuthenticationMethod } from "@wellhead/sdk";
import * as oauth from "oauth4webapi";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { readClientKey } from "./client-key.js";
import { certificateOf, type OAuth2Client } from "./oauth2-client.js";
import { type ProviderEndpoints, providerEndpoints } from "./provider-endpoints.js";

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

import { createPrivateKey, type KeyObject, type webcrypto } from "node:crypto";
import {
  type ClientAuthenticationMethod,
  type ClientCertificate,
  ConnectorError,
  type OAuth2Definition,
  type OAuth2Provider,
} from "@wellhead/sdk";
import { clientAuthenticationMethods } from "@wellhead/sdk/internal";
import {
  type ClientCredentials,
  certificateKeyName,
  certificateName,
  checkClientCertificate,
  clientCertificate,
  clientCredentials,
  hasKeyMaterial,
  missingCredentials,
  readKeyMaterial,
  readVariable,
  type Variables,
} from "../oauth/client-credentials.js";

/** A provider as one deployment uses it: addresses, client and scopes. */
export interface OAuth2Client extends ClientCredentials {
  readonly provider: OAuth2Provider;
  /** Addresses from the definition, for this deployment's tenant; the issuer's metadata supplies the absent ones. */
  readonly addresses: ProviderAddresses;
  /**
   * Identifies the provider wherever a value is bound to it: its token address, or its issuer when that address is read
   * from metadata and may change.
   */
  readonly audience: string;
  /** How the client authenticates; absent when the metadata decides. */
  readonly authentication: ClientAuthenticationMethod | undefined;
  /** Prefix of the deployment's variables. */
  readonly prefix: string;
  readonly variables: Variables;
  readonly scopes: readonly string[];
  readonly keep: readonly string[];
}

/** Addresses of a provider that a definition names. */
export interface ProviderAddresses {
  readonly authorize: URL | undefined;
  readonly token: URL | undefined;
  readonly revocation: URL | undefined;
  /** Absent when the definition names none. */
  readonly issuer: string | undefined;
}

/**
 * Lists the variables that a deployment must set before people can sign in.
 *
 * @param definition - Provider and its use
 * @param variables - Variables of the deployment
 * @returns Names of the missing variables
 * @throws ConnectorError `internal` when the deployment names an unknown authentication method
 */
export function missingVariables(definition: OAuth2Definition, variables: Variables): readonly string[] {
  const { prefix, provider } = definition;
  const tenant = `${prefix}_TENANT`;
  const needsTenant =
    provider.tenant === undefined &&
    [provider.authorize, provider.token, provider.issuer].some((one) => one?.includes("{tenant}")) &&
    readVariable(variables, tenant) === undefined;
  return [...missingProof(definition, variables), ...(needsTenant ? [tenant] : [])];
}

/** Returns the missing variables that the client needs to authenticate. */
function missingProof(definition: OAuth2Definition, variables: Variables): readonly string[] {
  const { prefix } = definition;
  const method = authenticationOf(definition, variables);
  if (method !== "private_key_jwt" && method !== "tls_client_auth") {
    return missingCredentials(definition, variables);
  }
  const needed =
    method === "private_key_jwt"
      ? [clientKeyName(prefix)]
      : [certificateName(prefix), certificateKeyName(prefix)];
  return [
    ...missingCredentials({ ...definition, clientSecret: "" }, variables),
    ...needed.filter((name) => !hasKeyMaterial(variables, name)),
  ];
}

/**
 * Combines a definition with the variables of the deployment.
 *
 * @param definition - Provider and its use
 * @param variables - Variables of the deployment
 * @returns The client
 * @throws ConnectorError `internal` naming the variables that are missing
 */
export function oauth2Client(definition: OAuth2Definition, variables: Variables): OAuth2Client {
  const { provider, prefix, keep } = definition;
  const missing = missingVariables(definition, variables);
  if (missing.length > 0) {
    throw new ConnectorError(
      "internal",
      `Could not sign in with ${provider.name}: this service is not registered with ${provider.name}. Its operator must set ${missing.join(" and ")}.`,
    );
  }
  const addresses = addressesOf(definition, variables);
  return {
    provider,
    addresses,
    // The definition was rejected unless it has a token address or an issuer.
    audience: addresses.token?.href ?? addresses.issuer ?? "",
    authentication: authenticationOf(definition, variables),
    prefix,
    variables,
    ...clientCredentials(definition, variables),
    scopes:
      readVariable(variables, `${prefix}_SCOPES`)
        ?.split(/[\s,]+/)
        .filter((scope) => scope !== "") ??
      provider.scopes ??
      [],
    keep,
  };
}

/**
 * Checks the variables that a deployment has set for a client, as far as that is possible without the provider.
 *
 * @param definition - Provider and its use
 * @param variables - Variables of the deployment
 * @param now - The current time in milliseconds since 1970
 * @throws ConnectorError `internal` naming the invalid variable
 */
export async function checkClient(
  definition: OAuth2Definition,
  variables: Variables,
  now: number,
): Promise<void> {
  const { authentication } = oauth2Client(definition, variables);
  checkClientCertificate(definition.prefix, variables, now);
  if (authentication === "private_key_jwt") await readClientKey(definition.prefix, variables);
}

/**
 * Reads the certificate that a client presents to its provider and to the connector's own origins.
 *
 * @param client - The client
 * @returns Certificate and key; `undefined` when the deployment has none
 * @throws ConnectorError `internal` when the certificate or its key cannot be read
 */
export function certificateOf({ prefix, variables }: OAuth2Client): ClientCertificate | undefined {
  return clientCertificate(prefix, variables);
}

function addressesOf({ provider, prefix }: OAuth2Definition, variables: Variables): ProviderAddresses {
  const tenant = readVariable(variables, `${prefix}_TENANT`) ?? provider.tenant ?? "";
  if (!/^[\w.-]*$/.test(tenant)) {
    throw new ConnectorError(
      "internal",
      `Could not sign in with ${provider.name}: expected letters, digits, dots and hyphens in ${prefix}_TENANT, got other characters. The operator must correct it.`,
    );
  }
  const { authorize, token, revocation, issuer } = provider;
  const address = (text: string | true | undefined): URL | undefined =>
    typeof text === "string" ? new URL(text.replaceAll("{tenant}", tenant)) : undefined;
  return {
    authorize: address(authorize),
    token: address(token),
    revocation: address(revocation),
    issuer: issuer?.replaceAll("{tenant}", tenant),
  };
}

function authenticationOf(
  { prefix, provider }: OAuth2Definition,
  variables: Variables,
): ClientAuthenticationMethod | undefined {
  const name = `${prefix}_CLIENT_AUTHENTICATION`;
  const chosen = readVariable(variables, name);
  if (chosen === undefined) return provider.clientAuthentication;
  const method = clientAuthenticationMethods.find((one) => one === chosen);
  if (method !== undefined) return method;
  throw new ConnectorError(
    "internal",
    `Could not read ${name}: expected one of ${clientAuthenticationMethods.join(", ")}, got another value. The operator must set it.`,
  );
}

/** The private key with which a client authenticates at the token address. */
export interface ClientKey {
  readonly key: webcrypto.CryptoKey;
  /** Id under which the provider knows the public key; absent when it has none. */
  readonly kid?: string;
  /** Name of the signature algorithm (RFC 7518, RFC 8037). */
  readonly algorithm: string;
}

/** How a type of key signs: the algorithm name of its assertions and the parameters for importing it in Web Crypto. */
interface Signing {
  readonly algorithm: string;
  readonly parameters: webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams | webcrypto.Algorithm;
}

const rs256: Signing = {
  algorithm: "RS256",
  parameters: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
};
const ps256: Signing = { algorithm: "PS256", parameters: { name: "RSA-PSS", hash: "SHA-256" } };
const ed25519: Signing = { algorithm: "EdDSA", parameters: { name: "Ed25519" } };

const curves: ReadonlyMap<string, Signing> = new Map([
  ["prime256v1", { algorithm: "ES256", parameters: { name: "ECDSA", namedCurve: "P-256" } }],
  ["secp384r1", { algorithm: "ES384", parameters: { name: "ECDSA", namedCurve: "P-384" } }],
  ["secp521r1", { algorithm: "ES512", parameters: { name: "ECDSA", namedCurve: "P-521" } }],
]);

/** Minimum size of an RSA key. Providers refuse shorter keys, and so does RFC 7518, section 3.3. */
const minRsaBits = 2048;

/**
 * Reads the private key of a client from `<prefix>_CLIENT_KEY`: PEM (PKCS #8, PKCS #1 or SEC 1), or a JWK.
 *
 * The key determines the algorithm. RSA signs with RS256, or with PS256 if a JWK says so. The curves P-256, P-384 and
 * P-521 sign with ES256, ES384 and ES512. Ed25519 signs with EdDSA.
 *
 * @param prefix - Prefix of the deployment's variables, such as `GITHUB`
 * @param variables - Variables of the deployment
 * @returns The key, ready to sign
 * @throws ConnectorError `internal` when the key is missing or unusable
 */
export async function readClientKey(prefix: string, variables: Variables): Promise<ClientKey> {
  const name = clientKeyName(prefix);
  const text = readKeyMaterial(variables, name) ?? "";
  const { key, jwk } = parseKey(text, name);
  const { algorithm, parameters } = signingOf(key, { name, wanted: jwk["alg"] });
  const kid = readVariable(variables, `${name}_ID`) ?? jwk["kid"];
  const bytes = key.export({ format: "der", type: "pkcs8" });
  return {
    key: await crypto.subtle.importKey("pkcs8", bytes, parameters, false, ["sign"]),
    ...(typeof kid === "string" && kid !== "" && { kid }),
    algorithm,
  };
}

/**
 * Returns the name of the variable that holds the client's private key.
 *
 * @param prefix - Prefix of the deployment's variables
 * @returns The name
 */
function clientKeyName(prefix: string): string {
  return `${prefix}_CLIENT_KEY`;
}

function parseKey(
  text: string,
  name: string,
): { readonly key: KeyObject; readonly jwk: Readonly<Record<string, unknown>> } {
  try {
    if (!text.startsWith("{")) return { key: createPrivateKey(text), jwk: {} };
    // `createPrivateKey` checks the members of a JWK, and `readClientKey` checks the values of `alg` and `kid`.
    const jwk = JSON.parse(text) as Record<string, unknown>;
    return { key: createPrivateKey({ key: jwk, format: "jwk" }), jwk };
  } catch {
    // The parser's error is not passed on, because its message may contain a part of the key.
    throw fault(name, "expected an unencrypted private key as PEM or JWK, got something else");
  }
}

function signingOf(
  key: KeyObject,
  { name, wanted }: { readonly name: string; readonly wanted: unknown },
): Signing {
  const { asymmetricKeyType: type = "", asymmetricKeyDetails: details = {} } = key;
  if (type === "rsa") {
    const { modulusLength = 0 } = details;
    if (modulusLength < minRsaBits) {
      throw fault(name, `expected an RSA key of at least ${minRsaBits} bits, got ${modulusLength}`);
    }
    return wanted === "PS256" ? ps256 : rs256;
  }
  const found = type === "ed25519" ? ed25519 : curves.get(details.namedCurve ?? "");
  if (found !== undefined) return found;
  throw fault(name, `expected a key of type RSA, P-256, P-384, P-521 or Ed25519, got ${type}`);
}

function fault(name: string, reason: string): ConnectorError {
  return new ConnectorError("internal", `Could not read ${name}: ${reason}. The operator must replace it.`);
}

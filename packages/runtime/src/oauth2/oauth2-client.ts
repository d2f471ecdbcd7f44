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
  readVariable,
  type Variables,
} from "../oauth/client-credentials.js";
import { clientKeyName, readClientKey } from "./client-key.js";

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

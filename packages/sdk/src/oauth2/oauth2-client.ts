import { ConnectorError } from "../errors/connector-error.js";
import {
  type ClientCredentials,
  clientCredentials,
  missingCredentials,
  readVariable,
  type Variables,
} from "../oauth/client-credentials.js";
import type { OAuth2Definition } from "./oauth2-definition.js";
import type { OAuth2Provider } from "./oauth2-provider.js";

/** A provider as one deployment uses it: addresses, client and scopes. */
export interface OAuth2Client extends ClientCredentials {
  readonly provider: OAuth2Provider;
  readonly authorize: URL;
  readonly token: URL;
  readonly scopes: readonly string[];
  readonly keep: readonly string[];
}

/**
 * Lists the variables a deployment has to set before people can sign in.
 *
 * @param definition - Provider and its use
 * @param variables - Variables of the deployment
 * @returns Names of those that are missing
 */
export function missingVariables(definition: OAuth2Definition, variables: Variables): readonly string[] {
  const { prefix, provider } = definition;
  const tenant = `${prefix}_TENANT`;
  const needsTenant =
    provider.tenant === undefined &&
    `${provider.authorize}${provider.token}`.includes("{tenant}") &&
    readVariable(variables, tenant) === undefined;
  return [...missingCredentials(definition, variables), ...(needsTenant ? [tenant] : [])];
}

/**
 * Joins a definition and the variables of the deployment.
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
      `Sign in with ${provider.name}: this service has no client of ${provider.name} yet, its operator must set ${missing.join(" and ")}`,
    );
  }
  const tenant = readVariable(variables, `${prefix}_TENANT`) ?? provider.tenant ?? "";
  if (!/^[\w.-]*$/.test(tenant)) {
    throw new ConnectorError(
      "internal",
      `Sign in with ${provider.name}: found other characters in ${prefix}_TENANT, wanted letters, digits, dots and hyphens`,
    );
  }
  return {
    provider,
    authorize: new URL(provider.authorize.replaceAll("{tenant}", tenant)),
    token: new URL(provider.token.replaceAll("{tenant}", tenant)),
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

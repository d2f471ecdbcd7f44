import { readFile } from "node:fs/promises";
import { type AccessToken, type Http, requestAccessToken, Secret, upstreamInvalid } from "@wellhead/sdk";
import { endpointUrl } from "../objects/endpoint-url.js";
import { signInAsService } from "../objects/sign-in-as-service.js";
import { firstVariable, type Variables } from "../objects/variables.js";

/** An application that is registered with Microsoft Entra. */
export interface AzureIdentity {
  readonly clientId: string;
  /** URL of the token endpoint. */
  readonly tokenUrl: string;
  /** Secret of the application; `undefined` when another provider vouches for it. */
  readonly secret: Secret | undefined;
  /** Path of the file with the token of the other provider, which renews it. */
  readonly tokenFile: string | undefined;
}

/**
 * Finds the application of the deployment in the variables that the libraries of Azure use.
 *
 * @param variables - Variables of the deployment
 * @returns The application; `undefined` when there is none
 * @see https://learn.microsoft.com/javascript/api/@azure/identity/environmentcredential
 * @see https://azure.github.io/azure-workload-identity/docs/quick-start.html
 */
export function findIdentity(variables: Variables): AzureIdentity | undefined {
  const find = (name: string) => firstVariable(variables, [`AZURE_${name}`]);
  const [tenant, clientId, secret, tokenFile] = [
    find("TENANT_ID"),
    find("CLIENT_ID"),
    find("CLIENT_SECRET"),
    find("FEDERATED_TOKEN_FILE"),
  ];
  if (tenant === undefined || clientId === undefined) return undefined;
  if (secret === undefined && tokenFile === undefined) return undefined;
  const authority = endpointUrl(find("AUTHORITY_HOST") ?? "https://login.microsoftonline.com").href;
  return {
    clientId,
    tokenUrl: `${authority.replace(/\/$/, "")}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
    secret: secret === undefined ? undefined : new Secret(secret),
    tokenFile,
  };
}

/**
 * Requests an access token for the storage.
 *
 * @param http - Client that adds no credentials
 * @param identity - The application
 * @returns The token
 * @throws ConnectorError `upstream_invalid` when the application is refused, or its token cannot be read
 * @see https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
export async function requestIdentityToken(http: Http, identity: AzureIdentity): Promise<AccessToken> {
  const { clientId, tokenUrl, secret } = identity;
  const proof =
    secret === undefined
      ? {
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          client_assertion: await readTokenFile(identity),
        }
      : { client_secret: secret.reveal() };
  const grant = {
    grant_type: "client_credentials",
    client_id: clientId,
    scope: "https://storage.azure.com/.default",
    ...proof,
  };
  return await signInAsService(() => requestAccessToken(http, { tokenUrl, grant, now: Date.now() }), {
    provider: "Microsoft Entra",
    settings: "AZURE_TENANT_ID, AZURE_CLIENT_ID and the secret or the token of the application",
  });
}

async function readTokenFile({ tokenFile = "" }: AzureIdentity): Promise<string> {
  try {
    return (await readFile(tokenFile, "utf8")).trim();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown fault";
    throw upstreamInvalid(
      `Could not read AZURE_FEDERATED_TOKEN_FILE: the system reports ${code}. Have the operator check its path and its permissions.`,
      { cause: error },
    );
  }
}

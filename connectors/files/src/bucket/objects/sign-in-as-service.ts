import { type AccessToken, ConnectorError, upstreamInvalid } from "@wellhead/sdk";

/** Who is asked for a token, and with which settings. */
export interface SignInAsServiceOptions {
  /** Name of the provider. */
  readonly provider: string;
  /** The settings that the operator should check. */
  readonly settings: string;
}

/** Codes of errors that mean that the provider has refused the credentials. */
const refusals: ReadonlySet<string> = new Set(["account_invalid", "upstream_invalid", "not_found"]);

/**
 * Requests a token for the credentials of the service. A refusal concerns the operator and not the caller, whose account
 * is not involved.
 *
 * @param request - Requests the token
 * @param options - Who is asked
 * @returns The token
 * @throws ConnectorError `upstream_invalid` when the credentials are refused, and whatever else `request` throws
 */
export async function signInAsService(
  request: () => Promise<AccessToken>,
  { provider, settings }: SignInAsServiceOptions,
): Promise<AccessToken> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ConnectorError && refusals.has(error.code))) throw error;
    throw upstreamInvalid(
      `Could not sign in to the storage: ${provider} refused the credentials of the service. Have the operator check ${settings}.`,
      { cause: error },
    );
  }
}

import type { OAuthEndpoints } from "@wellhead/client";
import type { JsonRecord } from "../../text/record.js";
import { rememberSecret } from "../../workbench/exchanges/secrets.js";
import { connectorAt } from "../../workbench/http/page-connector.js";
import { waitForCallback } from "./wait-for-callback.js";

/** The parameters of an OAuth flow. */
export interface OAuthFlow {
  /** Base address of the connector. */
  readonly base: string;
  /** `oauth` for version 1, `oauth2` for version 2. */
  readonly kind: string;
  /** Values of the form's other fields. */
  readonly fields: JsonRecord;
  /** The endpoints to call. `undefined` means those that the connector has. */
  readonly endpoints: OAuthEndpoints | undefined;
  /** The popup for the provider's page. It must be opened by the click itself, or the browser would block it. */
  readonly popup: Window;
  readonly signal: AbortSignal;
}

/**
 * Performs OAuth 1 or 2 in a popup: requests the provider's address from the connector, waits until the provider
 * redirects to this page's own address with the same `state`, and lets the connector finish.
 *
 * @returns The account as it is to be stored
 * @throws Error with a message for the user when a step fails or the user closes the popup
 */
export async function runOAuthFlow({
  base,
  kind,
  fields,
  endpoints,
  popup,
  signal,
}: OAuthFlow): Promise<JsonRecord> {
  const connector = connectorAt(base);
  const state = randomState();
  const callbackUri = new URL("callback", document.baseURI).href;
  const calls = { ...(endpoints !== undefined && { endpoints }), signal };
  try {
    const version = kind === "oauth" ? 1 : 2;
    const signIn = await connector.startSignIn({ version, callbackUri, state, ...calls });
    rememberSecret(signIn.requestToken?.secret);
    popup.location.replace(signIn.redirectUri);
    const returned = await waitForCallback({ popup, state: signIn.state ?? state, signal });
    rememberSecret(returned["code"]);
    return await connector.finishSignIn(signIn, { returned, fields, ...calls });
  } finally {
    popup.close();
  }
}

function randomState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

import { type AccountKinds, oauth1, oauth2 } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { oauthEnvironment } from "../oauth/oauth-environment.js";
import { OAuth1Flow } from "../oauth1/oauth1-flow.js";
import { OAuth2Flow } from "./oauth2-flow.js";

const preset = {
  // #region preset
  accounts: {
    oauth2: oauth2({
      preset: "quickbooks",
      scopes: ["com.intuit.quickbooks.accounting"],
      keep: ["realmId"],
    }),
  },
  // #endregion preset
};

const own =
  // #region own
  oauth2({
    name: "Tracker",
    authorize: "https://tracker.example/oauth/authorize",
    token: "https://tracker.example/oauth/token",
    scopes: ["read"],
    rotation: "none",
  });
// #endregion own

const trello =
  // #region oauth1
  oauth1({
    name: "Trello",
    requestToken: "https://trello.com/1/OAuthGetRequestToken",
    authorize: "https://trello.com/1/OAuthAuthorizeToken",
    accessToken: "https://trello.com/1/OAuthGetAccessToken",
    parameters: { name: "My service", scope: "read", expiration: "never" },
  });
// #endregion oauth1

const discovered =
  // #region issuer
  oauth2({
    name: "Tracker",
    issuer: "https://login.tracker.example",
    metadataHosts: ["api.tracker.example"],
    scopes: ["read"],
    revocation: true,
  });
// #endregion issuer

const bank =
  // #region certificate
  oauth2({
    name: "Bank",
    issuer: "https://login.bank.example",
    metadataHosts: ["mtls.bank.example"],
    clientAuthentication: "tls_client_auth",
  });
// #endregion certificate

const flowOf = ({ oauth2: definition }: AccountKinds[string]) => definition && new OAuth2Flow(definition);

const callback = "https://platform.example/callback";

/** Sets every missing variable of an account kind and returns the address where its sign-in starts. */
async function startOf(kind: AccountKinds[string]): Promise<URL | undefined> {
  const flow = flowOf(kind);
  const context = (variables: Record<string, string>) => ({
    connector: "c",
    environment: oauthEnvironment({ variables }),
  });
  const missing = flow?.missing(context({})) ?? [];
  const set = Object.fromEntries(missing.map((name) => [name, "set"]));
  return await flow?.start({ callback, state: "s" }, context(set));
}

describe("docs/oauth-providers.md", () => {
  it("shows a preset that needs nothing but its variables", async () => {
    const address = await startOf(preset.accounts.oauth2);
    expect(address?.origin).toBe("https://appcenter.intuit.com");
    expect(address?.searchParams.get("scope")).toBe("com.intuit.quickbooks.accounting");
    expect(Object.keys(preset.accounts.oauth2.fields)).toContain("realmId");
  });

  it("shows how to add a provider of one's own, which needs nothing but its variables", async () => {
    const address = await startOf(own);
    expect(`${address?.origin}${address?.pathname}`).toBe("https://tracker.example/oauth/authorize");
    expect(Object.fromEntries(address?.searchParams ?? [])).toMatchObject({
      client_id: "set",
      scope: "read",
      state: "s",
      redirect_uri: callback,
    });
    expect(flowOf(own)?.facts).toEqual({ provider: "Tracker", rotation: "none" });
  });

  it("shows providers that need a key or a certificate in place of a secret", () => {
    const missing = (kind: AccountKinds[string]) =>
      flowOf(kind)?.missing({ connector: "c", environment: oauthEnvironment({ variables: {} }) });
    expect(missing(discovered)).toEqual(["TRACKER_CLIENT_ID", "TRACKER_CLIENT_SECRET"]);
    expect(missing(bank)).toEqual([
      "BANK_CLIENT_ID",
      "BANK_CLIENT_CERTIFICATE",
      "BANK_CLIENT_CERTIFICATE_KEY",
    ]);
  });

  it("shows an OAuth 1 provider with the same two variables", () => {
    const environment = oauthEnvironment({ variables: {} });
    const flow = trello.oauth1 && new OAuth1Flow(trello.oauth1);
    expect(flow?.missing({ connector: "c", environment })).toEqual([
      "TRELLO_CLIENT_ID",
      "TRELLO_CLIENT_SECRET",
    ]);
  });
});

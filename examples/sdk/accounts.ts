import assert from "node:assert/strict";
import {
  AccessTokenCache,
  accountKey,
  basic,
  fields,
  none,
  oauth1,
  oauth2,
  oauth2Presets,
  password,
  readServiceAccountKey,
  requestAccessToken,
  Secret,
  signAssertion,
  text,
  token,
} from "@wellhead/sdk";

/** Checks the examples of the account kinds. */
export function checkAccounts(): void {
  // #region none
  const accounts = { none: none() };
  // #endregion none
  assert.deepEqual(accounts.none.fields, {});

  // #region token
  const header = token({ title: "Access token", help: "https://tracker.example/settings/tokens" });
  const key = token({ title: "API key", send: { header: "x-api-key" } });
  const argument = token({ title: "Key", send: { query: "key" } });
  // #endregion token
  assert.deepEqual([header.name, key.name, argument.name], ["Access token", "API key", "Key"]);

  // #region basic
  const signIn = basic({ title: "User name and app password" });
  // #endregion basic
  assert.deepEqual(Object.keys(signIn.fields), ["user", "password"]);

  // #region fields
  const signed = fields({
    title: "Key and shop",
    fields: { shop: text({ title: "Shop" }), key: password({ title: "Key" }) },
    authorize: ({ headers }, account) => {
      headers["x-shop"] = account.shop;
      headers["x-key"] = account.key.reveal();
    },
  });
  // #endregion fields
  assert.deepEqual(Object.keys(signed.fields), ["shop", "key"]);

  // #region access-tokens
  const tokens = new AccessTokenCache();
  const form = { key: password({ title: "Key" }) };
  const serviceAccount = fields({
    title: "Service account",
    fields: form,
    authorize: async ({ headers }, account, { http }) => {
      const owner = accountKey({ connector: "tracker", account: { kind: "key", ...account }, form });
      const issued = await tokens.find(owner, () => {
        const file = readServiceAccountKey(account.key.reveal());
        const [tokenUrl, now] = ["https://oauth2.googleapis.com/token", Date.now()];
        const assertion = signAssertion({ key: file, scopes: ["email"], audience: tokenUrl, now });
        const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
        return requestAccessToken(http, { tokenUrl, grant, now });
      });
      headers["authorization"] = `Bearer ${issued.reveal()}`;
    },
  });
  // #endregion access-tokens
  assert.deepEqual(Object.keys(serviceAccount.fields), ["key"]);

  // #region oauth2
  const github = oauth2({ preset: "github", scopes: ["read:user", "repo"] });
  // #endregion oauth2
  assert.equal(github.name, "Sign in with GitHub");

  // #region oauth2-presets
  const { authorize } = oauth2Presets.github;
  // #endregion oauth2-presets
  assert.match(authorize, /^https:\/\/github\.com\//);

  // #region oauth1
  const trello = oauth1({
    name: "Trello",
    requestToken: "https://trello.com/1/OAuthGetRequestToken",
    authorize: "https://trello.com/1/OAuthAuthorizeToken",
    accessToken: "https://trello.com/1/OAuthGetAccessToken",
  });
  // #endregion oauth1
  assert.equal(trello.name, "Sign in with Trello");

  // #region account-key
  const account = { kind: "token", token: new Secret("abc") };
  const cacheKey = accountKey({ connector: "tracker", account });
  // #endregion account-key
  assert.equal(cacheKey, accountKey({ connector: "tracker", account: { ...account } }));
}

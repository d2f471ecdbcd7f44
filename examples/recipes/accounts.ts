import { createHash, createHmac } from "node:crypto";
import {
  AccessTokenCache,
  accountKey,
  defineConnector,
  fields,
  id,
  type MakeSource,
  number,
  password,
  requestAccessToken,
  Secret,
  text,
  token,
  upstreamUnavailable,
  url,
  type ValuesOf,
} from "@wellhead/sdk";
import { about, type Order, shop } from "./shop.js";

function sources(source: MakeSource<unknown>) {
  return {
    orders: source({
      name: "Orders",
      fields: { id: id(), total: number() },
      rows: ({ http }) => http.pages<Order>("orders"),
    }),
  };
}

// #region key-in-header
export const keyInHeader = defineConnector({
  ...about("key-in-header"),
  http: { baseUrl: shop },
  accounts: { key: token({ title: "API key", send: { header: "x-api-key" } }) },
  sources,
});
// #endregion key-in-header

// #region signed-requests
export const signedRequests = defineConnector({
  ...about("signed-requests"),
  http: { baseUrl: shop },
  accounts: {
    signed: fields({
      title: "Key and secret",
      fields: { key: text({ title: "Key" }), secret: password({ title: "Secret" }) },
      // Called for every attempt, so a retried request has a signature of its own.
      authorize: ({ method, url: address, headers }, { key, secret }) => {
        const signed = `${method} ${address.pathname}${address.search}`;
        headers["x-key"] = key;
        headers["x-signature"] = createHmac("sha256", secret.reveal()).update(signed).digest("hex");
      },
    }),
  },
  sources,
});
// #endregion signed-requests

// #region address-per-customer
export const addressPerCustomer = defineConnector({
  ...about("address-per-customer"),
  accounts: {
    customer: fields({
      title: "Address and token",
      fields: { address: url({ title: "Address of your shop" }), token: password({ title: "Token" }) },
      authorize: ({ headers }, account) => {
        headers["authorization"] = `Bearer ${account.token.reveal()}`;
      },
    }),
  },
  http: { baseUrl: ({ address }) => `${address}/api` },
  sources,
});
// #endregion address-per-customer

// #region expired-without-401
export const expiredWithout401 = defineConnector({
  ...about("expired-without-401"),
  http: {
    baseUrl: `${shop}/sessions`,
    expired: ({ body }) => JSON.stringify(body).startsWith('{"error":"session_expired"'),
  },
  accounts: { token: token() },
  sources,
});
// #endregion expired-without-401

// #region fault-with-status-200
export const faultWithStatus200 = defineConnector({
  ...about("fault-with-status-200"),
  http: {
    baseUrl: `${shop}/faulty`,
    fault: ({ body }) =>
      typeof body === "object" && body !== null && "ok" in body && body.ok === false
        ? upstreamUnavailable("Could not read the shop: it reports a failure. Try again later.")
        : undefined,
  },
  sources,
});
// #endregion fault-with-status-200

// #region client-credentials
const tokens = new AccessTokenCache();
const clientForm = { id: text({ title: "Client id" }), secret: password({ title: "Client secret" }) };

/** The key of an account in the cache, which reveals nothing of it. */
function ownerOf(account: ValuesOf<typeof clientForm>): string {
  return accountKey({
    connector: "client-credentials",
    account: { kind: "client", ...account },
    form: clientForm,
  });
}

export const clientCredentials = defineConnector({
  ...about("client-credentials"),
  http: { baseUrl: shop },
  accounts: {
    client: fields({
      title: "Client id and secret",
      fields: clientForm,
      authorize: async ({ headers }, account, { http }) => {
        const { id: client_id, secret } = account;
        const grant = { grant_type: "client_credentials", client_id, client_secret: secret.reveal() };
        // Returns a new token a minute before the old one expires.
        const issued = await tokens.find(ownerOf(account), () =>
          requestAccessToken(http, { tokenUrl: `${shop}/oauth/token`, grant, now: Date.now() }),
        );
        headers["authorization"] = `Bearer ${issued.reveal()}`;
      },
      // The API may end a token early. The request is then sent again with a new one.
      forget: (account) => tokens.forget(ownerOf(account)),
    }),
  },
  sources,
});
// #endregion client-credentials

// #region two-step-login
const sessions = new AccessTokenCache();
/** Seconds before its end after which a session is not used any more: it must still be valid when a request arrives. */
const margin = 30;

function sessionKey(user: string, secret: Secret): string {
  return createHash("sha256").update(`${user}\0${secret.reveal()}`).digest("hex");
}

export const twoStepLogin = defineConnector({
  ...about("two-step-login"),
  http: { baseUrl: shop },
  accounts: {
    person: fields({
      title: "User and password",
      fields: { user: text({ title: "User" }), secret: password({ title: "Password" }) },
      // All requests of one account share a session until it ends.
      authorize: async ({ headers }, { user, secret }, { http }) => {
        const session = await sessions.find(sessionKey(user, secret), async () => {
          const { challenge } = await http
            .post(`${shop}/challenges`, { json: { user } })
            .json<{ challenge: string }>();
          const answer = createHmac("sha256", secret.reveal()).update(challenge).digest("hex");
          const { token: issued, seconds } = await http
            .post(`${shop}/challenges/answer`, { json: { challenge, answer } })
            .json<{ token: string; seconds: number }>();
          return { token: new Secret(issued), expiresAt: Date.now() + (seconds - margin) * 1000 };
        });
        headers["authorization"] = `Bearer ${session.reveal()}`;
      },
      // The API may end a session early. The request is then sent again in a new one.
      forget: ({ user, secret }) => sessions.forget(sessionKey(user, secret)),
    }),
  },
  sources,
});
// #endregion two-step-login

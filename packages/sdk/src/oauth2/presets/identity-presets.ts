import type { OAuth2Provider } from "../../oauth/oauth2-provider.js";

/** Identity providers. */
export const identityPresets = {
  auth0: {
    name: "Auth0",
    authorize: "https://{tenant}/authorize",
    token: "https://{tenant}/oauth/token",
    docs: "https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow",
    scopes: ["openid", "profile", "email", "offline_access"],
  },
  okta: {
    name: "Okta",
    authorize: "https://{tenant}/oauth2/v1/authorize",
    token: "https://{tenant}/oauth2/v1/token",
    docs: "https://developer.okta.com/docs/reference/api/oidc/",
    scopes: ["openid", "profile", "offline_access"],
    clientAuthentication: "basic",
  },
  onelogin: {
    name: "OneLogin",
    authorize: "https://{tenant}.onelogin.com/oidc/2/auth",
    token: "https://{tenant}.onelogin.com/oidc/2/token",
    docs: "https://developers.onelogin.com/openid-connect",
    scopes: ["openid", "profile"],
    clientAuthentication: "basic",
  },
  yahoo: {
    name: "Yahoo",
    authorize: "https://api.login.yahoo.com/oauth2/request_auth",
    token: "https://api.login.yahoo.com/oauth2/get_token",
    docs: "https://developer.yahoo.com/oauth2/guide/flows_authcode/",
    clientAuthentication: "basic",
    rotation: "none",
  },
} as const satisfies Readonly<Record<string, OAuth2Provider>>;

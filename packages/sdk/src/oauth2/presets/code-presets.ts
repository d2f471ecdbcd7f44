import type { OAuth2Provider } from "../../oauth/oauth2-provider.js";

/** Providers for source code, hosting and monitoring. */
export const codePresets = {
  bitbucket: {
    name: "Bitbucket",
    authorize: "https://bitbucket.org/site/oauth2/authorize",
    token: "https://bitbucket.org/site/oauth2/access_token",
    docs: "https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/",
    scopes: ["account", "repository"],
    clientAuthentication: "basic",
    rotation: "none",
    quirks: { lifetime: 7200 },
  },
  digitalocean: {
    name: "DigitalOcean",
    authorize: "https://cloud.digitalocean.com/v1/oauth/authorize",
    token: "https://cloud.digitalocean.com/v1/oauth/token",
    docs: "https://docs.digitalocean.com/reference/api/oauth/",
    scopes: ["read"],
  },
  figma: {
    name: "Figma",
    authorize: "https://www.figma.com/oauth",
    token: "https://api.figma.com/v1/oauth/token",
    docs: "https://developers.figma.com/docs/rest-api/authentication/",
    scopes: ["file_content:read"],
    clientAuthentication: "basic",
    rotation: "none",
  },
  github: {
    name: "GitHub",
    authorize: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    docs: "https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps",
    scopes: ["read:user", "repo"],
  },
  gitlab: {
    name: "GitLab",
    authorize: "https://{tenant}/oauth/authorize",
    token: "https://{tenant}/oauth/token",
    docs: "https://docs.gitlab.com/api/oauth2/",
    tenant: "gitlab.com",
    scopes: ["read_api"],
  },
  heroku: {
    name: "Heroku",
    authorize: "https://id.heroku.com/oauth/authorize",
    token: "https://id.heroku.com/oauth/token",
    docs: "https://devcenter.heroku.com/articles/oauth",
    scopes: ["read"],
    rotation: "none",
  },
  netlify: {
    name: "Netlify",
    authorize: "https://app.netlify.com/authorize",
    token: "https://api.netlify.com/oauth/token",
    docs: "https://docs.netlify.com/api/get-started/",
  },
  pagerduty: {
    name: "PagerDuty",
    authorize: "https://identity.pagerduty.com/oauth/authorize",
    token: "https://identity.pagerduty.com/oauth/token",
    docs: "https://developer.pagerduty.com/docs/oauth-functionality",
    scopes: ["read"],
  },
  sentry: {
    name: "Sentry",
    authorize: "https://sentry.io/oauth/authorize/",
    token: "https://sentry.io/oauth/token/",
    docs: "https://docs.sentry.io/api/auth/",
    scopes: ["org:read", "project:read", "event:read"],
  },
} as const satisfies Readonly<Record<string, OAuth2Provider>>;

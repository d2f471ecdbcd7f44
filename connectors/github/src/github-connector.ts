import { type Connector, defineConnector, linkHeader, oauth2, token } from "@wellhead/sdk";
import { findFault } from "./find-fault.js";
import { commits } from "./sources/commits.js";
import { contributors } from "./sources/contributors.js";
import { issues } from "./sources/issues.js";
import { pullRequests } from "./sources/pull-requests.js";
import { repositories } from "./sources/repositories.js";

/** Which GitHub is read. */
export interface GithubConnectorOptions {
  /** Address of the API; an Enterprise Server has its own, ending in `/api/v3`. Default: `https://api.github.com`. */
  readonly baseUrl?: string;
  /** Address of its web site, where people sign in. Default: `https://github.com`. */
  readonly site?: string;
  /**
   * Whether people may sign in with GitHub, besides pasting a token; it needs an OAuth app's `GITHUB_CLIENT_ID` and
   * `GITHUB_CLIENT_SECRET`. Default: whether the first is set.
   */
  readonly signIn?: boolean;
}

/**
 * Makes the GitHub connector.
 *
 * @param options - Which GitHub is read
 * @returns The connector
 */
export function githubConnector(options: GithubConnectorOptions = {}): Connector {
  const { baseUrl = "https://api.github.com", site = "https://github.com" } = options;
  const canSignIn = options.signIn ?? process.env["GITHUB_CLIENT_ID"] !== undefined;
  return defineConnector({
    id: "github",
    name: "GitHub",
    version: "1.0.0",
    description: "Repositories, issues, pull requests, commits and contributors",
    site,
    tags: ["development"],
    color: "#24292F",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl,
      headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
      paging: linkHeader({ size: { parameter: "per_page", value: 100 } }),
      // A renamed repository answers with a redirect to its new place.
      redirects: 3,
      fault: findFault,
    },
    accounts: {
      ...(canSignIn && { oauth2: signIn(site) }),
      token: token({
        title: "Access token",
        description: "With read access to metadata, issues, pull requests and contents",
        help: "https://github.com/settings/personal-access-tokens",
      }),
    },
    identify: async ({ http }) => ({
      name: (await http.get("user").json<{ readonly login: string }>()).login,
    }),
    sources: (source) => ({
      issues: issues(source),
      "pull-requests": pullRequests(source),
      commits: commits(source),
      contributors: contributors(source),
      repositories: repositories(source),
    }),
  });
}

/** GitHub's tokens do not expire, so there is nothing to refresh; `repo` is the only scope that reads private ones. */
function signIn(site: string): ReturnType<typeof oauth2> {
  return oauth2({
    preset: "github",
    authorize: `${site}/login/oauth/authorize`,
    token: `${site}/login/oauth/access_token`,
    scopes: ["read:user", "read:org", "repo"],
  });
}

import { type Connector, defineConnector, linkHeader, token } from "@wellhead/sdk";
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
}

/**
 * Makes the GitHub connector.
 *
 * @param options - Which GitHub is read
 * @returns The connector
 */
export function githubConnector(options: GithubConnectorOptions = {}): Connector {
  return defineConnector({
    id: "github",
    name: "GitHub",
    version: "1.0.0",
    description: "Repositories, issues, pull requests, commits and contributors",
    site: "https://github.com",
    tags: ["development"],
    color: "#24292F",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl: options.baseUrl ?? "https://api.github.com",
      headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
      paging: linkHeader({ size: { parameter: "per_page", value: 100 } }),
      // A renamed repository answers with a redirect to its new place.
      redirects: 3,
      fault: findFault,
    },
    accounts: {
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

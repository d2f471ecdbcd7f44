import { type Connector, defineConnector, oauth2, shape, token } from "@wellhead/sdk";
import { findFault } from "./find-fault.js";
import { githubPages } from "./paging/github-pages.js";
import { branches } from "./sources/branches.js";
import { commitFiles } from "./sources/commit-files.js";
import { commits } from "./sources/commits.js";
import { contributors } from "./sources/contributors.js";
import { deployments } from "./sources/deployments.js";
import { issueComments } from "./sources/issue-comments.js";
import { issues } from "./sources/issues.js";
import { jobs } from "./sources/jobs.js";
import { members } from "./sources/members.js";
import { milestones } from "./sources/milestones.js";
import { projectItems } from "./sources/project-items.js";
import { projects } from "./sources/projects.js";
import { pullRequests } from "./sources/pull-requests.js";
import { releases } from "./sources/releases.js";
import { repositories } from "./sources/repositories.js";
import { reviewComments } from "./sources/review-comments.js";
import { reviews } from "./sources/reviews.js";
import { stargazers } from "./sources/stargazers.js";
import { tags } from "./sources/tags.js";
import { teams } from "./sources/teams.js";
import { workflowRuns } from "./sources/workflow-runs.js";

/** Members of the token's user that are read. */
export const userShape = shape.object({ login: shape.required(shape.text) });

/**
 * GitHub allows 900 points per minute, where each read costs one, in addition to 5,000 requests per hour and 100
 * concurrent requests.
 *
 * @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
const rate = [{ requests: 900, seconds: 60 }, { maxConcurrent: 100 }];

/** Options of {@link githubConnector}. */
export interface GithubConnectorOptions {
  /** URL of the API. An Enterprise Server has its own, which ends in `/api/v3`. Default: `https://api.github.com`. */
  readonly baseUrl?: string;
  /** URL of its web site, where users sign in. Default: derived from the URL of the API. */
  readonly site?: string;
  /**
   * Whether users may sign in with GitHub as an alternative to pasting a token. It requires `GITHUB_CLIENT_ID` and
   * `GITHUB_CLIENT_SECRET` of an OAuth app. Default: whether the first is set.
   */
  readonly signIn?: boolean;
}

/**
 * Creates the GitHub connector.
 *
 * @param options - The GitHub instance and how to sign in
 * @returns The connector
 */
export function githubConnector(options: GithubConnectorOptions = {}): Connector {
  const { baseUrl = "https://api.github.com", site = siteOf(baseUrl) } = options;
  const canSignIn = options.signIn ?? process.env["GITHUB_CLIENT_ID"] !== undefined;
  return defineConnector({
    id: "github",
    name: "GitHub",
    version: "1.0.0",
    description:
      "Repositories, issues, pull requests, reviews, comments, commits, workflow runs, releases and teams",
    site,
    tags: ["development"],
    color: "#24292F",
    logo: new URL("../logo.svg", import.meta.url),
    http: {
      baseUrl,
      headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
      paging: githubPages,
      ...(isGithubCom(baseUrl) && { rate }),
      // GitHub redirects requests for a renamed repository.
      redirects: 3,
      fault: (answer) => findFault(answer, site),
    },
    accounts: {
      ...(canSignIn && { oauth2: signIn(site) }),
      token: token({
        title: "Access token",
        description: "With read access to metadata, issues, pull requests and contents",
        help: `${site}/settings/personal-access-tokens`,
      }),
    },
    identify: async ({ http }) => ({
      name: (await http.get("user").json(userShape)).login,
    }),
    sources: (source) => ({
      issues: issues(source),
      "pull-requests": pullRequests(source),
      commits: commits(source),
      "commit-files": commitFiles(source),
      branches: branches(source),
      tags: tags(source),
      contributors: contributors(source),
      repositories: repositories(source, site),
      comments: issueComments(source),
      "review-comments": reviewComments(source),
      reviews: reviews(source),
      "workflow-runs": workflowRuns(source),
      jobs: jobs(source),
      releases: releases(source),
      deployments: deployments(source),
      milestones: milestones(source),
      stargazers: stargazers(source),
      projects: projects(source),
      "project-items": projectItems(source),
      members: members(source),
      teams: teams(source),
    }),
  });
}

/**
 * Returns whether the API is GitHub's own. An Enterprise Server has no limits unless its administrator sets them, and
 * then its responses report them.
 */
function isGithubCom(baseUrl: string): boolean {
  return /^https:\/\/api\.(?:github\.com|[\w-]+\.ghe\.com)(?:\/|$)/i.test(baseUrl);
}

/**
 * Returns the web site of an API: `https://github.com` for `https://api.github.com`, `https://acme.ghe.com` for
 * `https://api.acme.ghe.com`, and an Enterprise Server's own host for `https://github.acme.example/api/v3`.
 *
 * @see https://docs.github.com/en/enterprise-server@3.17/rest/enterprise-admin
 */
function siteOf(baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  return isGithubCom(baseUrl) ? origin.replace("//api.", "//") : origin;
}

/**
 * Creates the sign-in with GitHub. Its tokens do not expire, so there is nothing to refresh. `repo` is the only scope
 * that reads private repositories.
 */
function signIn(site: string): ReturnType<typeof oauth2> {
  return oauth2({
    preset: "github",
    authorize: `${site}/login/oauth/authorize`,
    token: `${site}/login/oauth/access_token`,
    scopes: ["read:user", "read:org", "repo"],
  });
}

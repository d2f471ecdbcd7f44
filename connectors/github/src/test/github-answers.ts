import type { UpstreamAnswer, UpstreamRequest } from "@wellhead/runtime/testing";
import { projectAnswers } from "./project-answers.js";

const ada = { id: 1, login: "ada", type: "User", html_url: "https://github.com/ada" };
const branch = { label: "ada:main", ref: "main", sha: "c0ffee" };
const times = { created_at: "2026-03-01T00:00:00Z", updated_at: "2026-03-03T10:00:00Z" };

/** One response of each list, with every member that is read. They are checked against GitHub's OpenAPI description. */
export const githubAnswers: Readonly<Record<string, unknown>> = {
  issues: [
    {
      id: 1001,
      number: 1,
      title: "Wheels squeak",
      body: "All of them",
      state: "closed",
      state_reason: "completed",
      locked: false,
      type: { id: 1, name: "Bug" },
      user: ada,
      assignees: [ada],
      labels: [{ id: 1, name: "bug" }, "old"],
      milestone: { id: 1, title: "First wheels" },
      comments: 2,
      parent_issue_url: "https://api.github.com/repos/ada/engine/issues/7",
      sub_issues_summary: { total: 2, completed: 1, percent_completed: 50 },
      closed_at: null,
      html_url: "https://github.com/ada/engine/issues/1",
      ...times,
    },
  ],
  "pull-requests": [
    {
      id: 2001,
      number: 5,
      title: "Add wheels",
      body: null,
      state: "closed",
      draft: false,
      user: ada,
      assignees: [ada],
      requested_reviewers: [ada],
      requested_teams: [{ id: 1, name: "Wheels" }],
      labels: [{ id: 1, name: "bug" }],
      milestone: null,
      head: branch,
      base: branch,
      merge_commit_sha: "c0ffee",
      closed_at: "2026-03-03T10:00:00Z",
      merged_at: "2026-03-03T10:00:00Z",
      html_url: "https://github.com/ada/engine/pull/5",
      ...times,
    },
  ],
  commits: [
    {
      sha: "c0ffee",
      html_url: "https://github.com/ada/engine/commit/c0ffee",
      author: ada,
      commit: {
        message: "Add wheels",
        author: { name: "Ada", date: "2026-03-02T00:00:00Z" },
        committer: { name: "Ada", date: "2026-03-02T01:00:00Z" },
      },
    },
  ],
  contributors: [{ author: ada, total: 3, weeks: [{ w: 1_772_323_200, a: 10, d: 2, c: 3 }] }],
  repositories: [
    {
      id: 3001,
      name: "engine",
      full_name: "ada/engine",
      owner: ada,
      private: false,
      archived: false,
      fork: false,
      description: null,
      language: "TypeScript",
      stargazers_count: 1,
      forks_count: 0,
      open_issues_count: 2,
      pushed_at: null,
      html_url: "https://github.com/ada/engine",
      ...times,
    },
  ],
  comments: [
    {
      id: 4001,
      body: "Oil them",
      user: ada,
      author_association: "OWNER",
      issue_url: "https://api.github.com/repos/ada/engine/issues/1",
      html_url: "https://github.com/ada/engine/issues/1#issuecomment-4001",
      ...times,
    },
  ],
  "review-comments": [
    {
      id: 5001,
      body: "Round ones",
      user: ada,
      path: "wheels.ts",
      line: 3,
      commit_id: "c0ffee",
      in_reply_to_id: 5000,
      pull_request_review_id: null,
      pull_request_url: "https://api.github.com/repos/ada/engine/pulls/5",
      html_url: "https://github.com/ada/engine/pull/5#discussion_r5001",
      ...times,
    },
  ],
  reviews: [
    {
      id: 6001,
      user: ada,
      author_association: "OWNER",
      state: "APPROVED",
      body: "",
      commit_id: null,
      submitted_at: "2026-03-02T00:00:00Z",
      html_url: "https://github.com/ada/engine/pull/5#pullrequestreview-6001",
    },
  ],
  "workflow-runs": {
    total_count: 1,
    workflow_runs: [
      {
        id: 7001,
        name: "Build",
        display_title: "Add wheels",
        path: ".github/workflows/build.yml",
        run_number: 3,
        run_attempt: 1,
        event: "push",
        status: "completed",
        conclusion: "success",
        head_branch: "main",
        head_sha: "c0ffee",
        actor: ada,
        run_started_at: "2026-03-01T00:00:01Z",
        html_url: "https://github.com/ada/engine/actions/runs/7001",
        ...times,
      },
    ],
  },
  jobs: {
    total_count: 1,
    jobs: [
      {
        id: 8001,
        run_id: 7001,
        run_attempt: 1,
        workflow_name: "Build",
        name: "test",
        status: "completed",
        conclusion: "success",
        head_branch: "main",
        labels: ["ubuntu-latest"],
        runner_name: null,
        created_at: "2026-03-01T00:00:00Z",
        started_at: "2026-03-01T00:00:01Z",
        completed_at: "2026-03-01T00:01:00Z",
        html_url: "https://github.com/ada/engine/actions/runs/7001/job/8001",
      },
    ],
  },
  releases: [
    {
      id: 9001,
      tag_name: "v1.0.0",
      target_commitish: "main",
      name: "First wheels",
      body: "",
      draft: false,
      prerelease: false,
      author: ada,
      assets: [{ name: "wheels.zip", download_count: 7 }],
      created_at: "2026-03-01T00:00:00Z",
      published_at: null,
      html_url: "https://github.com/ada/engine/releases/tag/v1.0.0",
    },
  ],
  deployments: [
    {
      id: 9101,
      sha: "c0ffee",
      ref: "main",
      task: "deploy",
      environment: "production",
      description: null,
      creator: ada,
      production_environment: true,
      transient_environment: false,
      ...times,
    },
  ],
  milestones: [
    {
      id: 9201,
      number: 1,
      title: "First wheels",
      description: null,
      state: "open",
      creator: ada,
      open_issues: 1,
      closed_issues: 2,
      due_on: null,
      closed_at: null,
      html_url: "https://github.com/ada/engine/milestone/1",
      ...times,
    },
  ],
  "commit-files": {
    sha: "c0ffee",
    files: [
      {
        sha: "f00",
        filename: "src/wheel.ts",
        previous_filename: "src/wheels.ts",
        status: "renamed",
        additions: 3,
        deletions: 1,
        changes: 4,
      },
    ],
  },
  branches: [{ name: "main", commit: { sha: "c0ffee", url: "https://api.github.com/c" }, protected: true }],
  tags: [{ name: "v1.0.0", commit: { sha: "c0ffee", url: "https://api.github.com/c" } }],
  stargazers: [{ starred_at: "2026-03-01T00:00:00Z", user: ada }],
  ...projectAnswers,
  members: [ada],
  teams: [
    {
      id: 9301,
      name: "Wheels",
      slug: "wheels",
      description: null,
      privacy: "closed",
      permission: "pull",
      parent: { id: 1, name: "Everybody" },
      html_url: "https://github.com/orgs/acme/teams/wheels",
    },
  ],
};

const paths: ReadonlyArray<readonly [RegExp, string]> = [
  [/\/issues$/, "issues"],
  [/\/pulls$/, "pull-requests"],
  [/\/commits$/, "commits"],
  [/\/commits\/[^/]+$/, "commit-files"],
  [/\/branches$/, "branches"],
  [/\/tags$/, "tags"],
  [/\/stargazers$/, "stargazers"],
  [/\/projectsV2$/, "projects"],
  [/\/projectsV2\/3\/items$/, "project-items"],
  [/\/projectsV2\/3\/fields$/, "project-fields"],
  [/\/stats\/contributors$/, "contributors"],
  [/^\/user\/repos$/, "repositories"],
  [/\/issues\/comments$/, "comments"],
  [/\/pulls\/comments$/, "review-comments"],
  [/\/reviews$/, "reviews"],
  [/\/actions\/runs$/, "workflow-runs"],
  [/\/jobs$/, "jobs"],
  [/\/releases$/, "releases"],
  [/\/deployments$/, "deployments"],
  [/\/milestones$/, "milestones"],
  [/\/members$/, "members"],
  [/\/teams$/, "teams"],
];

/**
 * Returns the list that a request is for.
 *
 * @param url - URL of the request
 * @returns The list's name in {@link githubAnswers}
 */
export function listOf(url: URL): string | undefined {
  return paths.find(([path]) => path.test(url.pathname))?.[1];
}

/**
 * Responds to a request for a list with its only page.
 *
 * @param request - The request
 * @returns The page; 404 for a path that is not one of the lists
 */
export function answerOf({ url }: UpstreamRequest): UpstreamAnswer {
  const source = listOf(url);
  return source === undefined
    ? { status: 404, body: { message: "Not Found" } }
    : { body: githubAnswers[source] };
}

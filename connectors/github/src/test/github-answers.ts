import type { UpstreamAnswer, UpstreamRequest } from "@wellhead/sdk/testing";

const ada = { id: 1, login: "ada", type: "User", html_url: "https://github.com/ada" };
const branch = { label: "ada:main", ref: "main", sha: "c0ffee" };
const times = { created_at: "2026-03-01T00:00:00Z", updated_at: "2026-03-03T10:00:00Z" };

/** One answer of each list, with every member that is read; GitHub's description is what they are checked against. */
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
};

const paths: ReadonlyArray<readonly [RegExp, string]> = [
  [/\/issues$/, "issues"],
  [/\/pulls$/, "pull-requests"],
  [/\/commits$/, "commits"],
  [/\/stats\/contributors$/, "contributors"],
  [/^\/user\/repos$/, "repositories"],
];

/**
 * Answers a list with its one page.
 *
 * @param request - The request
 * @returns The page; 404 for a path that is not one of the lists
 */
export function answerOf({ url }: UpstreamRequest): UpstreamAnswer {
  const source = paths.find(([path]) => path.test(url.pathname))?.[1];
  return source === undefined
    ? { status: 404, body: { message: "Not Found" } }
    : { body: githubAnswers[source] };
}

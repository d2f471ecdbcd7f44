import { date, dateRange, defineConnector, id, isWithin, linkHeader, list, text, token } from "@wellhead/sdk";

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly updated_at: string;
  readonly pull_request?: object;
}

// #region connector
export default defineConnector({
  id: "github-issues",
  name: "GitHub issues",
  version: "1.0.0",
  description: "Issues of your repositories",
  http: {
    baseUrl: process.env["GITHUB_API_URL"] ?? "https://api.github.com",
    headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
    paging: linkHeader({ size: { parameter: "per_page", value: 100 } }),
  },
  accounts: { token: token({ title: "Access token", help: "https://github.com/settings/tokens" }) },
  identify: async ({ http }) => ({ name: (await http.get("user").json<{ readonly login: string }>()).login }),
  sources: (source) => ({
    issues: source({
      name: "Issues",
      filter: {
        repository: list({
          options: ({ http }) =>
            http.pages<{ readonly full_name: string }>("user/repos").map((one) => one.full_name),
        }),
        updated: dateRange({ optional: true }),
      },
      fields: { number: id(), title: text(), state: text(), updated: date() },
      changes: { by: "updated" },
      rows: ({ http, since, filter: { repository, updated: range } }) =>
        http
          .pages<Issue>(`repos/${repository}/issues`, { query: { state: "all", since: since ?? range?.min } })
          .filter((issue) => issue.pull_request === undefined && isWithin(issue.updated_at, range))
          .map(({ number, title, state, updated_at: updated }) => ({ number, title, state, updated })),
    }),
  }),
});
// #endregion connector

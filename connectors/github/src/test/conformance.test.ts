import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { githubConnector } from "../github-connector.js";
import { startGithub } from "./start-github.js";

const issues = Array.from({ length: 40 }, (_, index) => ({
  id: 1000 + index,
  number: index,
  title: `Title ${index}`,
  state: index % 3 === 0 ? "closed" : "open",
  state_reason: null,
  body: "It squeaks",
  type: { id: 1, name: "Bug" },
  locked: false,
  parent_issue_url: "https://api.github.com/repos/ada/engine/issues/1",
  sub_issues_summary: { total: 2, completed: 1, percent_completed: 50 },
  user: { login: "ada" },
  assignees: [{ login: "grace" }],
  labels: [{ name: "bug" }],
  milestone: { title: "First wheels" },
  comments: index,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: new Date(Date.UTC(2026, 2, 1, index * 6, 30)).toISOString().replace(".000", ""),
  closed_at: null,
  html_url: `https://github.com/ada/engine/issues/${index}`,
}));

/** Returns issues filtered by `state` and `since`, as GitHub's documentation describes. */
function listIssues(url: URL): object {
  const { state = "open", since = "" } = Object.fromEntries(url.searchParams);
  const found = issues.filter((one) => (state === "all" || one.state === state) && one.updated_at >= since);
  return { body: found };
}

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    const github = await startGithub(
      new Map<string, readonly unknown[] | ((asked: URL) => object)>([
        ["/user", () => ({ body: { login: "ada", id: 1 } })],
        ["/user/repos", [{ id: 1, name: "engine", owner: { login: "ada" } }]],
        ["/repos/ada/engine/issues", listIssues],
      ]),
    );
    const connector = githubConnector({ baseUrl: github.url, site: github.url, signIn: false });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await github.close();
      },
    };
  },
  { profile: "all", account: { auth: "token", token: "github_pat_right" }, source: "issues" },
);

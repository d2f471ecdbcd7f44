import { answers, startConnector } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "./github-issues.js";

// #region test-kit
const issues = [
  { number: 1, title: "It squeaks", state: "open", updated_at: "2026-03-01T10:00:00Z" },
  { number: 2, title: "Add wheels", state: "open", updated_at: "2026-03-02T10:00:00Z", pull_request: {} },
  { number: 3, title: "It rolls away", state: "closed", updated_at: "2026-03-03T10:00:00Z" },
];

it("reads every page of a repository, without pull requests", async () => {
  const github = await startConnector(connector, {
    account: { auth: "token", token: "right" },
    upstream: answers(({ url, headers }) => {
      if (headers["authorization"] !== "Bearer right")
        return { status: 401, body: { message: "Bad credentials" } };
      const page = Number(url.searchParams.get("page") ?? 1);
      const next = { link: `<${url.pathname}?page=${page + 1}>; rel="next"` };
      return { body: issues.slice(page - 1, page), ...(page < issues.length && { headers: next }) };
    }),
  });
  const { rows, verdict } = await github.rows("issues", { filter: { repository: "ada/engine" } });
  expect(rows.map(({ title }) => title)).toEqual(["It squeaks", "It rolls away"]);
  expect(verdict.ending).toBe("whole");
  expect(github.requests.map(({ url }) => url.pathname)).toEqual(Array(3).fill("/repos/ada/engine/issues"));
  await github.close();
});
// #endregion test-kit

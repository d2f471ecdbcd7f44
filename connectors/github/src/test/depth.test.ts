import { afterEach, expect, it } from "vitest";
import { answerOf, githubAnswers, listOf } from "./github-answers.js";
import { type ServedGithub, serveGithub } from "./serve-github.js";

const place = { owner: "ada", repository: "engine" };
let served: ServedGithub;

afterEach(() => served.close());

it("reads the reviews of every pull request of the period, in order, with a request for each", async () => {
  const [pull] = githubAnswers["pull-requests"] as readonly object[];
  const [review] = githubAnswers["reviews"] as readonly object[];
  served = await serveGithub((request) => {
    if (listOf(request.url) === "pull-requests") {
      return { body: Array.from({ length: 12 }, (_, index) => ({ ...pull, id: index, number: index + 1 })) };
    }
    const number = Number(/pulls\/(\d+)\//.exec(request.url.pathname)?.[1]);
    return { body: number === 3 ? [] : [{ ...review, id: number }] };
  });
  const { body } = await served.rows("reviews", {
    ...place,
    updated: { _min: "2026-01-01", _max: "2026-12-31" },
  });
  const rows = body as ReadonlyArray<{ readonly pull_request: number }>;
  expect(rows.map((row) => row.pull_request)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(served.upstream.requests.length).toBe(13);
});

it("stops reading workflow runs where the period begins", async () => {
  const [run] = (githubAnswers["workflow-runs"] as { readonly workflow_runs: readonly object[] })
    .workflow_runs;
  const runs = Array.from({ length: 1000 }, (_, index) => ({
    ...run,
    id: index,
    created_at: new Date(Date.UTC(2026, 2, 31) - index * 3_600_000).toISOString(),
  }));
  served = await serveGithub(({ url }) => {
    const page = Number(url.searchParams.get("page") ?? 1);
    const next = new URL(url);
    next.searchParams.set("page", String(page + 1));
    return {
      ...(page < 10 && { headers: { link: `<${next.href}>; rel="next"` } }),
      body: { total_count: 1000, workflow_runs: runs.slice((page - 1) * 100, page * 100) },
    };
  });
  const { body } = await served.rows("workflow-runs", { ...place, created: { _min: "2026-03-29" } });
  expect((body as unknown[]).length).toBe(49);
  expect(served.upstream.requests.length).toBe(1);
});

it("says in the list of organisations that some are missing", async () => {
  served = await serveGithub((request) =>
    request.url.pathname === "/user/orgs"
      ? { headers: { "x-github-sso": "partial-results; organizations=1" }, body: [{ login: "acme" }] }
      : answerOf(request),
  );
  expect(await served.options("members", "organisation")).toMatchObject([
    { value: "acme" },
    { value: "", title: expect.stringContaining("single sign-on") as string },
  ]);
});

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { skipWaits, type UpstreamAnswer, type UpstreamRequest } from "@wellhead/runtime/testing";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { ProviderTypes, shapeMisfits, spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, describe, expect, it } from "vitest";
import { listedOrganisation } from "../filters/organisation-filter.js";
import { listedRepository } from "../filters/repository-filter.js";
import { userShape } from "../github-connector.js";
import { branchShape } from "../sources/branches.js";
import { changedFileShape } from "../sources/commit-files.js";
import { contributorShape } from "../sources/contributors.js";
import { deploymentShape } from "../sources/deployments.js";
import { issueCommentShape } from "../sources/issue-comments.js";
import { issueShape } from "../sources/issue-row.js";
import { jobShape } from "../sources/jobs.js";
import { memberShape } from "../sources/members.js";
import { milestoneShape } from "../sources/milestones.js";
import { projectFieldShape, projectItemShape } from "../sources/project-items.js";
import { projectShape } from "../sources/projects.js";
import { pullRequestShape } from "../sources/pull-request-row.js";
import { commitShape } from "../sources/read-commits.js";
import { runShape } from "../sources/read-runs.js";
import { releaseShape } from "../sources/releases.js";
import { repositoryShape } from "../sources/repositories.js";
import { reviewCommentShape } from "../sources/review-comments.js";
import { reviewShape } from "../sources/reviews.js";
import { stargazerShape } from "../sources/stargazers.js";
import { tagShape } from "../sources/tags.js";
import { teamShape } from "../sources/teams.js";
import { answerOf, githubAnswers, listOf } from "./github-answers.js";
import { type ServedGithub, serveGithub } from "./serve-github.js";

const require = createRequire(import.meta.url);
/** Type declarations that GitHub generates from its OpenAPI document. */
const types = new ProviderTypes(
  require.resolve("@octokit/openapi-types/package.json").replace("package.json", "types.d.ts"),
);

const shapes = { issue: issueShape, "pull-request-simple": pullRequestShape, commit: commitShape } as const;
const otherShapes = {
  "contributor-activity": contributorShape,
  repository: repositoryShape,
  "issue-comment": issueCommentShape,
  "pull-request-review-comment": reviewCommentShape,
  "pull-request-review": reviewShape,
  "workflow-run": runShape,
  job: jobShape,
  release: releaseShape,
  deployment: deploymentShape,
  milestone: milestoneShape,
  "diff-entry": changedFileShape,
  "short-branch": branchShape,
  tag: tagShape,
  stargazer: stargazerShape,
  "projects-v2": projectShape,
  "projects-v2-field": projectFieldShape,
  "projects-v2-item-with-content": projectItemShape,
  "simple-user": memberShape,
  team: teamShape,
  "organization-simple": listedOrganisation,
} as const;

describe("GitHub's own description", () => {
  it.each([
    ...Object.entries(shapes),
    ...Object.entries(otherShapes),
    ["repository", listedRepository] as const,
    ["private-user", userShape] as const,
  ])("has every member that is read of %s, in its spelling and with its nulls", (schema, { facts }) => {
    expect(shapeMisfits(facts, types.find("components", "schemas", schema), types)).toEqual([]);
  });

  it("is one that a member of another name, kind or nullability does not fit", () => {
    const type = types.find("components", "schemas", "issue");
    const read = (facts: unknown) => shapeMisfits(facts as typeof issueShape.facts, type, types);
    expect(read({ kind: "object", members: { titel: { kind: "text" } } })).toEqual([
      "item.titel is not a member of the provider's",
    ]);
    expect(read({ kind: "object", members: { title: { kind: "number" } } })).toEqual([
      "item.title may be text",
    ]);
    const required = { kind: "required", value: { kind: "text" } };
    expect(read({ kind: "object", members: { closed_at: required } })).toEqual([
      "item.closed_at is required, and may be null",
    ]);
    expect(read({ kind: "object", members: { state_reason: required } })[0]).toBe(
      "item.state_reason is required, and may be missing",
    );
  });
});

let served: ServedGithub;

afterEach(() => served?.close());

const place = { owner: "ada", repository: "engine" };
const period = { _min: "2020-01-01", _max: "2026-12-31" };

/** Every source, with a filter that uses all its fields. */
const readings: ReadonlyArray<readonly [source: string, filter: object]> = [
  ["issues", { ...place, state: "closed", updated: period }],
  ["pull-requests", { ...place, state: "all", created: period, updated: period }],
  ["commits", { ...place, branch: "main", committed: period }],
  ["contributors", { ...place, week: period }],
  ["commit-files", { ...place, branch: "main", committed: period }],
  ["branches", place],
  ["tags", place],
  ["stargazers", place],
  ["projects", { organisation: "acme" }],
  ["project-items", { organisation: "acme", project: "3" }],
  ["repositories", { affiliation: "owner", visibility: "all" }],
  ["comments", { ...place, updated: period }],
  ["review-comments", { ...place, updated: period }],
  ["reviews", { ...place, updated: period }],
  ["workflow-runs", { ...place, created: period }],
  ["jobs", { ...place, created: period }],
  ["releases", place],
  ["deployments", { ...place, environment: "production" }],
  ["milestones", { ...place, state: "all" }],
  ["members", { organisation: "acme", role: "admin" }],
  ["teams", { organisation: "acme" }],
];

/** Returns the parameters that GitHub documents for the path of a request. */
function parametersOf({ pathname }: URL): ReadonlySet<string> {
  const path = [...types.members("paths").keys()].find((one) =>
    new RegExp(`^${one.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(pathname),
  );
  const query = types.find("paths", path ?? "", "get", "parameters", "query");
  return new Set(
    query === undefined ? [] : types.read(query).objects.flatMap((members) => [...members.keys()]),
  );
}

describe("requests", () => {
  it.each(readings)("of %s have parameters that GitHub documents", async (source, filter) => {
    served = await serveGithub(answerOf);
    const { status, body } = await served.rows(source, filter);
    expect({ source, status, rows: (body as unknown[]).length }).toEqual({ source, status: 200, rows: 1 });
    expect(Object.values((body as object[])[0] ?? {}).filter((cell) => cell !== null).length).toBeGreaterThan(
      2,
    );
    const unknown = served.upstream.requests.flatMap(({ url }) =>
      [...url.searchParams.keys()]
        .filter((name) => !parametersOf(url).has(name))
        .map((name) => `${url.pathname}?${name}`),
    );
    expect(unknown).toEqual([]);
    expect(served.upstream.requests.length).toBeGreaterThan(0);
  });
});

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly response: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Replays responses of GitHub that others have recorded. */
function recording(scenario: string): (request: UpstreamRequest) => UpstreamAnswer {
  const folder = require
    .resolve("@octokit/fixtures/package.json")
    .replace("package.json", "scenarios/api.github.com");
  const file = `${folder}/${scenario}/normalized-fixture.json`;
  const found = JSON.parse(readFileSync(file, "utf8")) as readonly Recorded[];
  return ({ url, headers }) => {
    const wanted = found.filter(
      ({ method, path }) => method === "get" && path.split("?")[0] === url.pathname,
    );
    const page = url.searchParams.get("page") ?? "1";
    const one = wanted.find(({ path }) => (/[?&]page=(\d+)/.exec(path)?.[1] ?? "1") === page) ?? wanted[0];
    if (one === undefined) return { status: 404, body: { message: "Not Found" } };
    const { link, location } = one.headers;
    const here = (text: string) => text.replaceAll("https://api.github.com", `http://${headers.host ?? ""}`);
    return {
      status: one.status,
      headers: {
        ...(link !== undefined && { link: here(link) }),
        ...(location !== undefined && { location: here(location) }),
      },
      body: one.response,
    };
  };
}

describe("recorded responses", () => {
  it("are read over all their pages", async () => {
    served = await serveGithub(recording("paginate-issues"));
    const { body } = await served.rows("issues", {
      owner: "octokit-fixture-org",
      repository: "paginate-issues",
    });
    const rows = body as ReadonlyArray<{ readonly number: number; readonly author: string }>;
    expect(rows.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 1),
    );
    expect(rows.every(({ author }) => author === "octokit-fixture-user-a")).toBe(true);
  });

  it("of one repository make a row", async () => {
    const answer = recording("get-repository");
    served = await serveGithub((request) => {
      const url = new URL("/repos/octokit-fixture-org/hello-world", request.url);
      const { body } = answer({ ...request, url });
      return { body: [body] };
    });
    const { status, body } = await served.rows("repositories", {});
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { full_name: "octokit-fixture-org/hello-world", owner: "octokit-fixture-org" },
    ]);
  });
});

/** Only every nth spoilt response is tried in `npm test` and its long form; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const usual = isLong ? 17 : 53;
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? usual);

describe("a response with one member replaced or removed", () => {
  it.each(readings)(
    "makes rows of %s, or an error that is not ours",
    async (source, filter) => {
      let body: unknown;
      served = await serveGithub((request) =>
        listOf(request.url) === source ? { body } : answerOf(request),
      );
      // GitHub computes statistics on request, so the connector waits for them and asks again.
      skipWaits();
      const ours: string[] = [];
      for (const [index, spoilt] of [...spoiltAnswers(githubAnswers[source])].entries()) {
        if (index % every > 0) continue;
        body = spoilt.body;
        const outcome = await served.rows(source, filter);
        if (JSON.stringify(outcome).includes('"internal"') || outcome.status === 500)
          ours.push(spoilt.change);
      }
      expect(ours).toEqual([]);
    },
    600_000,
  );
});

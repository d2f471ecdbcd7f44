import { configureEgress } from "@wellhead/runtime";
import type { TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { githubConnector } from "./github-connector.js";
import { startGithub } from "./test/start-github.js";

const account = { auth: "token", token: "github_pat_right" };
const place = { owner: "ada", repository: "engine" };

function repository(owner: string, name: string, index: number): object {
  return {
    id: index,
    name,
    full_name: `${owner}/${name}`,
    owner: { login: owner },
    private: index % 2 === 0,
    archived: false,
    fork: false,
    description: null,
    language: "TypeScript",
    stargazers_count: index,
    forks_count: 0,
    open_issues_count: 2,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-02-01T00:00:00Z",
    pushed_at: null,
    html_url: `https://github.com/${owner}/${name}`,
  };
}

function issue(number: number): object {
  return {
    id: 1000 + number,
    number,
    title: `Title ${number}`,
    state: "open",
    state_reason: null,
    user: number % 7 === 0 ? null : { login: "ada" },
    assignees: [{ login: "grace" }],
    labels: [{ name: "bug" }, "old"],
    milestone: null,
    comments: 1,
    body: "written by ada",
    created_at: "2026-01-01T00:00:00Z",
    updated_at: `2026-03-${String(1 + (number % 28)).padStart(2, "0")}T10:00:00Z`,
    closed_at: null,
    html_url: `https://github.com/ada/engine/issues/${number}`,
    ...(number % 5 === 0 && { pull_request: { url: "https://api.github.com/pulls/5" } }),
  };
}

const pull = {
  id: 7,
  number: 5,
  title: "Add wheels",
  state: "closed",
  draft: false,
  user: { login: "grace" },
  head: { ref: "wheels" },
  base: { ref: "main" },
  created_at: "2026-03-02T00:00:00Z",
  updated_at: "2026-03-03T00:00:00Z",
  closed_at: "2026-03-03T00:00:00Z",
  merged_at: "2026-03-03T00:00:00Z",
  html_url: "https://github.com/ada/engine/pull/5",
};

const commit = {
  sha: "c0ffee",
  html_url: "https://github.com/ada/engine/commit/c0ffee",
  author: null,
  commit: {
    message: "Add wheels",
    author: { name: "Grace", date: "2026-03-02T00:00:00Z" },
    committer: { date: "2026-03-02T01:00:00Z" },
  },
};

let github: TestUpstream;
let app: App;
let url: string;
let computing = 0;
let partial = false;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const owners = ["ada", "ada", "acme"];
  github = await startGithub(
    new Map<string, readonly unknown[] | ((asked: URL) => object)>([
      ["/user", () => ({ body: { login: "ada", id: 1 } })],
      [
        "/user/repos",
        () => ({
          ...(partial && { headers: { "x-github-sso": "partial-results; organizations=21955855,20582480" } }),
          body: ["engine", "notes", "rocket"].map((name, index) =>
            repository(owners[index] ?? "", name, index),
          ),
        }),
      ],
      ["/repos/ada/engine/issues", Array.from({ length: 250 }, (_, index) => issue(index + 1))],
      [
        "/repos/ada/engine/pulls",
        [pull, { ...pull, id: 8, created_at: "2026-05-01T00:00:00Z", merged_at: null }],
      ],
      ["/repos/ada/engine/commits", [commit]],
      [
        "/repos/ada/engine/stats/contributors",
        () => {
          computing += 1;
          if (computing === 1) return { status: 202, body: {} };
          return {
            body: [{ author: { login: "ada" }, total: 3, weeks: [{ w: 1_772_323_200, a: 10, d: 2, c: 3 }] }],
          };
        },
      ],
      [
        "/repos/ada/large/stats/contributors",
        () => ({
          body: [
            { author: { login: "ada" }, total: 9000, weeks: [{ w: 1_772_323_200, a: 0, d: 0, c: 9000 }] },
          ],
        }),
      ],
      ["/repos/ada/notes/stats/contributors", () => ({ status: 202, body: {} })],
      [
        "/repos/ada/renamed/commits",
        () => ({
          status: 301,
          headers: { location: "/repos/ada/engine/commits" },
          body: { message: "Moved" },
        }),
      ],
      ["/repos/ada/empty/commits", () => ({ status: 409, body: { message: "Git Repository is empty." } })],
      ["/repos/ada/empty/stats/contributors", () => ({ status: 204 })],
      [
        "/repos/ada/limited/commits",
        () => ({
          status: 403,
          headers: { "retry-after": "3600" },
          body: { message: "secondary rate limit" },
        }),
      ],
    ]),
  );
  process.env["GITHUB_CLIENT_ID"] = "client";
  process.env["GITHUB_CLIENT_SECRET"] = "client-secret";
  app = await createApp({
    connectors: [githubConnector({ baseUrl: github.url, site: github.url })],
    logger: silent,
  });
  ({ url } = await app.listen({ port: 0 }));
});

afterAll(async () => {
  delete process.env["GITHUB_CLIENT_ID"];
  delete process.env["GITHUB_CLIENT_SECRET"];
  await app.close();
  await github.close();
});

beforeEach(() => {
  computing = 0;
});

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

function rows(source: string, filter: object = place) {
  return post("/", { source, account, filter });
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe("githubConnector()", () => {
  it("names a good account and refuses a bad one without showing it", async () => {
    expect(await post("/validate", { id: "token", fields: account })).toMatchObject({
      status: 200,
      body: { name: "ada" },
    });
    const refused = await post("/validate", { id: "token", fields: { token: "github_pat_wrong" } });
    expect(refused).toMatchObject({ status: 401, body: { code: "account_invalid" } });
    expect(JSON.stringify(refused.body)).not.toMatch(/github_pat_wrong|Bad credentials/);
  });

  it("signs in with GitHub: sends there, takes the code, names the account and reads with its token", async () => {
    const callback = "https://platform.example/callback";
    const started = await fetch(`${url}/oauth2?callback_uri=${encodeURIComponent(callback)}&state=s1`);
    const { redirect_uri: address } = (await started.json()) as { readonly redirect_uri: string };
    const query = Object.fromEntries(new URL(address).searchParams);
    expect(address).toMatch(`${github.url}/login/oauth/authorize?`);
    expect(query).toMatchObject({
      client_id: "client",
      redirect_uri: callback,
      state: "s1",
      scope: "read:user read:org repo",
    });
    const wrong = await post("/oauth2", { fields: { callback_uri: callback }, code: "spent", state: "s1" });
    expect(wrong).toMatchObject({ status: 401, body: { code: "grant_refused" } });
    const { status, body } = await post("/oauth2", {
      fields: { callback_uri: callback },
      code: "fresh",
      state: "s1",
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: "ada", access_token: "github_pat_right" },
    });
    const signedIn = { auth: "oauth2", ...(body as object) };
    const found = await post("/", { source: "commits", account: signedIn, filter: place });
    expect(found).toMatchObject({ status: 200, body: [{ sha: "c0ffee" }] });
  });

  it("offers owners once each, and the repositories of the chosen one", async () => {
    const owners = await post("/datalist?source=issues&field=owner", account);
    expect(owners.body).toMatchObject([{ value: "ada" }, { value: "acme" }]);
    const found = await post("/datalist?source=issues&field=repository&owner=ada", account);
    expect(found.body).toMatchObject([{ value: "engine" }, { value: "notes" }]);
    expect(await post("/datalist?source=issues&field=repository", account)).toMatchObject({ status: 400 });
  });

  it("reads issues over all pages, without pull requests", async () => {
    const { status, body } = await rows("issues");
    expect({ status, length: (body as unknown[]).length }).toEqual({ status: 200, length: 200 });
    expect((body as unknown[])[6]).toMatchObject({ number: 8 });
    expect((body as unknown[])[0]).toEqual({
      id: 1001,
      number: 1,
      title: "Title 1",
      body: "written by ada",
      state: "open",
      reason: null,
      author: "ada",
      assignees: ["grace"],
      labels: ["bug", "old"],
      comments: 1,
      created: "2026-01-01T00:00:00Z",
      updated: "2026-03-02T10:00:00Z",
      closed: null,
      address: "https://github.com/ada/engine/issues/1",
      repository: "ada/engine",
    });
  });

  it("asks for issues since the range's start and keeps to its end", async () => {
    const filter = { ...place, updated: { _min: "2026-03-01", _max: "2026-03-02" } };
    const { body } = await rows("issues", filter);
    expect(github.requests.at(-1)?.url.search).toMatch(/since=2026-03-01T00%3A00%3A00\.000Z/);
    const days = new Set(
      (body as ReadonlyArray<{ readonly updated: string }>).map(({ updated }) => updated.slice(0, 10)),
    );
    expect([...days].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["2026-03-01", "2026-03-02"]);
  });

  it("reads pull requests created within the range", async () => {
    const { body } = await rows("pull-requests", { ...place, created: { _max: "2026-04-01" } });
    expect(body).toMatchObject([{ number: 5, merged: true, from: "wheels", into: "main", author: "grace" }]);
  });

  it("reads commits, also of a renamed repository, with the credentials", async () => {
    expect((await rows("commits")).body).toMatchObject([
      { sha: "c0ffee", author: "Grace", committed: "2026-03-02T01:00:00Z" },
    ]);
    expect((await rows("commits", { ...place, repository: "renamed" })).body).toMatchObject([
      { sha: "c0ffee" },
    ]);
  });

  it("reads repositories", async () => {
    const { body } = await rows("repositories", { visibility: "all" });
    expect(body).toMatchObject([
      { full_name: "ada/engine" },
      { full_name: "ada/notes" },
      { full_name: "acme/rocket" },
    ]);
  });

  it("waits for statistics that are being computed", async () => {
    const { body } = await rows("contributors");
    expect(body).toMatchObject([
      { author: "ada", week: "2026-03-01T00:00:00.000Z", commits: 3, additions: 10, deletions: 2 },
    ]);
    expect(computing).toBe(2);
  }, 15_000);

  it.each([
    ["commits", "nothing", 400, /nothing exists at the address/],
    ["commits", "..", 400, /would change the path or the host/],
  ])("says what is wrong with %s of %s", async (source, name, status, sentence) => {
    const found = await rows(source, { ...place, repository: name });
    expect(found).toMatchObject({ status, body: { error: expect.stringMatching(sentence) as string } });
  });

  it.each(["commits", "contributors"])("reads no %s of an empty repository", async (source) => {
    expect(await rows(source, { ...place, repository: "empty" })).toEqual({ status: 200, body: [] });
  });

  it("leaves the lines of large repositories empty, which GitHub counts as 0", async () => {
    const { body } = await rows("contributors", { ...place, repository: "large" });
    expect(body).toMatchObject([{ commits: 9000, additions: null, deletions: null }]);
  });

  it.each([
    [{}, 400, "those of 2 organisations are missing"],
    [{ single_sign_on: "leave out" }, 200, ""],
  ])("says that organisations are missing, with the filter %j", async (filter, status, sentence) => {
    partial = true;
    const found = JSON.stringify(await rows("repositories", filter));
    const owners = await post("/datalist?source=issues&field=owner", account);
    partial = false;
    expect(found).toContain(sentence);
    expect(found.includes('"code":400')).toBe(status === 400);
    expect(owners.body).toContainEqual(expect.objectContaining({ value: "" }));
  });

  // This must be the last test, because the limit stays in effect for the account.
  it("passes a long limit on", async () => {
    const limited = await rows("commits", { ...place, repository: "limited" });
    expect(limited).toMatchObject({ status: 429, body: { tryLater: true, retryAfter: 3600 } });
  });
});

import { startUpstream, type UpstreamAnswer } from "@wellhead/runtime/testing";
import { type MovedReading, type MovingItem, type MovingItems, readServed } from "@wellhead/test-support";
import { githubConnector } from "../github-connector.js";
import { listPage } from "./github-list.js";

/** A source and how GitHub lists its items. */
export interface MovingGithubList {
  readonly source: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Path of the list. */
  readonly path: string;
  /** Member of the body that holds the items. Default: the body is the list. */
  readonly member?: string;
}

const repository = "/repos/ada/engine";
const place = { owner: "ada", repository: "engine" };

/** The lists of a repository and of an account. */
export const movingGithubLists: Readonly<Record<string, MovingGithubList>> = {
  issues: { source: "issues", filter: place, path: `${repository}/issues` },
  "open issues": { source: "issues", filter: { ...place, state: "open" }, path: `${repository}/issues` },
  "pull requests": { source: "pull-requests", filter: place, path: `${repository}/pulls` },
  "pull requests by update": {
    source: "pull-requests",
    filter: { ...place, updated: { _min: "2026-01-01" } },
    path: `${repository}/pulls`,
  },
  comments: { source: "comments", filter: place, path: `${repository}/issues/comments` },
  "review comments": { source: "review-comments", filter: place, path: `${repository}/pulls/comments` },
  commits: { source: "commits", filter: place, path: `${repository}/commits` },
  "commits of a period": {
    source: "commits",
    filter: { ...place, committed: { _min: "2025-01-01", _max: "2027-01-01" } },
    path: `${repository}/commits`,
  },
  "workflow runs": {
    source: "workflow-runs",
    filter: place,
    path: `${repository}/actions/runs`,
    member: "workflow_runs",
  },
  releases: { source: "releases", filter: place, path: `${repository}/releases` },
  deployments: { source: "deployments", filter: place, path: `${repository}/deployments` },
  milestones: { source: "milestones", filter: place, path: `${repository}/milestones` },
  stargazers: { source: "stargazers", filter: place, path: `${repository}/stargazers` },
  branches: { source: "branches", filter: place, path: `${repository}/branches` },
  tags: { source: "tags", filter: place, path: `${repository}/tags` },
  projects: { source: "projects", filter: { organisation: "acme" }, path: "/orgs/acme/projectsV2" },
  members: { source: "members", filter: { organisation: "acme" }, path: "/orgs/acme/members" },
  teams: { source: "teams", filter: { organisation: "acme" }, path: "/orgs/acme/teams" },
  repositories: { source: "repositories", path: "/user/repos" },
};

/**
 * Reads a source while its list moves, from a server that lists as GitHub documents it.
 *
 * @param given - The source
 * @param list - Its items
 * @returns What was read
 */
export async function readMovingGithub(given: MovingGithubList, list: MovingItems): Promise<MovedReading> {
  const histories = new Map<string, readonly MovingItem[]>();
  const upstream = await startUpstream(({ url }) => {
    if (url.pathname !== given.path) return { status: 404, body: { message: "Not Found" } };
    if (given.source === "commits") return commitPage(list, url, histories);
    const found = sortedPage(given, list.nextPage(), url);
    return given.member === undefined
      ? found
      : { ...found, body: { total_count: list.items.length, [given.member]: found.body } };
  });
  try {
    const connector = githubConnector({ baseUrl: upstream.url, site: "https://github.com", signIn: false });
    const account = { auth: "token", token: "github_pat_right" };
    const { source, filter = {} } = given;
    const idOf = (row: Readonly<Record<string, unknown>>) =>
      Number(row["id"] ?? row["user_id"] ?? row["sha"] ?? row["commit"]);
    return await readServed(connector, { source, account, filter, idOf });
  } finally {
    await upstream.close();
  }
}

/** Lists that the documentation sorts by creation or update; all others by name, or newest first. */
const byTime = /\/(?:issues|pulls|comments)$/;
const byName = /\/(?:milestones|members|teams|repos|projectsV2)$/;

function sortedPage({ path }: MovingGithubList, items: readonly MovingItem[], url: URL): UpstreamAnswer {
  const shown = items.map((item) => shownItem(item));
  if (path.endsWith("/comments")) url.searchParams.set("state", "all");
  const query = new URL(url);
  const isSorted = byTime.test(path) || (path === "/user/repos" && url.searchParams.has("sort"));
  if (isSorted) {
    if (path === "/user/repos") query.searchParams.set("state", "all");
    return listPage(shown, query);
  }
  if (path.endsWith("/stargazers")) return pageOf(stars(items), url);
  if (/\/(?:branches|tags)$/.test(path)) return pageOf(refs(items), url);
  const sorted = byName.test(path)
    ? shown.toSorted((one, other) => one.name.localeCompare(other.name))
    : shown.toSorted((one, other) => other.id - one.id);
  return path.endsWith("/projectsV2") ? cursorPageOf(sorted, url) : pageOf(sorted, url);
}

/** Branches and tags, which are nothing but their name: another name is another branch. */
function refs(items: readonly MovingItem[]): readonly object[] {
  const named = items.map(({ id }) => ({
    name: `ref-${(id * 7919) % 100_003}`,
    commit: { sha: String(id) },
  }));
  return named.toSorted((one, other) => one.name.localeCompare(other.name));
}

function stars(items: readonly MovingItem[]): readonly object[] {
  const oldestFirst = items.toSorted((one, other) => one.created - other.created || one.id - other.id);
  return oldestFirst.map(({ id, name, created }) => ({
    starred_at: timeOf(created),
    user: { id, login: name },
  }));
}

function shownItem({ id, name, created, updated }: MovingItem) {
  const times = { created_at: timeOf(created), updated_at: timeOf(updated) };
  return { id, number: id, name, login: name, title: name, tag_name: name, state: "open", ...times };
}

function timeOf(instant: number): string {
  return new Date(instant).toISOString().replace(".000", "");
}

/**
 * Returns a page of a branch's history. A commit names its history, which never changes; a branch names the history of
 * its newest commit, which a push or a forced push replaces.
 */
function commitPage(
  list: MovingItems,
  url: URL,
  histories: Map<string, readonly MovingItem[]>,
): UpstreamAnswer {
  const current = list.nextPage().toSorted((one, other) => other.id - one.id);
  histories.set(String(current[0]?.id), current);
  const history = histories.get(url.searchParams.get("sha") ?? "") ?? current;
  const shown = history.map(({ id, name, created }) => {
    const signature = { name, date: timeOf(created) };
    return { sha: String(id), commit: { message: name, author: signature, committer: signature } };
  });
  return pageOf(shown, url);
}

function pageOf(items: readonly unknown[], url: URL): UpstreamAnswer {
  const size = Math.min(100, Number(url.searchParams.get("per_page") ?? 30));
  const page = Number(url.searchParams.get("page") ?? 1);
  const last = Math.ceil(items.length / size);
  const link = (number: number, relation: string) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    return `<${target.href}>; rel="${relation}"`;
  };
  return {
    ...(page < last && { headers: { link: `${link(page + 1, "next")}, ${link(last, "last")}` } }),
    body: items.slice((page - 1) * size, page * size),
  };
}

/** Returns a page of a list that begins at a cursor, which counts items: the worst that the documentation allows. */
function cursorPageOf(items: readonly unknown[], url: URL): UpstreamAnswer {
  if (url.searchParams.has("page")) return { status: 400, body: { message: "Unknown parameter: page" } };
  const size = Math.min(100, Number(url.searchParams.get("per_page") ?? 30));
  const start = Number(url.searchParams.get("after") ?? 0);
  const next = new URL(url);
  next.searchParams.set("after", String(start + size));
  return {
    ...(start + size < items.length && { headers: { link: `<${next.href}>; rel="next"` } }),
    body: items.slice(start, start + size),
  };
}

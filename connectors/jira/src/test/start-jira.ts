import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";

/** A user and their token. */
export const person = { email: "ada@example.com", token: "ATATT-right" };

/** An issue as Jira sends it. */
export interface StoredIssue {
  readonly id: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>> & { readonly created: string; readonly updated: string };
}

/** Content of the test server. */
export interface StoredJira {
  /** Issues, the oldest first. */
  readonly issues: readonly StoredIssue[];
  /** Changes by the id of their issue. */
  readonly changes?: Readonly<Record<string, readonly object[]>>;
  /** Worklogs by the id of their issue. */
  readonly worklogs?: Readonly<Record<string, readonly object[]>>;
  /** Comments by the id of their issue; an issue of a search includes the first 20. */
  readonly comments?: Readonly<Record<string, readonly object[]>>;
  readonly boards?: readonly object[];
  /** Sprints by the id of their board. */
  readonly sprints?: Readonly<Record<string, readonly object[]>>;
  readonly users?: readonly object[];
  /** Whether page tokens are no longer valid. Default: `false`. */
  readonly tokensExpire?: boolean;
  /** Fields in addition to those that every Jira has. */
  readonly fields?: readonly object[];
}

/**
 * Starts a server that behaves as Jira's documentation describes: HTTP basic authentication, searches paged by a token,
 * other lists by `startAt`. Of JQL it supports only the conditions that the connector writes. For tests.
 *
 * @param jira - Returns its content at the time of a request
 * @returns The running server
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/
 */
export function startJira(jira: (request: UpstreamRequest) => StoredJira): Promise<TestUpstream> {
  const right = `Basic ${Buffer.from(`${person.email}:${person.token}`).toString("base64")}`;
  return startUpstream((request) => {
    const plain = signIn(request);
    if (plain !== undefined) return plain;
    const isGateway = request.url.pathname.startsWith(gatewayPath);
    const granted = isGateway ? [right, `Bearer ${accessToken}`] : [right];
    if (granted.includes(request.headers.authorization ?? "")) return answer(request, jira(request));
    return {
      status: 401,
      headers: { "content-type": "text/plain" },
      body: "Client must be authenticated to access this resource.",
    };
  });
}

/** The id under which the gateway knows the Jira, and the path of its requests there. */
export const cloud = "1324a887-45db-1bf4-1e99-ef0ff456d421";
const gatewayPath = `/ex/jira/${cloud}/`;
const accessToken = "signed-in";

/** Responds to the requests of a sign-in. */
function signIn({ url, body, headers }: UpstreamRequest): UpstreamAnswer | undefined {
  if (url.pathname === "/oauth/token") {
    const isGood = body.includes("good");
    return isGood
      ? { body: { access_token: accessToken, refresh_token: "next", expires_in: 3600, token_type: "Bearer" } }
      : { status: 403, body: { error: "invalid_grant", error_description: "Invalid authorization code" } };
  }
  if (url.pathname !== "/oauth/token/accessible-resources") return undefined;
  if (headers.authorization !== `Bearer ${accessToken}`) return { status: 401, body: { code: 401 } };
  const scopes = ["read:jira-work"];
  return { body: [{ id: cloud, name: "Engine", url: "https://engine.atlassian.net", scopes }] };
}

/** Query parameters that Jira documents, by path. */
const parameters: ReadonlyArray<readonly [path: RegExp, names: string]> = [
  [/^agile\/1\.0\/board$/, "startAt maxResults type name projectKeyOrId orderBy expand filterId"],
  [/^agile\/1\.0\/board\/[^/]+\/sprint$/, "startAt maxResults state"],
  [/^api\/3\/users\/search$/, "startAt maxResults"],
  [/^api\/3\/issue\/[^/]+\/comment$/, "startAt maxResults orderBy expand"],
  [/^api\/3\/issue\/[^/]+\/worklog$/, "startAt maxResults startedAfter startedBefore expand"],
  [/^api\/3\/project\/search$/, "startAt maxResults orderBy id keys query typeKey expand status"],
];

function unknownParameter(path: string, url: URL): string | undefined {
  const known = parameters.find(([pattern]) => pattern.test(path))?.[1].split(" ");
  return known && [...url.searchParams.keys()].find((name) => !known.includes(name));
}

interface Sent {
  readonly jql?: string;
  readonly fields?: readonly string[];
  readonly maxResults?: number;
  readonly nextPageToken?: string;
  readonly issueIdsOrKeys?: readonly string[];
}

function answer({ url, body }: UpstreamRequest, jira: StoredJira): UpstreamAnswer {
  const whole = url.pathname.replace(gatewayPath, "/").replace(/^\/rest\//, "");
  const unknown = unknownParameter(whole, url);
  if (unknown !== undefined)
    return { status: 400, body: { errorMessages: [`Unknown parameter ${unknown}`] } };
  if (whole.startsWith("agile/")) return agileAnswer(whole, url, jira);
  const path = whole.replace(/^api\/3\//, "");
  if (path.startsWith("issue/")) return issueAnswer(path, url, jira);
  const sent = body === "" ? {} : (JSON.parse(body) as Sent); // bodies are objects
  switch (path) {
    case "myself":
      return {
        body: {
          accountId: "5b10",
          displayName: "Ada",
          emailAddress: person.email,
          timeZone: "Europe/Berlin",
        },
      };
    case "field":
      return { body: [...fields, ...(jira.fields ?? [])] };
    case "users/search": {
      const start = Number(url.searchParams.get("startAt") ?? 0);
      const size = Math.min(1000, Number(url.searchParams.get("maxResults") ?? 50));
      return { body: (jira.users ?? []).slice(start, start + size) };
    }
    case "status":
      return { body: [status] };
    case "project/search":
      return counted("values", projects, url);
    case "search/jql":
      if (jira.tokensExpire === true)
        return {
          status: 400,
          body: { errorMessages: ["The provided next page token is invalid or expired."] },
        };
      return searched(withComments(jira), sent);
    case "changelog/bulkfetch":
      return changed(jira, sent);
    default:
      return notFound;
  }
}

/** Responds to a request for an issue, or for what belongs to it. */
function issueAnswer(path: string, url: URL, jira: StoredJira): UpstreamAnswer {
  const [, single = "", part] = /^issue\/(\w+)(?:\/(worklog|comment))?$/.exec(path) ?? [];
  const issue = jira.issues.find(({ id, key }) => id === single || key === single);
  if (issue === undefined) return notFound;
  if (part === "worklog") return counted("worklogs", jira.worklogs?.[issue.id] ?? [], url);
  if (part === "comment") return counted("comments", jira.comments?.[issue.id] ?? [], url);
  return { body: issue };
}

/** Responds to requests for boards and sprints, whose total Jira may leave out. */
function agileAnswer(path: string, url: URL, jira: StoredJira): UpstreamAnswer {
  const board = /^agile\/1\.0\/board\/(\w+)\/sprint$/.exec(path)?.[1];
  const all = board === undefined ? (jira.boards ?? []) : jira.sprints?.[board];
  if (all === undefined)
    return { status: 400, body: { errorMessages: ["The board does not support sprints"], errors: {} } };
  const { body } = counted("values", all, url);
  return { body: { ...(body as object), total: undefined } };
}

const notFound: UpstreamAnswer = {
  status: 404,
  body: {
    errorMessages: ["Issue does not exist or you do not have permission to see it."],
    errors: {},
  },
};

function counted(member: string, all: readonly object[], { searchParams }: URL): UpstreamAnswer {
  const start = Number(searchParams.get("startAt") ?? 0);
  const size = Number(searchParams.get("maxResults") ?? 50);
  const page = all.slice(start, start + size);
  return {
    body: {
      startAt: start,
      maxResults: size,
      total: all.length,
      isLast: start + size >= all.length,
      [member]: page,
    },
  };
}

/** Adds its first comments to each issue, as Jira does. */
function withComments({ issues, comments }: StoredJira): readonly StoredIssue[] {
  if (comments === undefined) return issues;
  return issues.map((issue) => {
    const all = comments[issue.id] ?? [];
    const comment = { comments: all.slice(0, 20), total: all.length, maxResults: 20, startAt: 0 };
    return { ...issue, fields: { ...issue.fields, comment } };
  });
}

function searched(
  issues: readonly StoredIssue[],
  { jql = "", fields: names = [], maxResults = 50, nextPageToken }: Sent,
): UpstreamAnswer {
  const [where = "", order = ""] = jql.split(" ORDER BY ");
  if (where === "" || order === "")
    return {
      status: 400,
      body: { errorMessages: ["Unbounded JQL queries are not allowed here."], errors: {} },
    };
  if (where.includes("nonsense")) {
    const message = "Error in the JQL Query: Expecting operator but got 'nonsense'.";
    return { status: 400, body: { errorMessages: [message], errors: {} } };
  }
  const found = issues.filter((issue) => where.split(" AND ").every((condition) => meets(issue, condition)));
  const start = Number((nextPageToken ?? "t0").slice(1));
  // Only the ids of issues may be requested in larger pages.
  const end = start + Math.min(names.join() === "id" ? 5000 : 100, maxResults);
  const page = found.slice(start, end).map(({ fields: all, ...issue }) => ({
    ...issue,
    fields: Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]])),
  }));
  const isLast = end >= found.length;
  return { body: { issues: page, isLast, ...(isLast ? {} : { nextPageToken: `t${end}` }) } };
}

/** Evaluates a condition. Days in JQL are in the user's time zone, which is two hours east of UTC in these tests. */
function meets({ key, fields: { created, updated } }: StoredIssue, condition: string): boolean {
  const [, name, operator, bound = ""] = /^(created|updated) (>=|<=) "([\d-]+)"$/.exec(condition) ?? [];
  if (name !== undefined) {
    const time = Date.parse(name === "created" ? created : updated);
    const limit = Date.parse(`${bound}T00:00:00+02:00`);
    return operator === ">=" ? time >= limit : time <= limit;
  }
  const keys = /^project in \((.*)\)$/.exec(condition)?.[1];
  return keys === undefined || keys.includes(`"${key.split("-")[0] ?? ""}"`);
}

function changed(
  { changes = {}, issues }: StoredJira,
  { issueIdsOrKeys = [], nextPageToken, maxResults = 50 }: Sent,
): UpstreamAnswer {
  if (issueIdsOrKeys.some((id) => issues.every((issue) => issue.id !== id)))
    return { ...notFound, status: 400 };
  const all = issueIdsOrKeys.flatMap((id) =>
    (changes[id] ?? []).map((history) => ({ issueId: id, history })),
  );
  const start = Number((nextPageToken ?? "c0").slice(1));
  const end = start + maxResults;
  const logs = all.slice(start, end).map(({ issueId, history }) => ({ issueId, changeHistories: [history] }));
  return { body: { issueChangeLogs: logs, ...(end < all.length && { nextPageToken: `c${end}` }) } };
}

const fields = [
  { id: "summary", name: "Summary", custom: false, schema: { type: "string", system: "summary" } },
  {
    id: "description",
    name: "Description",
    custom: false,
    schema: { type: "string", system: "description" },
  },
  { id: "created", name: "Created", custom: false, schema: { type: "datetime", system: "created" } },
  { id: "updated", name: "Updated", custom: false, schema: { type: "datetime", system: "updated" } },
  { id: "duedate", name: "Due date", custom: false, schema: { type: "date", system: "duedate" } },
  { id: "status", name: "Status", custom: false, schema: { type: "status", system: "status" } },
  { id: "assignee", name: "Assignee", custom: false, schema: { type: "user", system: "assignee" } },
  {
    id: "labels",
    name: "Labels",
    custom: false,
    schema: { type: "array", items: "string", system: "labels" },
  },
  { id: "timespent", name: "Time Spent", custom: false, schema: { type: "number", system: "timespent" } },
  { id: "comment", name: "Comment", custom: false, schema: { type: "comments-page", system: "comment" } },
  { id: "issuekey", name: "Key", custom: false },
];

const status = {
  id: "3",
  name: "In Progress",
  description: "Somebody works on it",
  statusCategory: { id: 4, key: "indeterminate", name: "In Progress" },
};

const projects = ["ENG", "OPS"].map((key, index) => ({
  id: String(index + 1),
  key,
  name: key === "ENG" ? "Engine" : "Operations",
  projectTypeKey: "software",
  style: "classic",
  isPrivate: false,
  lead: { displayName: "Ada" },
}));

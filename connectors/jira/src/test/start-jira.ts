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
    if (request.headers.authorization === right) return answer(request, jira(request));
    return {
      status: 401,
      headers: { "content-type": "text/plain" },
      body: "Client must be authenticated to access this resource.",
    };
  });
}

interface Sent {
  readonly jql?: string;
  readonly fields?: readonly string[];
  readonly maxResults?: number;
  readonly nextPageToken?: string;
  readonly issueIdsOrKeys?: readonly string[];
}

function answer({ url, body }: UpstreamRequest, jira: StoredJira): UpstreamAnswer {
  const path = url.pathname.replace(/^\/rest\/api\/3\//, "");
  const sent = body === "" ? {} : (JSON.parse(body) as Sent); // bodies are objects
  const worklogs = /^issue\/(\w+)\/worklog$/.exec(path)?.[1];
  const single = /^issue\/(\w+)(?:\/worklog)?$/.exec(path)?.[1];
  const issue = jira.issues.find(({ id, key }) => id === single || key === single);
  if (single !== undefined && issue === undefined) return notFound;
  if (worklogs !== undefined) return counted("worklogs", jira.worklogs?.[worklogs] ?? [], url);
  if (issue !== undefined) return { body: issue };
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
      return searched(jira.issues, sent);
    case "changelog/bulkfetch":
      return changed(jira, sent);
    default:
      return notFound;
  }
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

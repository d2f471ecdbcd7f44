import {
  bool,
  type Connector,
  date,
  defineConnector,
  id,
  linkHeader,
  list,
  text,
  token,
} from "@wellhead/sdk";
import type { Answer } from "../upstream/answers.js";

interface Issue {
  readonly id: number;
  readonly title: string;
  readonly open: boolean;
  readonly updated: string;
}

/**
 * Makes a connector of an API that does not exist, with a list, pages, limits and a token. For tests.
 *
 * @param baseUrl - Address of the API
 * @returns The connector
 */
export const makeTracker = (baseUrl: string): Connector =>
  defineConnector({
    id: "tracker",
    name: "Tracker",
    version: "1.0.0",
    description: "Issues of a tracker",
    http: {
      baseUrl,
      headers: { "x-version": "2" },
      paging: linkHeader(),
      rate: { requests: 10, seconds: 60 },
    },
    accounts: { token: token({ title: "Access token", help: "https://tracker.example/settings" }) },
    identify: async ({ http }) => ({
      name: (await http.get("user").json<{ readonly login: string }>()).login,
    }),
    sources: (source) => ({
      issues: source({
        name: "Issues",
        filter: {
          project: list({
            options: ({ http }) => http.pages<{ readonly key: string }>("projects").map(({ key }) => key),
          }),
        },
        fields: { id: id(), title: text(), open: bool(), updated: date() },
        rows: ({ http, filter }) =>
          http
            .pages<Issue>(`projects/${filter.project}/issues`)
            .map((issue) => ({ ...issue, id: String(issue.id) })),
      }),
    }),
  });

/** The connector of the API at its own address. */
export const tracker: Connector = makeTracker("https://api.tracker.example");

/** The token that the tracker accepts. */
export const trackerToken = "tk_live_9f8a7b6c5d4e3f2a1b0c";

/** Number of issues of each page of the tracker. */
const pageSize = 10;

/** All issues of the tracker. */
export const trackerIssues: readonly Issue[] = Array.from({ length: 25 }, (_, index) => ({
  id: 1000 + index,
  title: `Title ${index}`,
  open: index % 3 !== 0,
  updated: new Date(Date.UTC(2026, 2, 1, index * 6)).toISOString(),
}));

/** The upstream of the tracker: 401 for other tokens, and three pages of issues. */
export const answerAsTracker: Answer = ({ url, headers }) => {
  if (headers["authorization"] !== `Bearer ${trackerToken}`)
    return { status: 401, body: { message: "Bad credentials" } };
  if (url.pathname === "/user") return { body: { login: "ada" } };
  if (url.pathname === "/projects") return { body: [{ key: "engine" }] };
  if (url.pathname !== "/projects/engine/issues") return { status: 404, body: { message: "Not Found" } };
  const page = Number(url.searchParams.get("page") ?? 1);
  const next = { link: `<${url.pathname}?page=${page + 1}>; rel="next"` };
  return {
    body: trackerIssues.slice((page - 1) * pageSize, page * pageSize),
    ...(page * pageSize < trackerIssues.length && { headers: next }),
  };
};

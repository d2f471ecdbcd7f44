import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import { client, OAuth1Legs, oauthMembers } from "./oauth1-legs.js";
import { ids, type TrelloBoard } from "./trello-board.js";

/** Token that a user has created for themselves. */
export const token = "ATTAright";

/** Interval over which the test server counts requests, in milliseconds; Trello's is 10,000. */
const interval = "1000";

const plain = { "content-type": "text/plain; charset=utf-8" };

/** Headers about limits that Trello sends with every response. */
const limits = {
  "x-rate-limit-api-key-interval-ms": interval,
  "x-rate-limit-api-key-max": "300",
  "x-rate-limit-api-key-remaining": "299",
  "x-rate-limit-api-token-interval-ms": interval,
  "x-rate-limit-api-token-max": "100",
  "x-rate-limit-api-token-remaining": "99",
};

/** The test server, with a hook for other responses. */
export interface TestTrello extends TestUpstream {
  /** Responds once in place of the test server; returns `undefined` for requests it does not handle. */
  instead: ((request: UpstreamRequest) => UpstreamAnswer | undefined) | undefined;
}

/**
 * Starts a server that behaves as Trello's documentation describes: key and token in a header or a signature, plain
 * text for rejections, JSON for limits, pages by id or date from the newest back, at most 1,000 items, 50 by default.
 * For tests.
 *
 * @param board - Its content
 * @returns The running server
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/status-codes/
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/rate-limits/
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/
 */
export async function startTrello(board: TrelloBoard): Promise<TestTrello> {
  const legs = new OAuth1Legs();
  const upstream = await startUpstream((request) => {
    if (request.url.pathname.startsWith("/1/OAuthGet")) return legs.answer(request);
    const other = trello.instead?.(request);
    if (other !== undefined) trello.instead = undefined;
    const { headers, ...answer } = other ?? refusal(request, legs) ?? read(request.url, board);
    return { ...answer, headers: { ...limits, ...headers } };
  });
  const trello: TestTrello = { ...upstream, instead: undefined };
  return trello;
}

function refusal(request: UpstreamRequest, legs: OAuth1Legs): UpstreamAnswer | undefined {
  const members = oauthMembers(request);
  if (members.get("oauth_consumer_key") !== client.key)
    return { status: 401, headers: plain, body: "invalid key" };
  const isKnown = members.has("oauth_signature")
    ? legs.isSigned(request)
    : members.get("oauth_token") === token;
  return isKnown ? undefined : { status: 401, headers: plain, body: "invalid token" };
}

function read(url: URL, board: TrelloBoard): UpstreamAnswer {
  const query = Object.fromEntries(url.searchParams);
  const path = url.pathname.replace(/^\/1\//, "");
  if (path === "members/me") return { body: { id: ids.ada, username: "ada1", fullName: "Ada" } };
  if (path === "members/me/boards")
    return { body: boards.filter(({ closed }) => isShown(closed, query["filter"])) };
  const [, id = "", part = ""] = path.split("/");
  if (!path.startsWith("boards/")) return { status: 404, headers: plain, body: "Cannot GET" };
  if (!/^[0-9a-f]{24}$/.test(id)) return { status: 400, headers: plain, body: "invalid id" };
  if (id === ids.hidden) return { status: 401, headers: plain, body: "unauthorized permission requested" };
  if (id !== board.id) return { status: 404, headers: plain, body: "The requested resource was not found." };
  const all: Readonly<Record<string, () => readonly object[]>> = {
    lists: () =>
      board.lists.filter((list) => isShown("closed" in list && list.closed === true, query["filter"])),
    labels: () => board.labels,
    members: () => board.members,
    cards: () =>
      pageOf(
        board.cards.filter(({ closed }) => isShown(closed, query["filter"])),
        query,
        board.cards.length,
      ),
    actions: () =>
      pageOf(
        board.actions.filter(({ type }) =>
          (query["filter"] ?? "all").split(",").some((one) => one === "all" || one === type),
        ),
        query,
        50,
      ),
  };
  return { body: all[part]?.() ?? [] };
}

const boards = [
  {
    id: ids.board,
    name: "Engine",
    desc: "Wheels and steam",
    closed: false,
    idOrganization: null,
    dateLastActivity: "2026-03-01T10:00:00.000Z",
    shortUrl: "https://trello.com/b/1",
  },
  {
    id: ids.hidden,
    name: "Old",
    desc: "",
    closed: true,
    idOrganization: ids.ada,
    dateLastActivity: null,
    shortUrl: "https://trello.com/b/2",
  },
];

function isShown(closed: boolean, filter = "visible"): boolean {
  return filter === "all" || closed === (filter === "closed");
}

/**
 * Returns the newest items between two exclusive bounds. A bound is an id, or an instant that is truncated to seconds.
 */
function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  { since, before, limit }: Readonly<Record<string, string | undefined>>,
  usual: number,
): readonly Item[] {
  const from = boundOf(since) ?? "";
  const to = boundOf(before) ?? "g";
  const size = Math.min(1000, Number(limit ?? usual));
  return items
    .filter(({ id }) => id > from && id < to)
    .slice(-size)
    .toReversed();
}

function boundOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{24}$/.test(text)) return text;
  return `${Math.floor(Date.parse(text) / 1000).toString(16)}${"0".repeat(16)}`;
}

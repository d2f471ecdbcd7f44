import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";

/** The secret of an integration that may read everything. */
export const secret = "ntn_right";

/** A page of a data source as Notion sends it. */
export interface NotionPage {
  readonly id: string;
  readonly url: string;
  readonly created_time: string;
  readonly last_edited_time: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Content of the test server. */
export interface NotionContent {
  readonly dataSource: object & { readonly id: string };
  /** Pages in any order. */
  readonly pages: readonly NotionPage[];
  /** Items of properties that pages include only in part, by `page/property`. */
  readonly items?: Readonly<Record<string, readonly object[]>>;
  /** Results of rollups, by `page/property`. */
  readonly rollups?: Readonly<Record<string, object>>;
  /** Values of properties that are computed from all relations, by `page/property`. */
  readonly computed?: Readonly<Record<string, object>>;
  /** Pages outside of databases, which only a search finds. */
  readonly found?: ReadonlyArray<object & { readonly id: string; readonly last_edited_time: string }>;
  /** Texts of pages and blocks by id, with the blocks that Notion leaves out. */
  readonly texts?: Readonly<Record<string, { readonly markdown: string; readonly left?: readonly string[] }>>;
  /** Comments by the id of their page. */
  readonly comments?: Readonly<Record<string, readonly object[]>>;
  /** Results after which a query ends; Notion's maximum is 10,000. */
  readonly maxResults?: number;
}

/**
 * Starts a server that behaves as Notion's documentation describes: the secret as a bearer token, a version in every
 * request, pages of at most 100 with the cursor in the body of a query, timestamp filters, and queries that end after a
 * maximum of results. For tests.
 *
 * @param content - Returns its content at the time of a request
 * @returns The running server
 * @see https://developers.notion.com/reference/query-a-data-source
 * @see https://developers.notion.com/reference/status-codes
 */
export function startNotion(content: (request: UpstreamRequest) => NotionContent): Promise<TestUpstream> {
  return startUpstream((request) => refusal(request) ?? answer(request, content(request)));
}

/** Members of the query and of the body that Notion describes, by the last part of the path. */
const parameters: Readonly<Record<string, string>> = {
  query: "sorts filter start_cursor page_size archived in_trash result_type",
  search: "sort query start_cursor page_size filter",
  comments: "block_id start_cursor page_size",
  markdown: "include_transcript",
};

function refusal({ headers, body, url }: UpstreamRequest): UpstreamAnswer | undefined {
  if (headers.authorization !== `Bearer ${secret}`)
    return failure(401, "unauthorized", "API token is invalid.");
  if (headers["notion-version"] === undefined)
    return failure(400, "missing_version", "Notion-Version header is missing.");
  const sent = body === "" ? Object.fromEntries(url.searchParams) : (JSON.parse(body) as object); // bodies are objects
  const known = parameters[url.pathname.split("/").at(-1) ?? ""] ?? "start_cursor page_size";
  const unknown = Object.keys(sent).find((name) => !known.split(" ").includes(name));
  if (unknown === undefined) return undefined;
  return failure(400, "validation_error", `body failed validation: body.${unknown} should be not present`);
}

function answer({ url, method, body }: UpstreamRequest, content: NotionContent): UpstreamAnswer {
  const path = url.pathname.replace(/^\/v1\//, "");
  const sent: Query = body === "" ? Object.fromEntries(url.searchParams) : (JSON.parse(body) as Query); // checked above
  const { dataSource } = content;
  if (method === "GET" && path === "users/me") {
    return {
      body: { object: "user", id: "bot1", type: "bot", name: "Reports", bot: { workspace_name: "Engine" } },
    };
  }
  if (method === "GET" && path === "users") return pageOf(people, sent);
  if (method === "POST" && path === "search") return searched(content, sent);
  if (method === "GET" && path === "comments") return commentsOf(content, url, sent);
  if (method === "GET" && path === `data_sources/${dataSource.id}`) return { body: dataSource };
  if (method === "POST" && path === `data_sources/${dataSource.id}/query`) return queried(content, sent);
  const found = content.pages.find(({ id }) => method === "GET" && path === `pages/${id}`);
  if (found !== undefined) return { body: found };
  return propertyOf(path, content, sent) ?? notFound;
}

function searched({ dataSource, found = [] }: NotionContent, sent: Query): UpstreamAnswer {
  const { filter, sort } = sent;
  if (filter?.value === "data_source") return pageOf([dataSource], sent);
  const newest = found.toSorted((a, b) => Date.parse(b.last_edited_time) - Date.parse(a.last_edited_time));
  return pageOf(sort?.direction === "descending" ? newest : newest.toReversed(), sent);
}

function commentsOf({ comments = {}, found = [] }: NotionContent, url: URL, sent: Query): UpstreamAnswer {
  const page = url.searchParams.get("block_id") ?? "";
  return found.some(({ id }) => id === page) ? pageOf(comments[page] ?? [], sent) : notFound;
}

/** Returns a property of a page, or its text; `undefined` when there is none. */
function propertyOf(path: string, content: NotionContent, sent: Query): UpstreamAnswer | undefined {
  const text = content.texts?.[/^pages\/([^/]+)\/markdown$/.exec(path)?.[1] ?? ""];
  if (text !== undefined) {
    const { markdown, left = [] } = text;
    return {
      body: { object: "page_markdown", markdown, truncated: left.length > 0, unknown_block_ids: left },
    };
  }
  const [, page = "", property = ""] = /^pages\/([^/]+)\/properties\/([^/]+)$/.exec(path) ?? [];
  const items = content.items?.[`${page}/${decodeURIComponent(property)}`];
  const rollup = content.rollups?.[`${page}/${decodeURIComponent(property)}`];
  const computed = content.computed?.[`${page}/${decodeURIComponent(property)}`];
  if (computed !== undefined) return { body: { object: "property_item", ...computed } };
  if (items !== undefined) {
    const listed = pageOf(items, sent);
    const isLast = !listed.body.has_more;
    const partial = { type: "incomplete", incomplete: {} };
    const property_item = { type: "rollup", rollup: isLast ? rollup : partial };
    return rollup === undefined ? listed : { body: { ...listed.body, property_item } };
  }
  return undefined;
}

interface Bound {
  readonly timestamp: "created_time" | "last_edited_time";
  readonly [timestamp: string]: unknown;
}

interface Query {
  readonly start_cursor?: string;
  readonly page_size?: number | string;
  readonly sorts?: ReadonlyArray<{ readonly timestamp: string; readonly direction: string }>;
  readonly sort?: { readonly timestamp: string; readonly direction: string };
  readonly filter?: { readonly and?: readonly Bound[]; readonly property?: string; readonly value?: string };
}

function queried({ pages, maxResults = 10_000 }: NotionContent, sent: Query): UpstreamAnswer {
  const bounds = sent.filter?.and ?? [];
  const found = pages.filter((page) => bounds.every((bound) => isWithinBound(page, bound)));
  const isSorted = sent.sorts?.[0]?.timestamp === "created_time" && sent.sorts[0].direction === "ascending";
  const sorted = isSorted
    ? found.toSorted((a, b) =>
        a.created_time < b.created_time ? -1 : Number(a.created_time > b.created_time),
      )
    : found;
  const listed = pageOf(sorted.slice(0, maxResults), sent);
  const isCut = sorted.length > maxResults && !listed.body.has_more;
  const reason = { type: "incomplete", incomplete_reason: "query_result_limit_reached" };
  return { body: { ...listed.body, ...(isCut && { request_status: reason }) } };
}

function isWithinBound(page: NotionPage, bound: Bound): boolean {
  const { on_or_after: from, on_or_before: to } = bound[bound.timestamp] as Readonly<
    Record<string, string | undefined>
  >; // a bound names its timestamp
  const time = Date.parse(page[bound.timestamp]);
  return !(time < Date.parse(from ?? "")) && !(time > Date.parse(to ?? ""));
}

function pageOf(all: readonly object[], { start_cursor: cursor = "c0", page_size: size = 100 }: Query) {
  const start = Number(cursor.slice(1));
  const end = start + Math.min(100, Number(size));
  const has_more = end < all.length;
  return {
    body: {
      object: "list",
      results: all.slice(start, end),
      has_more,
      next_cursor: has_more ? `c${end}` : null,
    },
  };
}

const people = [
  { object: "user", id: "u1", type: "person", name: "Ada", person: { email: "ada@example.com" } },
  { object: "user", id: "u2", type: "person", name: "Grace", person: {} },
  { object: "user", id: "bot1", type: "bot", name: "Reports", bot: {} },
];

function failure(status: number, code: string, message: string): UpstreamAnswer {
  return { status, body: { object: "error", status, code, message } };
}

const notFound = failure(
  404,
  "object_not_found",
  "Could not find data source. Make sure it is shared with your integration.",
);

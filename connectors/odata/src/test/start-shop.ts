import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import { evaluateFilter } from "./evaluate-filter.js";
import { shopMetadata } from "./shop-metadata.js";

/** An entity of the shop. */
export type Entity = Readonly<Record<string, unknown>>;

/** Options of {@link startShop}. */
export interface ShopOptions {
  readonly customers?: number;
  readonly orders?: number;
  readonly pageSize?: number;
  /**
   * How a page announces the next one: by the key of its last row, by the number of rows, by a number of rows as a token,
   * plain or in a form that does not show it, or not at all.
   */
  readonly links?: "key" | "skip" | "token" | "opaque" | "none";
  /** Token that requests need. Default: none. */
  readonly token?: string;
  /** Whether the metadata is open although the rows need a token. Default: `false`. */
  readonly isMetadataOpen?: boolean;
  /** Called before a page is returned, with its number from 0. */
  readonly beforePage?: (page: number, rows: Map<string, Entity[]>) => void;
}

/** An OData service with a small shop. */
export interface Shop {
  readonly upstream: TestUpstream;
  /** Root of the service. */
  readonly url: string;
  /** Rows by set. */
  readonly rows: Map<string, Entity[]>;
}

const day = 86_400_000;

/**
 * Starts a service that filters, orders, expands and pages as OData specifies, from an implementation of its own.
 *
 * @param options - Its rows, and how it pages
 * @returns The service
 */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const { customers = 3, orders = 60, token, isMetadataOpen = false } = options;
  const rows = new Map<string, Entity[]>([
    ["Customers", Array.from({ length: customers }, (_, index) => customer(index + 1))],
    ["OrderList", Array.from({ length: orders }, (_, index) => orderOf(index + 1, customers))],
    ["Items", Array.from({ length: orders * 2 }, (_, index) => item((index >> 1) + 1, index % 2))],
  ]);
  let pages = 0;
  const upstream = await startUpstream((request) => {
    const path = decodeURIComponent(request.url.pathname).replace("/shop/", "");
    const isOpen = token === undefined || (isMetadataOpen && path === "$metadata");
    if (!isOpen && request.headers["authorization"] !== `Bearer ${token ?? ""}`)
      return { status: 401, body: { error: { code: "401", message: "Sign in" } } };
    if (path === "") return { body: { value: [...rows.keys()].map((name) => ({ name, url: name })) } };
    if (path === "$metadata") return { headers: { "content-type": "application/xml" }, body: shopMetadata };
    options.beforePage?.(pages, rows);
    pages += 1;
    return answerSet(request, { path, rows, options });
  });
  return { upstream, url: `${upstream.url}/shop`, rows };
}

function customer(id: number): Entity {
  return { Id: id, Name: `O'Neil & ${id}`, Extra: { nested: id } };
}

function orderOf(id: number, customers: number): Entity {
  const placed = new Date(Date.UTC(2026, 2, 1, 0, 30) + id * 5 * 3_600_000);
  return {
    Id: id,
    Total: id * 1.25,
    Big: 9_007_199_254_740_000 + id,
    State: id % 2 === 0 ? "Open" : "Sent",
    Marks: "A,B",
    Placed: placed.toISOString().replace("Z", "4567Z"),
    Day: new Date(Math.floor(placed.getTime() / day) * day).toISOString().slice(0, 10),
    Paid: id % 3 === 0,
    Tags: ["a", `t${id}`],
    Address: id === 2 ? null : { Street: `Street ${id}`, Country: { Code: "NO" } },
    CustomerId: (id % Math.max(1, customers)) + 1,
  };
}

function item(orderId: number, place: number): Entity {
  return { OrderId: orderId, Place: `p'${place}`, Secret: "s" };
}

interface SetRequest {
  readonly path: string;
  readonly rows: ReadonlyMap<string, Entity[]>;
  readonly options: ShopOptions;
}

function answerSet({ url, headers }: UpstreamRequest, { path, rows, options }: SetRequest): UpstreamAnswer {
  const related = /^OrderList\((\d+)\)\/Items$/.exec(path);
  const found =
    related === null
      ? rows.get(path)
      : rows.get("Items")?.filter((one) => one["OrderId"] === Number(related[1]));
  if (found === undefined) return { status: 404, body: { error: { code: "404", message: "No such set" } } };
  // A space must be written as %20: a service need not read + as a space.
  if (url.search.includes("+"))
    return { status: 400, body: { error: { code: "400", message: "Unexpected +" } } };
  const query = Object.fromEntries(url.searchParams);
  try {
    const filtered = found.filter((row) => matches(row, query["$filter"]));
    const ordered = query["$orderby"] === undefined ? filtered : orderBy(filtered, query["$orderby"]);
    const asked = /odata\.maxpagesize=(\d+)/.exec(String(headers["prefer"] ?? ""))?.[1];
    const size = Math.min(Number(asked ?? 1000), options.pageSize ?? 1000);
    const { start, next } = positionOf(ordered, { query, size, links: options.links ?? "key" });
    const page = ordered
      .slice(start, next ?? ordered.length)
      .map((row) => expand(row, { path, query, rows }));
    const link =
      next === undefined ? {} : nextLink(url, { next, rows: ordered, links: options.links ?? "key" });
    return { body: { "@odata.context": "$metadata", value: page, ...link } };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { status: 400, body: { error: { code: "400", message: error.message } } };
  }
}

function matches(row: Entity, filter: string | undefined): boolean {
  return filter === undefined || evaluateFilter(filter, row);
}

function orderBy(rows: readonly Entity[], order: string): Entity[] {
  const parts = order.split(",").map((part) => part.trim().split(" "));
  return rows.toSorted((a, b) => {
    for (const [name = "", direction] of parts) {
      const [x, y] = [a[name], b[name]] as [number, number];
      if (x !== y) return (x < y ? -1 : 1) * (direction === "desc" ? -1 : 1);
    }
    return 0;
  });
}

function positionOf(
  rows: readonly Entity[],
  {
    query,
    size,
    links,
  }: { readonly query: Readonly<Record<string, string>>; readonly size: number; readonly links: string },
): { readonly start: number; readonly next: number | undefined } {
  const token = query["$skiptoken"];
  const afterKey = (key: string) => rows.findIndex((row) => keyOf(row) > key);
  const isCounted = links === "token" || links === "opaque";
  const read = links === "opaque" && token !== undefined ? Buffer.from(token, "hex").toString() : token;
  const counted = Number(query["$skip"] ?? (isCounted ? read : undefined) ?? 0);
  const start = token === undefined || isCounted ? counted : afterKey(token);
  const from = start === -1 ? rows.length : start;
  if (links === "none") return { start: 0, next: undefined };
  return { start: from, next: from + size < rows.length ? from + size : undefined };
}

/** A text that sorts as the key does. */
function keyOf(row: Entity): string {
  const { Id: id, OrderId: orderId, Place: place } = row;
  return id === undefined
    ? `${String(Number(orderId)).padStart(6, "0")} ${JSON.stringify(place)}`
    : String(Number(id)).padStart(6, "0");
}

function nextLink(
  url: URL,
  { next, rows, links }: { readonly next: number; readonly rows: readonly Entity[]; readonly links: string },
): object {
  const target = new URL(url);
  if (links === "skip") target.searchParams.set("$skip", String(next));
  else target.searchParams.set("$skiptoken", tokenOf(rows, next, links));
  // A relative link, as the standard allows.
  return { "@odata.nextLink": `${target.pathname}${target.search.replaceAll("+", "%20")}` };
}

function tokenOf(rows: readonly Entity[], next: number, links: string): string {
  if (links === "token") return String(next);
  return links === "opaque" ? Buffer.from(String(next)).toString("hex") : keyOf(rows[next - 1] ?? {});
}

function expand(
  row: Entity,
  {
    path,
    query,
    rows,
  }: {
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    readonly rows: SetRequest["rows"];
  },
): Entity {
  const names = query["$expand"]?.split(",") ?? [];
  const selected = query["$select"]?.split(",");
  const { CustomerId: customerId, ...own } = row;
  const shown =
    selected === undefined
      ? own
      : Object.fromEntries(Object.entries(own).filter(([name]) => selected.includes(name)));
  if (path !== "OrderList") return shown;
  const items = rows.get("Items")?.filter((one) => one["OrderId"] === row["Id"]) ?? [];
  return {
    ...shown,
    ...(names.includes("Customer") && {
      Customer: rows.get("Customers")?.find((one) => one["Id"] === customerId) ?? null,
    }),
    // The service returns the first related entity, and a link to the others.
    ...(names.includes("Items") && {
      Items: items.slice(0, 1),
      "Items@odata.nextLink": `OrderList(${String(row["Id"])})/Items?$filter=Place%20gt%20'p''0'`,
    }),
  };
}

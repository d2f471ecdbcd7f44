import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Connector,
  cursorInBody,
  cursorInHeader,
  date,
  defineConnector,
  id,
  linkHeader,
  nextUrlInBody,
  number,
  offset,
  type Paging,
  pageNumber,
  text,
} from "@wellhead/sdk";

/** A row of the upstream: what it lists, or the instant of its deletion. */
export interface UpstreamRow {
  readonly note: string;
  readonly size: number;
  /** Milliseconds since 1970, by the clock of the upstream. */
  readonly changedAt: number;
  readonly isRemoved: boolean;
}

/** The ways in which an API says where its next page is. */
export const pagings: Readonly<Record<string, Paging>> = {
  "page-number": pageNumber({ total: "total" }),
  offset: offset({ total: "total" }),
  "cursor-in-body": cursorInBody({ cursor: "cursor", parameter: "after" }),
  "cursor-in-header": cursorInHeader({ header: "x-next", parameter: "after" }),
  "link-header": linkHeader(),
  "next-url-in-body": nextUrlInBody(),
};

/** Whether pages of a kind begin after a key. Others begin after a number of rows, which changes move. */
export function beginsAfterKey(paging: string): boolean {
  return paging !== "page-number" && paging !== "offset";
}

/** An API with a list that changes at any time. It shares nothing with Wellhead. */
export class ChangingUpstream {
  readonly rows = new Map<string, UpstreamRow>();
  /** Rows of a page. */
  perPage = 3;
  /** Called before each response; returns the number of bytes after which its connection is destroyed. */
  beforeResponse: () => number | undefined = () => undefined;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const cutAfter = this.beforeResponse();
      const { headers, body } = this.#list(new URL(request.url ?? "/", "http://upstream"));
      response.writeHead(200, {
        ...headers,
        "content-type": "application/json",
        "content-length": body.length,
      });
      if (cutAfter === undefined) response.end(body);
      else response.write(body.subarray(0, cutAfter % body.length), () => response.destroy());
    });
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    // A server on a TCP port has an address of this type.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #list({ pathname, searchParams }: URL): {
    readonly headers: Record<string, string>;
    readonly body: Buffer;
  } {
    const since = Date.parse(searchParams.get("since") ?? "1970-01-01T00:00:00Z");
    const listsRemoved = pathname === "/deleted";
    const all = [...this.rows]
      .filter(([, row]) => row.isRemoved === listsRemoved && row.changedAt >= since)
      .map(([key, { note, size, changedAt }]) => ({
        key,
        note,
        size,
        updated: new Date(changedAt).toISOString(),
      }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const after = searchParams.get("after");
    const page = Number(searchParams.get("page") ?? 1);
    const start = Number(searchParams.get("offset") ?? (page - 1) * this.perPage);
    const rest = after === null ? all.slice(start) : all.filter(({ key }) => key > after);
    const items = rest.slice(0, this.perPage);
    const next = rest.length > items.length ? (items.at(-1)?.key ?? "") : undefined;
    const query = new URLSearchParams({ ...Object.fromEntries(searchParams), after: next ?? "" });
    const address = next === undefined ? null : `${pathname}?${query}`;
    return {
      headers: next === undefined ? {} : { "x-next": next, link: `<${address}>; rel="next"` },
      body: Buffer.from(JSON.stringify({ items, total: all.length, cursor: next ?? null, next: address })),
    };
  }
}

/** Minutes that the connector looks back. */
export const servedLookbackMinutes = 10;

/**
 * Defines a connector that lists the rows of the upstream in each kind of pages: with changes, and without.
 *
 * @param baseUrl - Address of the upstream
 * @returns The connector, with the sources `<kind>` and `<kind>-full`
 */
export function servedConnector(baseUrl: string): Connector {
  interface Item {
    readonly key: string;
    readonly note: string;
    readonly size: number;
    readonly updated: string;
  }
  const fields = { key: id(), note: text({ subType: "title" }), size: number(), updated: date() };
  return defineConnector({
    id: "lists",
    name: "Lists",
    version: "1.0.0",
    description: "A list that changes",
    http: { baseUrl },
    sources: (source) =>
      Object.fromEntries(
        Object.entries(pagings).flatMap(([name, paging]) => [
          [
            name,
            source({
              name,
              fields,
              changes: { by: "updated", lookback: `${servedLookbackMinutes} min` },
              rows: ({ http, since }) =>
                http.pages<Item>("rows", { items: "items", paging, query: { since } }),
              deleted: ({ http, since }) =>
                http.pages<{ key: string }>("deleted", { items: "items", paging, query: { since } }),
            }),
          ],
          [
            `${name}-full`,
            source({
              name: `${name} in full`,
              fields,
              rows: ({ http }) => http.pages<Item>("rows", { items: "items", paging }),
            }),
          ],
        ]),
      ),
  });
}

import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** An entity of a {@link SynchronizerConnector}: its row, and when it became what it is by the source's clock. */
export interface SynchronizedEntity {
  /** Members of the row, without its key. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Whether it is deleted. */
  readonly isRemoved: boolean;
}

/** A type of entities. Its entities may change at any time. */
export interface SynchronizedSource {
  /** Fields as POST schema returns them, without `id`. */
  fields: Readonly<Record<string, unknown>>;
  readonly entities: Map<string, SynchronizedEntity>;
}

/** How the connector differs from others. Everything may change between requests. */
export interface SynchronizerOddities {
  /** Rows of a page; 3 when omitted. */
  pageSize?: number;
  /** Whether the version is text. */
  hasTextVersion?: boolean;
  /** Where it writes and reads the next position: `nextPageConfig` when omitted. */
  position?: "config" | "flat" | "beside";
  /** By which the next page is found: the key when omitted. */
  paging?: "key" | "offset";
  /** Whether it responds with `delta` and tombstones to a request for changes. */
  hasChanges?: boolean;
  /** How far it looks back before `lastSynchronizedAt`, in milliseconds; 0 when omitted. */
  lookbackMs?: number;
  /** Whether an empty page comes before the last one. */
  hasEmptyPage?: boolean;
  /** Whether `synchronizationType` is left out. */
  isSilent?: boolean;
  /** Whether `operationId` is required, and echoed. */
  needsOperation?: boolean;
  /** Whether `__syncAction` is written into every row. */
  writesActions?: boolean;
}

/** A response in place of the right one. */
export interface SpoiltResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the body. */
  readonly body?: string;
  /** Bytes after which the connection is destroyed. */
  readonly cutAfter?: number;
}

/** Where a page begins. */
interface Position {
  readonly after?: string | undefined;
  readonly skip: number;
  readonly version: number;
  readonly empty?: boolean;
}

interface PlainResponse {
  readonly status: number;
  readonly body: string;
}

/** A connector of the synchronizer generation in plain Node, which shares nothing with Wellhead. */
export class SynchronizerConnector {
  readonly sources = new Map<string, SynchronizedSource>();
  readonly oddities: SynchronizerOddities;
  /** Bodies of the requests so far. */
  readonly requests: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  /** Returns what replaces the response to a request; `undefined` leaves it as it is. */
  spoil: (path: string, body: Record<string, unknown>) => SpoiltResponse | undefined = () => undefined;
  version = 1;
  #server: http.Server | undefined;

  /** @param oddities - How it differs from others */
  constructor(oddities: SynchronizerOddities = {}) {
    this.oddities = oddities;
  }

  /** Adds a type whose fields, besides `id` and `name`, are the given ones. */
  addType(id: string, fields: Readonly<Record<string, unknown>> = {}): SynchronizedSource {
    const source: SynchronizedSource = {
      fields: { name: { name: "Name", type: "text" }, ...fields },
      entities: new Map(),
    };
    this.sources.set(id, source);
    return source;
  }

  /** Answers a request without a socket. */
  answer(
    method: string,
    path: string,
    body: Record<string, unknown>,
  ): Required<Omit<SpoiltResponse, "cutAfter">> & SpoiltResponse {
    this.requests.push({ path, body });
    const spoilt = this.spoil(path, body);
    const right =
      spoilt?.body === undefined ? this.#respond(method, path, body) : { status: 200, body: spoilt.body };
    const headers = { "content-type": "application/json", ...spoilt?.headers };
    return { ...right, ...spoilt, headers };
  }

  /** A `fetch` that answers in this process. */
  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    await Promise.resolve();
    init.signal?.throwIfAborted();
    const sent: unknown = typeof init.body === "string" ? JSON.parse(init.body) : {};
    // The client sends objects only.
    const answer = this.answer(
      init.method ?? "GET",
      new URL(String(input)).pathname,
      sent as Record<string, unknown>,
    );
    if (answer.cutAfter !== undefined) throw new TypeError("fetch failed: the connection was cut");
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };

  /** Listens on a free port of this machine and returns the address. */
  async listen(): Promise<string> {
    const server = http.createServer((request, response) => {
      void (async () => {
        let text = "";
        for await (const chunk of request) text += String(chunk);
        // Clients send objects only.
        const sent = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
        const answer = this.answer(request.method ?? "", (request.url ?? "").split("?")[0] ?? "", sent);
        const body = Buffer.from(answer.body);
        response.writeHead(answer.status, { ...answer.headers, "content-length": body.length });
        if (answer.cutAfter === undefined) response.end(body);
        else response.write(body.subarray(0, answer.cutAfter), () => response.destroy());
      })();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    this.#server = server;
    // A server on a TCP port has an address of this type.
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Stops listening. */
  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  #respond(method: string, path: string, body: Record<string, unknown>): PlainResponse {
    if (method === "GET" && path === "/") return ok(this.#describe());
    if (path === "/validate") return ok({ name: "Someone" });
    const endpoint = path.replace("/api/v1/synchronizer/", "");
    if (endpoint === "config") {
      const types = [...this.sources.keys()].map((id) => ({ id, name: id.toUpperCase() }));
      const version = this.oddities.hasTextVersion === true ? String(this.version) : this.version;
      return ok({ types, filters: [{ id: "team", title: "Team", type: "text", optional: true }], version });
    }
    if (endpoint === "schema") {
      const all = [...this.sources].map(([id, { fields }]) => [
        id,
        { id: { name: "Id", type: "id" }, ...fields },
      ]);
      return ok(Object.fromEntries(all));
    }
    if (endpoint === "data") return this.#page(body);
    return { status: 404, body: JSON.stringify({ message: "Not Found" }) };
  }

  #describe() {
    return {
      id: "plain",
      name: "Plain",
      version: "1",
      description: "Written by hand",
      authentication: [{ id: "none", name: "Nothing", description: "" }],
      sources: [],
      responsibleFor: { dataSynchronization: true },
    };
  }

  #page(body: Record<string, unknown>): PlainResponse {
    const { pageSize = 3, needsOperation, paging } = this.oddities;
    const source = this.sources.get(String(body["requestedType"]));
    if (source === undefined) return refuse(`Unknown type ${String(body["requestedType"])}`);
    if (needsOperation === true && typeof body["operationId"] !== "string") return refuse("No operationId");
    // The client sends back what it got.
    const position = (body["pagination"] ?? { skip: 0, version: this.version }) as Position;
    if (position.version !== this.version) return refuse("Start again");
    const { after, skip } = position;
    const { rows, isDelta } = this.#rowsOf(source, body["lastSynchronizedAt"]);
    const rest =
      paging === "offset" ? rows.slice(skip) : rows.filter(({ id }) => after === undefined || id > after);
    const isEmptyPage =
      this.oddities.hasEmptyPage === true && position.empty !== true && rest.length <= pageSize;
    const items = isEmptyPage ? [] : rest.slice(0, pageSize);
    const next = {
      after: items.at(-1)?.id ?? after,
      skip: skip + items.length,
      version: this.version,
      ...(isEmptyPage && { empty: true }),
      ...(needsOperation === true && { operationId: body["operationId"] }),
    };
    return this.#writePage(items, {
      isDelta,
      next: isEmptyPage || rest.length > pageSize ? next : undefined,
    });
  }

  #writePage(
    items: readonly unknown[],
    { isDelta, next }: { readonly isDelta: boolean; readonly next: Position | undefined },
  ): PlainResponse {
    const { position, isSilent } = this.oddities;
    const hasNext = next !== undefined;
    const pagination = position === "flat" ? { hasNext, ...next } : { hasNext, nextPageConfig: next ?? null };
    return ok({
      items,
      ...(position === "beside" ? pagination : { pagination }),
      ...(isSilent !== true && { synchronizationType: isDelta ? "delta" : "full" }),
    });
  }

  /** Rows in the order of their keys: all, or what changed since. */
  #rowsOf({ entities }: SynchronizedSource, since: unknown): { rows: { id: string }[]; isDelta: boolean } {
    const { hasChanges = false, lookbackMs = 0, writesActions = false } = this.oddities;
    const isDelta = hasChanges && typeof since === "string";
    const from = isDelta ? Date.parse(since) - lookbackMs : Number.NEGATIVE_INFINITY;
    const rows = [...entities]
      .filter(([, { changedAt, isRemoved }]) => changedAt >= from && (isDelta || !isRemoved))
      .map(([id, { row, isRemoved }]) =>
        isRemoved
          ? { id, __syncAction: "REMOVE" }
          : { id, ...row, ...(writesActions && { __syncAction: "SET" }) },
      );
    return { rows: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)), isDelta };
  }
}

/** Writes JSON. Text that begins with `digits:` becomes a number with these digits, which JSON.stringify cannot write. */
function ok(value: unknown): PlainResponse {
  return { status: 200, body: JSON.stringify(value).replaceAll(/"digits:([^"]*)"/g, "$1") };
}

function refuse(message: string): PlainResponse {
  return { status: 400, body: JSON.stringify({ message, tryLater: false }) };
}

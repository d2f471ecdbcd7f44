import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { checkSite, isOwnPage, relayHeader } from "../callers/request-site.js";
import { needsLink, type StartProof } from "../callers/start-proof.js";
import { readActivityPage } from "../host/activity/activity-page.js";
import { type Activity, type Readiness } from "../host/activity/service-activity.js";
import { type ActivityOrder, activityOrders } from "../host/process-activity.js";
import { headersTooLarge, keepHeaderLines } from "../wire/header-lines.js";
import { type ListenOptions, toUrl } from "./app.js";

/** Options of {@link AdminServer}. */
export interface AdminServerOptions {
  /** Returns whether the service is ready for requests, and what does not work. */
  readonly readiness: () => Promise<Readiness>;
  /** Returns the media type and the text of the metrics. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
  /** Proves that a request for what the service does comes from its operator. */
  readonly proof: StartProof;
  /** Returns what the service does, its requests ordered as asked. */
  readonly activity: (order: ActivityOrder) => Promise<Activity>;
}

/** Maximum length of a key that a page sends. */
const maxKeyLength = 200;

/** The response to a request that failed, such as when no file can be opened. */
const failure: Page = { status: 500, body: "Could not answer the request: an error occurred\n" };

const noHosts: ReadonlySet<string> = new Set();

/** Returns the refusal for a request of a console's relay or of a web page, because the port is for operators only. */
function refusalOf(request: IncomingMessage): Page | undefined {
  const tooLarge = headersTooLarge(request);
  if (tooLarge !== undefined) return { status: 431, body: `${tooLarge.message}\n` };
  if (request.headers[relayHeader] !== undefined)
    return { status: 403, body: "Not available through a relay\n" };
  try {
    checkSite(request, noHosts);
    return undefined;
  } catch (error) {
    return { status: 403, body: `${error instanceof Error ? error.message : "Refused"}\n` };
  }
}

/** A response with a text body. */
interface Page {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  /** Further headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The server of the admin port. `/live` returns 200 while the event loop runs, `/ready` returns 200 while the service
 * accepts requests, `/metrics` returns metrics for Prometheus, and `/activity` what the service does at this moment,
 * which the page `/top` shows. The upstreams of connectors never influence `/live` or `/ready`.
 */
export class AdminServer {
  readonly #server: Server;
  readonly #options: AdminServerOptions;

  /** The proof that `/activity` requires, whose links lead to `/top`. */
  get proof(): StartProof {
    return this.#options.proof;
  }

  /** @param options - Sources of the readiness and the metrics */
  constructor(options: AdminServerOptions) {
    this.#options = options;
    this.#server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
      void this.#answer(request, response);
    });
    keepHeaderLines(this.#server);
  }

  /**
   * @param options - The address to listen at
   * @returns The URL it listens at
   */
  async listen({ host = "127.0.0.1", port }: ListenOptions): Promise<string> {
    this.#server.listen(port, host);
    await once(this.#server, "listening");
    return toUrl(this.#server.address());
  }

  /** @returns A promise that resolves once the server is closed */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusalOf(request);
    if (refused !== undefined) response.setHeader(relayHeader, "refused");
    const {
      status,
      body,
      contentType = "text/plain; charset=utf-8",
      headers,
    } = refused ?? (await this.#page(request).catch(() => failure));
    if (status === 405) response.setHeader("allow", "GET, HEAD");
    response.writeHead(status, { ...headers, "content-type": contentType, "cache-control": "no-store" });
    response.end(request.method === "HEAD" ? undefined : body);
  }

  async #page(request: IncomingMessage): Promise<Page> {
    const { method, url = "/" } = request;
    const [path, query] = url.split("?", 2);
    if (path === "/session" && method === "POST") return this.#prove(request);
    if (method !== "GET" && method !== "HEAD") return { status: 405, body: "GET and HEAD only\n" };
    if (path === "/live") return { status: 200, body: "live\n" };
    if (path === "/ready") {
      const { ready, reason } = await this.#options.readiness();
      if (!ready) return { status: 503, body: `${reason}\n` };
      return { status: 200, body: reason === undefined ? "ready\n" : `ready, but ${reason}\n` };
    }
    if (path === "/metrics") return { status: 200, ...(await this.#options.metrics()) };
    if (path === "/activity") {
      const isRepeated = (request.headersDistinct["authorization"]?.length ?? 0) > 1;
      if (isRepeated || !this.#options.proof.isProven(request) || !isOwnPage(request))
        return {
          status: 401,
          headers: { "www-authenticate": "Bearer" },
          body: `Expected the bearer token of the admin port. Set WELLHEAD_ADMIN_TOKEN, or: ${needsLink}\n`,
        };
      return this.#activity(new URLSearchParams(query).get("sort") ?? "age");
    }
    if (path === "/top") {
      const page = await readActivityPage();
      return { status: 200, ...page, contentType: "text/html; charset=utf-8" };
    }
    return { status: 404, body: "Expected /live, /ready, /metrics, /activity or /top\n" };
  }

  /** Exchanges the key of a link. */
  async #prove(request: IncomingMessage): Promise<Page> {
    const refusedPage = {
      status: 403,
      body: `Could not open the page: its link has been used. ${needsLink}\n`,
    };
    if (!isOwnPage(request)) return refusedPage;
    let key = "";
    for await (const part of request.setEncoding("utf8")) {
      key += String(part);
      if (key.length > maxKeyLength) return refusedPage;
    }
    const browser = this.#options.proof.exchange(key, request);
    if (browser === undefined) return refusedPage;
    return { status: 200, headers: { "set-cookie": browser.cookie }, body: browser.token };
  }

  async #activity(sort: string): Promise<Page> {
    const order = activityOrders.find((known) => known === sort);
    if (order === undefined)
      return { status: 400, body: `Expected sort to be ${activityOrders.join(", ")}\n` };
    const body = `${JSON.stringify(await this.#options.activity(order))}\n`;
    return { status: 200, body, contentType: "application/json; charset=utf-8" };
  }
}

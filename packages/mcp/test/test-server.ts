import type { ServerResponse } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Connector } from "@wellhead/client";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import type { AccountStore } from "../src/connectors/mcp-connector.js";
import { type HttpListener, type HttpServer, serveOverHttp } from "../src/transport/serve-over-http.js";
import type { McpOptions } from "../src/workspace/workspace.js";

/** What a foreign connector answers. */
export interface ForeignAnswers {
  /** Columns of each source: type by id. */
  readonly sources: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Filters of every source, as GET / lists them. Default: none. */
  readonly filter?: readonly object[];
  /** Ways to connect an account. Default: one without fields. */
  readonly authentication?: readonly object[];
  /** Handlers of POST by path without the query, such as `/validate`. */
  readonly post?: Readonly<Record<string, (response: ServerResponse, body: Record<string, unknown>) => void>>;
}

/** The two eras of the protocol. */
export type Era = "legacy" | "auto";

/** What a tool returned. */
export interface Answer {
  readonly isError: boolean;
  /** The text copy. */
  readonly text: string;
  /** The structured copy; empty for an error. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Addresses of linked resources. */
  readonly links: readonly string[];
}

/** Settings of a test. */
export interface TestServerOptions extends Partial<Omit<McpOptions & HttpListener, "connectors">> {
  readonly accounts?: Readonly<Record<string, AccountStore>>;
  readonly secrets?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Time that the tests wait for an answer, in milliseconds: a slow machine must not turn it into a handle or an error. */
const waitMs = 100_000;

/** A server with foreign connectors, and official clients of it. */
export class TestServer {
  readonly connectors: Readonly<Record<string, ForeignConnector>>;
  /** Every message that the server sent, as received. */
  readonly wire: string[] = [];
  readonly server: HttpServer;
  readonly #clients: Client[] = [];

  constructor(connectors: Readonly<Record<string, ForeignConnector>>, server: HttpServer) {
    this.connectors = connectors;
    this.server = server;
  }

  /** Starts connectors and a server. */
  static async start(
    answers: Readonly<Record<string, ForeignAnswers>>,
    { accounts = {}, secrets = [], headers = {}, limits, ...options }: TestServerOptions = {},
  ): Promise<TestServer> {
    const started = await Promise.all(
      Object.entries(answers).map(async ([name, answer]) => [name, await startConnector(answer)] as const),
    );
    const server = await serveOverHttp({
      version: "1.2.3",
      ...options,
      limits: { waitMs, ...limits },
      connectors: started.map(([name, { url }]) => ({
        name,
        secrets,
        connect: (observe) => new Connector(url, { observe, headers }),
        ...(accounts[name] && { account: accounts[name] }),
      })),
    });
    return new TestServer(Object.fromEntries(started), server);
  }

  /** Connects an official client. Its messages are recorded unless it reads them as they arrive. */
  async connect(
    era: Era = "auto",
    headers: Readonly<Record<string, string>> = {},
    reading: "recorded" | "streaming" = "recorded",
  ): Promise<Client> {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
    const transport = new StreamableHTTPClientTransport(this.server.url, {
      requestInit: { headers: { authorization: `Bearer ${this.server.token}`, ...headers } },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        // What is recorded arrives at once, at its end.
        if (reading === "streaming") return response;
        const text = await response.text();
        this.wire.push(text);
        const body = response.status === 202 || response.status === 204 ? null : text;
        return new Response(body, { status: response.status, headers: response.headers });
      },
    });
    await client.connect(transport);
    this.#clients.push(client);
    return client;
  }

  /** Stops everything. */
  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.server.close();
    await Promise.all(Object.values(this.connectors).map((connector) => connector.close()));
  }
}

/** Arguments of a tool, and what cancels the call. */
export type CallArguments = Readonly<Record<string, unknown>> & { readonly signal?: AbortSignal };

/** Calls a tool. */
export async function call(
  client: Client,
  name: string,
  { signal, ...args }: CallArguments = {},
): Promise<Answer> {
  const {
    content,
    structuredContent,
    isError = false,
  } = await client.callTool({ name, arguments: args }, { timeout: 2 * waitMs, ...(signal && { signal }) });
  return {
    isError,
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    // The structured content of every tool of this server is an object.
    data: (structuredContent ?? {}) as Answer["data"],
    links: content.flatMap((part) => (part.type === "resource_link" ? [part.uri] : [])),
  };
}

/** Sends rows as one JSON object per line. */
export function sendLines(response: ServerResponse, lines: readonly string[]): void {
  response.setHeader("content-type", "application/x-ndjson").end(lines.map((line) => `${line}\n`).join(""));
}

function startConnector({
  sources,
  filter = [],
  authentication,
  post,
}: ForeignAnswers): Promise<ForeignConnector> {
  return startForeignConnector({
    ...(post && { post }),
    application: {
      ...(authentication && { authentication }),
      sources: Object.entries(sources).map(([id, columns]) => ({
        id,
        name: `The ${id}`,
        description: "",
        filter,
        fields: Object.fromEntries(
          Object.entries(columns).map(([column, type], order) => [
            column,
            { id: column, name: column, type, order },
          ]),
        ),
      })),
    },
  });
}

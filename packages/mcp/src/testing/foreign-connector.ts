import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Handles a POST request; `body` is its JSON. */
export type Handler = (response: ServerResponse, body: Record<string, unknown>) => void;

/** What a foreign connector answers. */
export interface ForeignAnswers {
  /** Columns of each source: type by id. */
  readonly sources: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Filters of every source, as GET / lists them; none when omitted. */
  readonly filter?: readonly object[];
  /** Ways to connect an account; one without fields when omitted. */
  readonly authentication?: readonly object[];
  /** Handlers by path without the query, such as `/validate`. */
  readonly post?: Readonly<Record<string, Handler>>;
}

/** A connector in plain `node:http`, as one in another language would be. */
export interface ForeignConnector {
  readonly url: string;
  /** Bodies of the requests so far, with their paths. */
  readonly requests: { readonly path: string; readonly body: Record<string, unknown> }[];
  readonly close: () => Promise<void>;
}

/** Starts a foreign connector on a free port. */
export async function startForeignConnector(answers: ForeignAnswers): Promise<ForeignConnector> {
  const requests: ForeignConnector["requests"] = [];
  const server = http.createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      response.end(JSON.stringify(describe(answers)));
      return;
    }
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const path = (request.url ?? "").replace(/\?.*/, "");
    // The client sends only objects.
    const body = JSON.parse(text) as Record<string, unknown>;
    requests.push({ path, body });
    const handler = answers.post?.[path];
    if (handler === undefined) response.writeHead(404).end("{}");
    else handler(response, body);
  }
  await once(server.listen(0, "127.0.0.1"), "listening");
  // `address()` returns an object of this type for a server on a TCP port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends rows as one JSON object per line. */
export function sendLines(response: ServerResponse, lines: readonly string[]): void {
  response.setHeader("content-type", "application/x-ndjson").end(lines.map((line) => `${line}\n`).join(""));
}

function describe({ sources, filter = [], authentication }: ForeignAnswers) {
  return {
    id: "foreign",
    name: "Foreign",
    version: "1",
    description: "Speaks the contract",
    authentication: authentication ?? [{ id: "none", name: "None", description: "" }],
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
  };
}

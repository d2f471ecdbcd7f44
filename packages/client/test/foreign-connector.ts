import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as the connector sees it. */
export interface Seen {
  readonly line: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers a request. */
export type Answer = (seen: Seen, response: ServerResponse) => void;

/** A connector that shares nothing with Wellhead. */
export interface ForeignConnector {
  readonly url: string;
  /** Requests so far. */
  readonly seen: readonly Seen[];
  readonly close: () => Promise<void>;
}

/** Starts a connector that answers each "METHOD /path" with JSON, or as a function says; it ends with the test. */
export async function startForeignConnector(
  answers: Readonly<Record<string, unknown>>,
): Promise<ForeignConnector> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const one: Seen = { line: `${request.method} ${request.url}`, body: text === "" ? {} : JSON.parse(text) };
    seen.push(one);
    const found = answers[`${request.method} ${new URL(request.url ?? "", "http://x").pathname}`];
    if (isAnswer(found)) found(one, response);
    else if (found === undefined) response.writeHead(404).end();
    else response.setHeader("content-type", "application/json").end(JSON.stringify(found));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  onTestFinished(close);
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, close };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "function";
}

/** Answers with a body of some type. */
export function answerWith(body: string | Uint8Array, contentType: string): Answer {
  return (_seen, response) => {
    response.setHeader("content-type", contentType).end(body);
  };
}

/** GET / in the spelling of the oldest generation. */
export const description = {
  id: "tracker",
  name: "Tracker",
  version: "1",
  description: "",
  authentication: [{ id: "key", name: "Key", fields: [{ id: "key", name: "Key", type: "text" }] }],
  sources: [
    {
      id: "issues",
      name: "Issues",
      filter: [
        { id: "day", title: "Day", type: "date", datalist: true, optional: true },
        { id: "state", name: "State", type: "list", options: ["open", "closed"], required: false },
        { id: "owner", name: "Owner", type: "text" },
      ],
      fields: { n: { name: "N", type: "number", order: 2 }, t: { name: "T", type: "text", order: 1 } },
    },
  ],
};

import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A connector written without any Wellhead code, as one in another language would be. */
export interface ForeignConnector {
  readonly url: string;
  /** Bodies of the requests so far, by path. */
  readonly bodies: Map<string, Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

/** Responses of a foreign connector. */
export interface ForeignAnswers {
  /** Members of the response to GET / in addition to the usual ones. */
  readonly application?: Readonly<Record<string, unknown>>;
  /** Other paths that exist; each refuses every POST. */
  readonly refusing?: readonly string[];
  /** Handles POST /; `text` is the body as received. */
  readonly rows?: (response: ServerResponse, body: Record<string, unknown>, text: string) => void;
  /** Handles POST /validate. */
  readonly validate?: (response: ServerResponse, body: Record<string, unknown>) => void;
  /** Handles POST to any path, by path without the query. */
  readonly post?: Readonly<Record<string, (response: ServerResponse, body: Record<string, unknown>) => void>>;
}

const usual = {
  id: "foreign",
  name: "Foreign",
  version: "3",
  description: "Speaks the contract",
  authentication: [{ id: "none", name: "Nothing", description: "" }],
  sources: [
    {
      id: "things",
      name: "Things",
      description: "",
      filter: [
        { id: "kind", title: "Kind", type: "multidropdown", optional: true, datalist: true },
        { id: "when", title: "When", type: "date", optional: true, datalist: true },
        { id: "zip", title: "Zip", type: "text", optional: true },
        { id: "least", title: "Least", type: "number", optional: true },
      ],
      fields: { id: { id: "id", type: "id", order: 0 }, size: { id: "size", type: "number", order: 1 } },
    },
  ],
};

/** Starts a foreign connector on a free port. */
export async function startForeignConnector(answers: ForeignAnswers): Promise<ForeignConnector> {
  const bodies: ForeignConnector["bodies"] = new Map();
  const server = http.createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      if (request.url !== "/") response.statusCode = 404;
      response.end(JSON.stringify({ ...usual, ...answers.application }));
      return;
    }
    let text = "";
    for await (const chunk of request) text += String(chunk);
    // The command sends only objects.
    const body = JSON.parse(text) as Record<string, unknown>;
    const path = request.url ?? "/";
    bodies.set(path, [...(bodies.get(path) ?? []), body]);
    const handler = answers.post?.[path.replace(/\?.*/, "")];
    if (handler) handler(response, body);
    else if (path === "/validate" && answers.validate) answers.validate(response, body);
    else if (path === "/" && answers.rows) answers.rows(response, body, text);
    else if (answers.refusing?.includes(path.replace(/\?.*/, ""))) response.writeHead(400).end("{}");
    else response.writeHead(404).end("{}");
  }
  await once(server.listen(0, "127.0.0.1"), "listening");
  // `address()` returns an object of this type for a server on a TCP port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

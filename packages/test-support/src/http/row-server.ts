import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Connector, type RowReading } from "@wellhead/client";

/** A connector in plain `node:http` that returns what a test specifies. */
export class RowServer {
  readonly #server: http.Server;
  #answer: (response: ServerResponse) => void = (response) => response.end("[]");
  #fields: Readonly<Record<string, unknown>> = {};

  constructor() {
    // A process that was busy for seconds would send its next request on a connection that is being closed.
    this.#server = http.createServer({ keepAliveTimeout: 0 }, (request, response) => {
      if (request.method !== "GET") {
        this.#answer(response);
        return;
      }
      const source = { id: "rows", name: "Rows", description: "", filter: [], fields: this.#fields };
      const authentication = [{ id: "none", name: "None", description: "" }];
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: "rows",
          name: "Rows",
          version: "1",
          description: "",
          authentication,
          sources: [source],
        }),
      );
    });
  }

  /** Starts the server on a free port. */
  async start(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
  }

  /** Stops the server. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  /**
   * Requests rows from the server.
   *
   * @param body - Lines of JSON, or a function that sends the response
   * @param fields - Columns that the source declares
   * @param send - Sends the requests. Default: `fetch`
   */
  read(
    body: string | ((response: ServerResponse) => void),
    fields: Readonly<Record<string, unknown>> = {},
    send: typeof fetch = fetch,
  ): Promise<RowReading> {
    this.#fields = fields;
    this.#answer =
      typeof body === "string"
        ? (response) => response.setHeader("content-type", "application/x-ndjson").end(body)
        : body;
    // A server on a TCP port has an address of this type.
    const { port } = this.#server.address() as AddressInfo;
    return new Connector(`http://127.0.0.1:${port}`, { fetch: send }).rows({ source: "rows" });
  }
}

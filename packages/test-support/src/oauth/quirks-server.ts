import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A response of the token endpoint, sent unchanged. */
export interface QuirkyReply {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string to send as it is, or a value to send as JSON. */
  readonly body: unknown;
}

/** A token request as the server received it. */
export interface SeenRequest {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly text: string;
}

/** A server with a token endpoint that returns what a test sets, and a `/me` that accepts every caller. */
export class QuirksServer {
  reply: QuirkyReply = { body: {} };
  readonly seen: SeenRequest[] = [];
  readonly #server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const chunk of request) text += String(chunk);
      if (request.url === "/me") {
        response.writeHead(200, { "content-type": "application/json" }).end('{"name":"Ada"}');
        return;
      }
      this.seen.push({ headers: request.headers, url: request.url ?? "", text });
      const { status = 200, type = "application/json", headers = {}, body } = this.reply;
      response.writeHead(status, { "content-type": type, ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    })();
  });

  /** @returns The address, once the server is listening on a free port */
  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    // A TCP server that listens has an address of this form.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Stops the server. */
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { type Http, linkHeader, nextUrlInBody, type Page, type Paging } from "@wellhead/sdk";
import { Agent } from "undici";
import { openHttp } from "../client/open-http.js";
import type { Egress, EgressOptions } from "../egress/egress.js";
import { guardedConnector } from "../egress/guarded-connector.js";
import { type HttpEnvironment, makeHttpEnvironment } from "../http/http-environment.js";
import { callProvider } from "../oauth/call-provider.js";

/** A way in which an address from outside reaches our client. */
export interface EgressCarrier {
  readonly name: string;
  /** Whether it may lead to another origin at all. */
  readonly leaves: boolean;
  /** Passes the address to the client, and runs the client. */
  carry(address: string): Promise<unknown>;
}

/** The carriers, and the upstream that some of them need. */
export interface EgressCarriers {
  readonly carriers: readonly EgressCarrier[];
  close(): Promise<void>;
}

/**
 * Returns the ways in which an upstream or a provider sends our client an address: redirects, next pages in the body
 * and in the `Link` header, and the addresses of OAuth endpoints. For tests.
 *
 * @param makeEgress - Creates the guard, with further addresses allowed
 * @returns The carriers
 */
export async function openEgressCarriers(
  makeEgress: (options: Pick<EgressOptions, "allow">) => Egress,
): Promise<EgressCarriers> {
  let location = "";
  const home = await startRedirector(() => location);
  const url = `http://127.0.0.1:${home.port}`;
  const egress = makeEgress({ allow: `127.0.0.1/32:${home.port}` });
  const dispatcher = new Agent({ connect: guardedConnector(egress) });
  const environment = makeHttpEnvironment(egress, {
    dispatcher: () => dispatcher,
    wait: () => Promise.resolve(),
  });
  const open = () => openClient(url, environment);
  const follow = async (paging: Paging, page: Partial<Page>) => {
    const step = paging.after({ ...pageAt(url), ...page });
    if ("next" in step) await open().get(step.next.path).bytes();
    else throw new TypeError(`Could not follow a next page: ${step.end}`);
  };
  return {
    carriers: [
      {
        name: "Location",
        leaves: true,
        carry: (address) => {
          location = address;
          return open().get("a").bytes();
        },
      },
      {
        name: "next page in the body",
        leaves: false,
        carry: (next) => follow(nextUrlInBody(), { body: { next } }),
      },
      {
        name: "Link header",
        leaves: false,
        carry: (address) => follow(linkHeader(), { headers: { link: `<${address}>; rel="next"` } }),
      },
      {
        name: "OAuth endpoint",
        leaves: true,
        carry: (address) =>
          callProvider({
            egress,
            url: new URL(address),
            headers: {},
            action: "get a token from it",
            timeout: 5000,
          }),
      },
    ],
    close: async () => {
      await dispatcher.destroy();
      home.server.close();
    },
  };
}

/** Starts an upstream that redirects every request, with characters in the location that a server of Node refuses. */
async function startRedirector(location: () => string): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () =>
      socket.write(`HTTP/1.1 302 Found\r\ncontent-length: 0\r\nlocation: ${location()}\r\n\r\n`),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" && address !== null ? address.port : 0 };
}

function openClient(baseUrl: string, environment: HttpEnvironment): Http {
  return openHttp({
    connector: "carriers",
    definition: { baseUrl, redirects: 3 },
    context: {
      account: { kind: "none" },
      signal: new AbortController().signal,
      log: { info: () => undefined, warn: () => undefined },
      requestId: "carriers",
      caller: "carriers",
    },
    interactive: true,
    environment,
  });
}

function pageAt(base: string): Page {
  const url = new URL("/list", base);
  const sizes = { length: 1, count: 1, seen: 1 };
  return { request: { path: "list", query: {} }, url, headers: {}, body: {}, index: 0, ...sizes };
}

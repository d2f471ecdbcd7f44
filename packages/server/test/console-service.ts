import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, request as requestHttp, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConnector } from "@wellhead/sdk";
import { StartProof } from "../src/callers/start-proof.js";
import type { ConsoleReach } from "../src/console/console-data.js";
import { consoleRoutes } from "../src/console/console-routes.js";
import type { App } from "../src/fastify/app.js";
import { createApp } from "../src/fastify/create-app.js";

/** A connector with a row. */
export const moons = defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  sources: (source) => ({
    moons: source({
      name: "Moons",
      rows: () => [{ name: "Io" }],
    }),
  }),
});

/** What a page sends to prove which page it is. */
export type PageHeaders = Readonly<Record<string, string>>;

/** A service with a console, one connector of its own and one at another address, which gets credentials. */
export class ConsoleService {
  /** Folder of the page. */
  readonly folder: string;
  readonly app: App;
  readonly proof = new StartProof({ path: "/console" });
  /** What the data side of the console was asked, and how it reaches connectors. */
  readonly asked: string[] = [];
  readonly reaches: ConsoleReach[] = [];
  url = "";
  adminUrl = "";
  /** Origin of the connector that is listed; it returns the credentials that it got. */
  trusted = "";
  /** What a page sends that was opened with the link, and what any other page sends. */
  proven: PageHeaders = {};
  visitor: PageHeaders = {};
  readonly #servers: Server[] = [];

  constructor(folder: string, app: App) {
    this.folder = folder;
    this.app = app;
  }

  /** Starts the service and opens its console with the link. */
  static async start(): Promise<ConsoleService> {
    const folder = await mkdtemp(join(tmpdir(), "console-"));
    await writeFile(join(folder, "index.html"), "<!doctype html><title>Console</title>");
    await writeFile(join(folder, "callback.html"), "<!doctype html><title>Back</title>");
    const app = await createApp({
      connectors: [moons],
      logger: false,
      admin: { port: 0 },
      limits: { drainDelay: 0 },
    });
    const service = new ConsoleService(folder, app);
    await service.#listen();
    return service;
  }

  async #listen(): Promise<void> {
    const { app, folder, proof, asked, reaches } = this;
    this.trusted = await this.upstream((request, response) =>
      response.end(request.headers.authorization ?? "none"),
    );
    await app.fastify.register(consoleRoutes, {
      prefix: "/console",
      folder,
      connectors: ["/moons/", `${this.trusted}/base/`],
      headers: { authorization: "Bearer canary" },
      proof,
      data: async (given) => {
        reaches.push(given);
        return {
          answer: ({ path, own }) => {
            asked.push(`${path} ${own.origin}`);
            return Promise.resolve(Response.json({ path }));
          },
          close: () => Promise.resolve(),
        };
      },
    });
    const { url, adminUrl = "" } = await app.listen({ port: 0 });
    this.url = url;
    this.adminUrl = adminUrl;
    this.visitor = { "x-page-token": await member(await this.ask("session"), "token") };
    this.proven = await this.openLink();
  }

  /** Opens the console with a link, as its page does. */
  async openLink(): Promise<PageHeaders> {
    const answer = await this.ask("session", { method: "POST", body: JSON.stringify({ key: this.key() }) });
    const [cookie = ""] = answer.headers.getSetCookie();
    return { cookie: cookie.replace(/;.*/, ""), "x-page-token": await member(answer, "token") };
  }

  /** Returns the key of the next link. */
  key(): string {
    return new URL(this.proof.linkTo(`${this.url}/console/`)).hash.replace("#key=", "");
  }

  /** Sends a request to a path of the console. */
  ask(path: string, init?: RequestInit): Promise<Response> {
    return fetch(new URL(`console/${path}`, this.url), init);
  }

  /** Starts a server at this machine. */
  async upstream(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    this.#servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    // `address()` returns an object of this type for a server that listens on a port.
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Sends a request through the relay, whose address the user has opened and confirmed. */
  async relay(target: string, headers: PageHeaders = {}): Promise<Response> {
    if (URL.canParse(target)) await this.open(new URL("/", target).href, true);
    return this.relayUnopened(target, headers);
  }

  /** Sends a request through the relay. */
  relayUnopened(target: string, headers: PageHeaders = {}): Promise<Response> {
    return this.ask("relay", {
      method: "POST",
      headers: { ...this.proven, "x-relay-method": "POST", "x-relay-target": target, ...headers },
      body: '{"a":1}',
    });
  }

  /** Opens the address of a connector, and confirms that it may be at this machine. */
  async open(base: string, isLocal: boolean): Promise<void> {
    const body = JSON.stringify({ base, isLocal });
    await this.ask("connectors", { method: "POST", headers: this.proven, body });
  }

  /** Sends a request with a custom `Host`, which `fetch` does not allow. */
  statusFor(path: string, headers: PageHeaders): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      requestHttp(new URL(path, this.url), { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.close().closeAllConnections();
    await this.app.close();
    await rm(this.folder, { recursive: true });
  }
}

async function member(answer: Response, name: string): Promise<string> {
  const value: unknown = await answer.json();
  return String(new Map(Object.entries(value ?? {})).get(name));
}

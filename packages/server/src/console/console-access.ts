import { randomBytes } from "node:crypto";
import { Egress } from "@wellhead/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isSame, pageTokenHeader, type StartProof } from "../callers/start-proof.js";
import { answerData, type ConsoleData, type ConsoleReach } from "./console-data.js";
import { OpenedConnectors } from "./opened-connectors.js";
import { guardedFetch, Outgoing } from "./outgoing.js";

/** What a {@link ConsoleAccess} needs of the options of the console. */
export interface ConsoleAccessOptions {
  readonly connectors: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: (reach: ConsoleReach) => Promise<ConsoleData>;
}

/** A page that was opened with the link, or another page of this console. */
export type PageLevel = "proven" | "visitor";

/** What pages of a console reach: proven ones what the user opened, visitors the connectors of this service. */
export class ConsoleAccess {
  /** Sends the requests of proven pages. */
  readonly outgoing: Outgoing;
  /** The connectors that proven pages reach. */
  readonly opened: OpenedConnectors;
  /** Token of the pages that were not opened with the link. */
  readonly visitorToken = randomBytes(24).toString("base64url");
  readonly #proof: StartProof;
  readonly #ownOrigins = new Set<string>();
  readonly #data: Readonly<Record<PageLevel, LazyData>>;

  /**
   * @param options - The connectors of the console, credentials, and what answers requests for data
   * @param proof - Tells the pages apart
   */
  constructor({ connectors, headers = {}, data }: ConsoleAccessOptions, proof: StartProof) {
    this.#proof = proof;
    this.opened = new OpenedConnectors(connectors);
    const listed = connectors.filter((base) => URL.canParse(base)).map((base) => new URL(base));
    const allow = `127.0.0.0/8:*,[::1/128]:*,${process.env["WELLHEAD_ALLOW"] ?? ""}`;
    const ways = { egress: new Egress({}), localEgress: new Egress({ allow }) };
    const origins = new Set(listed.map(({ origin }) => origin));
    this.outgoing = new Outgoing({ ...ways, opened: this.opened, credentials: { headers, origins } });
    const ownOnly = new Outgoing({
      ...ways,
      opened: undefined,
      credentials: { headers: {}, origins: new Set() },
    });
    this.#data = {
      proven: new LazyData(data, this.#reach(this.outgoing, listed)),
      visitor: new LazyData(data, this.#reach(ownOnly, [])),
    };
  }

  #reach(outgoing: Outgoing, listed: readonly URL[]): ConsoleReach {
    return {
      fetch: guardedFetch(outgoing, (url) => this.#ownOrigins.has(url.origin)),
      listed: (url) => {
        const isListed =
          this.#ownOrigins.has(url.origin) || listed.some(({ href }) => url.href.startsWith(href));
        return isListed ? { headers: outgoing.credentialsFor(url) } : undefined;
      },
    };
  }

  /**
   * Determines which page sent a request.
   *
   * @param request - The request
   * @returns The kind of page; `undefined` for one of an earlier start
   */
  levelOf({ raw, headers }: FastifyRequest): PageLevel | undefined {
    if (this.#proof.isProven(raw)) return "proven";
    return isSame(String(headers[pageTokenHeader]), this.visitorToken) ? "visitor" : undefined;
  }

  /**
   * Answers a request for data, or for a file that one of the pages exported.
   *
   * @param request - The request of a page
   * @param reply - Its reply
   */
  async answerData(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const level = this.levelOf(request) ?? (this.#proof.hasCookie(request.raw) ? "proven" : "visitor");
    const data = await this.#data[level].get();
    await answerData(data, { request, reply, ownOrigins: this.#ownOrigins });
  }

  /** Ends all runs of all pages. */
  async close(): Promise<void> {
    await Promise.all([this.#data.proven.close(), this.#data.visitor.close()]);
  }
}

/** The data side of some pages, created with their first request. */
class LazyData {
  readonly #create: ConsoleAccessOptions["data"];
  readonly #reach: ConsoleReach;
  #data: Promise<ConsoleData> | undefined;

  constructor(create: ConsoleAccessOptions["data"], reach: ConsoleReach) {
    this.#create = create;
    this.#reach = reach;
  }

  get(): Promise<ConsoleData> {
    if (this.#create === undefined) throw new TypeError("The console has no data.");
    // After a failure, the next request tries again.
    this.#data ??= this.#create(this.#reach).catch((error: unknown) => {
      this.#data = undefined;
      throw error;
    });
    return this.#data;
  }

  async close(): Promise<void> {
    await (await this.#data?.catch(() => undefined))?.close();
  }
}

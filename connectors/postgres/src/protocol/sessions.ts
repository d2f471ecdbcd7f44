import { createHmac, randomBytes } from "node:crypto";
import { ConnectorError, isConnectorError, type PinnedTarget, processEgress } from "@wellhead/sdk";
import type { Credentials } from "../account/credentials.js";
import { type ErrorPlace, explainError } from "../errors/explain-error.js";
import { type BeginOptions, beginReadOnly } from "./begin-read-only.js";
import { cancelQuery } from "./cancel-query.js";
import type { Connection } from "./connection.js";
import { openConnection } from "./open-connection.js";

/** How a short piece of work with the database is done. */
export interface SessionOptions {
  readonly credentials: Credentials;
  /** Ends the work. */
  readonly signal: AbortSignal;
  readonly place: ErrorPlace;
  /** Whether a connection of its own is made even if one is idle. Default: `false`. */
  readonly fresh?: boolean;
}

interface Idle {
  readonly connection: Connection;
  readonly timer: NodeJS.Timeout;
}

const shortWork = 20_000;
const mostIdle = 2;
const idleTime = 30_000;

/**
 * Does short pieces of work, each in a read-only transaction of its own, and keeps a few connections for the
 * next. A connection serves only those who present every part of the credentials it was made with, and none
 * is kept after an error.
 */
export class Sessions {
  readonly #begin: BeginOptions;
  readonly #idle: Map<string, Idle[]> = new Map();
  /** Made anew by every process, so that keys tell nothing about passwords. */
  readonly #secret = randomBytes(32);

  /** @param begin - Bounds of the transactions */
  constructor(begin: BeginOptions) {
    this.#begin = begin;
  }

  /**
   * Does a piece of work.
   *
   * @param options - Who, where, and what ends the work
   * @param work - The work, given a session inside a read-only transaction
   * @returns What the work gives
   * @throws ConnectorError in words for the person in front of the form
   */
  async use<Value>(
    options: SessionOptions,
    work: (connection: Connection) => Promise<Value>,
  ): Promise<Value> {
    const { credentials, place } = options;
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(shortWork)]);
    const key = this.#keyOf(credentials);
    let connection: Connection | undefined;
    try {
      const target = await pinTarget(credentials, signal);
      connection = options.fresh === true ? undefined : this.#takeIdle(key);
      connection ??= await openConnection({ credentials, target, signal });
      const session = connection;
      const stop = () => void cancelQuery(session, { credentials, target });
      signal.addEventListener("abort", stop, { once: true });
      try {
        await beginReadOnly(session, this.#begin);
        const value = await work(session);
        await session.query("rollback");
        await session.query("discard all");
        this.#keep(key, session);
        return value;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    } catch (error) {
      connection?.close();
      throw explainError(signal.aborted ? signal.reason : error, place);
    }
  }

  /** Hangs up on everything that is idle. */
  close(): void {
    for (const { connection, timer } of [...this.#idle.values()].flat()) {
      clearTimeout(timer);
      connection.close();
    }
    this.#idle.clear();
  }

  #keyOf(credentials: Credentials): string {
    const { host, port, database, user, password, tls, authority = null } = credentials;
    const parts = JSON.stringify([host, port, database, user, password, tls, authority]);
    return createHmac("sha256", this.#secret).update(parts).digest("base64");
  }

  #takeIdle(key: string): Connection | undefined {
    const list = this.#idle.get(key) ?? [];
    for (let idle = list.pop(); idle !== undefined; idle = list.pop()) {
      clearTimeout(idle.timer);
      if (!idle.connection.ended) return idle.connection;
    }
    return undefined;
  }

  #keep(key: string, connection: Connection): void {
    const list = this.#idle.get(key) ?? [];
    if (connection.ended || list.length >= mostIdle) return connection.close();
    const timer = setTimeout(() => {
      const place = list.findIndex((idle) => idle.connection === connection);
      if (place >= 0) list.splice(place, 1);
      if (list.length === 0) this.#idle.delete(key);
      connection.close();
    }, idleTime);
    timer.unref();
    list.push({ connection, timer });
    this.#idle.set(key, list);
  }
}

/**
 * Has the egress policy judge where a database is.
 *
 * @param credentials - Host and port
 * @param signal - Ends the wait for the resolver
 * @returns The addresses that may be dialled
 * @throws ConnectorError naming the field `host` when there is none
 */
export async function pinTarget({ host, port }: Credentials, signal: AbortSignal): Promise<PinnedTarget> {
  try {
    return await processEgress().pin({ host, port, signal });
  } catch (error) {
    if (!isConnectorError(error)) throw error;
    throw new ConnectorError(error.code, error.message, { field: "host", cause: error.cause });
  }
}

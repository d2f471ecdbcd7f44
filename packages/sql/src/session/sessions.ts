import { createHmac, randomBytes } from "node:crypto";
import type { Credentials } from "../account/credentials.js";
import type { ErrorPlace } from "../errors/error-place.js";
import { nameOfHost, type PinnedHosts, pinHosts } from "../network/pin-hosts.js";
import { type OpenedSession, openAtAnyHost } from "./open-at-any-host.js";
import type { OpenSessionOptions, SessionProtocol, SqlSession } from "./session-protocol.js";

/** How a short piece of work with the database is done. */
export interface SessionOptions {
  /** Who, and where. */
  readonly credentials: Credentials;
  /** Ends the work. */
  readonly signal: AbortSignal;
  /** What is being done, for errors. */
  readonly place: ErrorPlace;
  /** Whether a connection of its own is made even if one is idle. Default: `false`. */
  readonly fresh?: boolean;
}

interface Idle<Session> {
  readonly session: Session;
  /** Name of its server. */
  readonly host: string;
  readonly timer: NodeJS.Timeout;
}

/** A session being worked in, and for whom it may be kept. */
interface Opening extends OpenSessionOptions {
  readonly key: string;
}

const shortWork = 20_000;
const mostIdle = 2;
const idleTime = 30_000;

/**
 * Does short pieces of work, each in a read-only transaction of its own, and keeps a few connections for the
 * next. A connection serves only those who present every part of the credentials it was made with, and none
 * is kept after an error.
 */
export class Sessions<Session extends SqlSession> {
  readonly #protocol: SessionProtocol<Session>;
  readonly #idle: Map<string, Idle<Session>[]> = new Map();
  /** Made anew by every process, so that keys tell nothing about passwords. */
  readonly #secret = randomBytes(32);

  /**
   * Opens no session yet.
   *
   * @param protocol - How a session with the server is opened, begun and ended
   */
  constructor(protocol: SessionProtocol<Session>) {
    this.#protocol = protocol;
  }

  /**
   * Does a piece of work.
   *
   * @param options - Who, where, and what ends the work
   * @param work - The work, given a session inside a read-only transaction
   * @returns What the work gives
   * @throws ConnectorError in words for the person in front of the form
   */
  async use<Value>(options: SessionOptions, work: (session: Session) => Promise<Value>): Promise<Value> {
    const { credentials, place } = options;
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(shortWork)]);
    const key = this.#keyOf(credentials);
    try {
      const pinned = await pinHosts(credentials, signal);
      const kept = options.fresh === true ? undefined : this.#takeIdle(key, pinned);
      if (kept !== undefined) {
        const opening = { ...kept, signal, key };
        if (await this.#begins(kept.session, opening)) return await this.#work(kept.session, opening, work);
      }
      const { session, ...host } = await openAtAnyHost(this.#protocol, { ...pinned, place, signal });
      const opening = { ...host, signal, key };
      await this.#bounded(session, opening, () => this.#protocol.begin(session));
      return await this.#work(session, opening, work);
    } catch (error) {
      throw this.#protocol.explain(signal.aborted ? signal.reason : error, place);
    }
  }

  /** Begins on a session that was kept; answers `false` when the server has hung up on it in the meantime. */
  async #begins(session: Session, opening: OpenSessionOptions): Promise<boolean> {
    let lost = false;
    try {
      await this.#bounded(session, opening, async () => {
        try {
          await this.#protocol.begin(session);
        } finally {
          lost = session.ended;
        }
      });
      return true;
    } catch (error) {
      if (lost && !opening.signal.aborted) return false;
      throw error;
    }
  }

  #work<Value>(
    session: Session,
    opening: Opening,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> {
    return this.#bounded(session, opening, async () => {
      const value = await work(session);
      await this.#protocol.reset(session);
      this.#keep(opening, session);
      return value;
    });
  }

  /** Does something in a session until the work is no longer wanted; hangs up when it fails. */
  async #bounded<Value>(
    session: Session,
    { credentials, target, signal }: OpenSessionOptions,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const stop = () => void this.#protocol.cancel(session, { credentials, target });
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await work();
    } catch (error) {
      session.close();
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Hangs up on everything that is idle. */
  close(): void {
    for (const { session, timer } of [...this.#idle.values()].flat()) {
      clearTimeout(timer);
      session.close();
    }
    this.#idle.clear();
  }

  #keyOf(credentials: Credentials): string {
    const parts = JSON.stringify(
      Object.entries(credentials).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
    return createHmac("sha256", this.#secret).update(parts).digest("base64");
  }

  /** Returns a session that was kept at a server that may still be dialled. */
  #takeIdle(key: string, { hosts }: PinnedHosts): OpenedSession<Session> | undefined {
    const list = this.#idle.get(key) ?? [];
    for (let idle = list.pop(); idle !== undefined; idle = list.pop()) {
      const { session, host: name, timer } = idle;
      clearTimeout(timer);
      const host = hosts.find(({ credentials }) => nameOfHost(credentials) === name);
      if (!session.ended && host !== undefined) return { ...host, session };
      session.close();
    }
    return undefined;
  }

  #keep({ key, credentials }: Opening, session: Session): void {
    const host = nameOfHost(credentials);
    const list = this.#idle.get(key) ?? [];
    if (session.ended || list.length >= mostIdle) return session.close();
    const timer = setTimeout(() => {
      const place = list.findIndex((idle) => idle.session === session);
      if (place >= 0) list.splice(place, 1);
      if (list.length === 0) this.#idle.delete(key);
      session.close();
    }, idleTime);
    timer.unref();
    list.push({ session, host, timer });
    this.#idle.set(key, list);
  }
}

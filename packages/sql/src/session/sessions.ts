import { createHmac, randomBytes } from "node:crypto";
import type { Credentials } from "../account/credentials.js";
import type { ErrorPlace } from "../errors/error-place.js";
import { pinTarget } from "../network/pin-target.js";
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
      const target = await pinTarget(credentials, signal);
      const opening = { credentials, target, signal };
      const kept = options.fresh === true ? undefined : this.#takeIdle(key);
      if (kept !== undefined && (await this.#begins(kept, opening)))
        return await this.#work(kept, opening, work);
      const session = await this.#protocol.open(opening);
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
    opening: OpenSessionOptions,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> {
    return this.#bounded(session, opening, async () => {
      const value = await work(session);
      await this.#protocol.reset(session);
      this.#keep(this.#keyOf(opening.credentials), session);
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

  #takeIdle(key: string): Session | undefined {
    const list = this.#idle.get(key) ?? [];
    for (let idle = list.pop(); idle !== undefined; idle = list.pop()) {
      clearTimeout(idle.timer);
      if (!idle.session.ended) return idle.session;
    }
    return undefined;
  }

  #keep(key: string, session: Session): void {
    const list = this.#idle.get(key) ?? [];
    if (session.ended || list.length >= mostIdle) return session.close();
    const timer = setTimeout(() => {
      const place = list.findIndex((idle) => idle.session === session);
      if (place >= 0) list.splice(place, 1);
      if (list.length === 0) this.#idle.delete(key);
      session.close();
    }, idleTime);
    timer.unref();
    list.push({ session, timer });
    this.#idle.set(key, list);
  }
}

import { createHmac, randomBytes } from "node:crypto";
import type { Credentials } from "../account/credentials.js";
import type { AccountErrorContext } from "../errors/account-error-context.js";
import { nameOfHost, type PinnedHosts, pinHosts } from "../network/pin-hosts.js";
import { type OpenedSession, openAtAnyHost } from "./open-at-any-host.js";
import type { OpenSessionOptions, SessionProtocol, SqlSession } from "./session-protocol.js";

/** How to run a short task in the database. */
export interface SessionOptions {
  /** The user and the server. */
  readonly credentials: Credentials;
  /** Cancels the task. */
  readonly signal: AbortSignal;
  /** The context of errors. */
  readonly errorContext: AccountErrorContext;
  /** Whether to open a new connection even if an idle one is available. Default: `false`. */
  readonly fresh?: boolean;
}

interface Idle<Session> {
  readonly session: Session;
  /** Name and port of its server. */
  readonly host: string;
  readonly timer: NodeJS.Timeout;
}

/** A session in use, and the key under which it may be kept. */
interface Opening extends OpenSessionOptions {
  readonly key: string;
}

const shortWork = 20_000;
const maxIdle = 2;
const idleTime = 30_000;

/**
 * Runs short tasks, each in its own read-only transaction, and keeps a few connections for later tasks. A connection is
 * reused only for identical credentials, and never after an error.
 */
export class Sessions<Session extends SqlSession> {
  readonly #protocol: SessionProtocol<Session>;
  readonly #idle: Map<string, Idle<Session>[]> = new Map();
  /** Created by each process, so that the keys reveal nothing about passwords. */
  readonly #secret = randomBytes(32);

  /**
   * Creates the sessions without opening a connection.
   *
   * @param protocol - How to open, begin and end a session with the server
   */
  constructor(protocol: SessionProtocol<Session>) {
    this.#protocol = protocol;
  }

  /**
   * Runs a task.
   *
   * @param options - The credentials, the context of errors, and the signal that cancels the task
   * @param work - The task, which gets a session inside a read-only transaction
   * @returns The result of the task
   * @throws ConnectorError explained for the person who fills in the form
   */
  async use<Value>(options: SessionOptions, work: (session: Session) => Promise<Value>): Promise<Value> {
    const { credentials, errorContext } = options;
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(shortWork)]);
    const key = this.#keyOf(credentials);
    try {
      const pinned = await pinHosts(credentials, signal);
      const kept = options.fresh === true ? undefined : this.#takeIdle(key, pinned);
      if (kept !== undefined) {
        const opening = { ...kept, signal, key };
        if (await this.#begins(kept.session, opening)) return await this.#work(kept.session, opening, work);
      }
      const { session, ...host } = await openAtAnyHost(this.#protocol, { ...pinned, errorContext, signal });
      const opening = { ...host, signal, key };
      await this.#bounded(session, opening, () => this.#protocol.begin(session));
      return await this.#work(session, opening, work);
    } catch (error) {
      throw this.#protocol.explain(signal.aborted ? signal.reason : error, errorContext);
    }
  }

  /** Begins on a kept session. Returns `false` when the server has closed it in the meantime. */
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

  /** Runs something in a session until the signal aborts. Closes the session when it fails. */
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

  /** Closes all idle sessions. */
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

  /** Returns a kept session whose server may still be dialled. */
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
    if (session.ended || list.length >= maxIdle) return session.close();
    const timer = setTimeout(() => {
      const index = list.findIndex((idle) => idle.session === session);
      if (index >= 0) list.splice(index, 1);
      if (list.length === 0) this.#idle.delete(key);
      session.close();
    }, idleTime);
    timer.unref();
    list.push({ session, host, timer });
    this.#idle.set(key, list);
  }
}

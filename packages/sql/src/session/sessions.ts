import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Credentials } from "../account/credentials.js";
import type { AccountErrorContext } from "../errors/account-error-context.js";
import { ServerFullError } from "../errors/server-full-error.js";
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

interface RoomOptions extends Pick<SessionOptions, "credentials" | "signal"> {
  /** Key of the idle sessions that are used themselves, so that they are not closed. Default: none. */
  readonly reused?: string | undefined;
}

interface Idle<Session> {
  readonly session: Session;
  /** Name and port of its server. */
  readonly host: string;
  readonly user: string;
  readonly timer: NodeJS.Timeout;
}

/** A session in use, and the key under which it may be kept. */
interface Opening extends OpenSessionOptions {
  readonly key: string;
}

const shortWork = 20_000;
const maxIdle = 2;
const idleTime = 30_000;
/** Milliseconds after which a connection is tried again when the user has as many as it may have. */
const retryDelays: readonly number[] = [0, 50, 100, 200, 400, 800, 1600];
/** Number of tries when no other session is known to end soon. A server counts one that was closed for a moment. */
const usualTries = 5;

/**
 * Runs short tasks, each in its own read-only transaction, and keeps a few connections for later tasks. A connection is
 * reused only for identical credentials, and never after an error.
 */
export class Sessions<Session extends SqlSession> {
  readonly #protocol: SessionProtocol<Session>;
  readonly #idle: Map<string, Idle<Session>[]> = new Map();
  /** Created by each process, so that the keys reveal nothing about passwords. */
  readonly #secret = randomBytes(32);
  /** Number of tasks that are running. */
  #running = 0;

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
  use<Value>(options: SessionOptions, work: (session: Session) => Promise<Value>): Promise<Value> {
    const { credentials, signal, fresh = false } = options;
    const reused = fresh ? undefined : this.#keyOf(credentials);
    return this.withRoom({ credentials, signal, reused }, () => this.#use(options, work));
  }

  /**
   * Opens a connection, again while the server refuses it only because sessions of this service use all that the user may
   * have: idle ones are closed, and short tasks end soon.
   *
   * @param options - The user, the signal that ends the attempts, and the key of idle sessions that are used themselves
   * @param open - Opens a connection
   * @returns What it returns
   * @throws ServerFullError when others have the connections, or the tasks do not end in time
   */
  async withRoom<Value>(
    { credentials, signal, reused }: RoomOptions,
    open: () => Promise<Value>,
  ): Promise<Value> {
    for (const [tries, wait] of retryDelays.entries()) {
      try {
        return await open();
      } catch (error) {
        if (!(error instanceof ServerFullError)) throw error;
        const endsSoon = this.#closeIdle(credentials, reused) || this.#running > 0;
        if (!endsSoon && tries >= usualTries) throw error;
        await delay(wait, undefined, { signal });
      }
    }
    return open();
  }

  async #use<Value>(options: SessionOptions, work: (session: Session) => Promise<Value>): Promise<Value> {
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
    this.#running += 1;
    try {
      return await work();
    } catch (error) {
      session.close();
      throw error;
    } finally {
      this.#running -= 1;
      signal.removeEventListener("abort", stop);
    }
  }

  /** Closes the idle sessions of a user at a server, except those of a key. Returns whether there were any. */
  #closeIdle({ user, ...host }: Credentials, reused: string | undefined): boolean {
    let found = false;
    for (const [key, list] of this.#idle) {
      const idle = list.filter((one) => one.user === user && one.host === nameOfHost(host));
      found ||= idle.length > 0;
      if (key === reused) continue;
      for (const { session, timer } of idle) {
        clearTimeout(timer);
        session.close();
      }
      this.#idle.set(
        key,
        list.filter((one) => !idle.includes(one)),
      );
    }
    return found;
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
    list.push({ session, host, user: credentials.user, timer });
    this.#idle.set(key, list);
  }
}

import type { PinnedTarget } from "@wellhead/sdk";
import type { Credentials, ServerRole } from "../account/credentials.js";
import type { ErrorPlace } from "../errors/error-place.js";

/** A connection to a database server that somebody is signed in on. */
export interface SqlSession {
  /** Whether it has ended. */
  readonly ended: boolean;
  /** Says goodbye and hangs up. */
  close(): void;
}

/** What opening a session needs. */
export interface OpenSessionOptions {
  /** Who, and where. */
  readonly credentials: Credentials;
  /** The server's address, judged by the egress policy. */
  readonly target: PinnedTarget;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

/** How sessions are opened at one server of several. */
export interface HostProtocol<Session extends SqlSession> {
  /** Connects, encrypts and signs in. */
  readonly open: (options: OpenSessionOptions) => Promise<Session>;
  /** Whether an error means that the server cannot be reached, so that another is tried. */
  readonly isUnreachable: (error: unknown) => boolean;
  /** Returns why a server is not what it must be, as part of a sentence. Default: every server will do. */
  readonly findMismatch?: (session: Session, role: ServerRole) => Promise<string | undefined>;
  /** Puts an error into words for the person in front of the form. */
  readonly explain: (error: unknown, place: ErrorPlace) => unknown;
}

/** How sessions with one kind of server are opened, begun and ended. */
export interface SessionProtocol<Session extends SqlSession> extends HostProtocol<Session> {
  /** Begins a read-only transaction with its bounds. */
  readonly begin: (session: Session) => Promise<void>;
  /** Ends the transaction and undoes what was set, so that the session can serve again. */
  readonly reset: (session: Session) => Promise<void>;
  /** Has the server stop what the session does, and hangs up. */
  readonly cancel: (session: Session, options: Omit<OpenSessionOptions, "signal">) => Promise<void>;
}

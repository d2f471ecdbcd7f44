import type { PinnedTarget } from "@wellhead/runtime/egress";
import type { Credentials, ServerRole } from "../account/credentials.js";
import type { AccountErrorContext } from "../errors/account-error-context.js";

/** A signed-in connection to a database server. */
export interface SqlSession {
  /** Whether the connection has ended. */
  readonly ended: boolean;
  /** Ends the session and closes the connection. */
  close(): void;
}

/** What is needed to open a session. */
export interface OpenSessionOptions {
  /** The user and the server. */
  readonly credentials: Credentials;
  /** The server's address, approved by the egress policy. */
  readonly target: PinnedTarget;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
}

/** How to open sessions at one of several servers. */
export interface HostProtocol<Session extends SqlSession> {
  /** Connects, encrypts and signs in. */
  readonly open: (options: OpenSessionOptions) => Promise<Session>;
  /** Returns whether an error means that the server cannot be reached and another one should be tried. */
  readonly isUnreachable: (error: unknown) => boolean;
  /** Returns why a server does not have the required role, as part of a sentence. Default: every server is accepted. */
  readonly findMismatch?: (session: Session, role: ServerRole) => Promise<string | undefined>;
  /** Explains an error to the person who fills in the form. */
  readonly explain: (error: unknown, errorContext: AccountErrorContext) => unknown;
}

/** How to open, begin and end sessions with one kind of server. */
export interface SessionProtocol<Session extends SqlSession> extends HostProtocol<Session> {
  /** Begins a read-only transaction with its limits. */
  readonly begin: (session: Session) => Promise<void>;
  /** Ends the transaction and resets its settings, so that the session can be reused. */
  readonly reset: (session: Session) => Promise<void>;
  /** Tells the server to stop what the session does, and closes the connection. */
  readonly cancel: (session: Session, options: Omit<OpenSessionOptions, "signal">) => Promise<void>;
}

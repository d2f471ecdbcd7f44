import type { AnyAccount, Context, EncodedRows } from "@wellhead/sdk";
import { credentialsOf } from "../account/account-form.js";
import type { Credentials } from "../account/credentials.js";
import type { AccountErrorContext } from "../errors/account-error-context.js";
import { pinHosts } from "../network/pin-hosts.js";
import type { SessionProtocol, SqlSession } from "../session/session-protocol.js";
import { Sessions } from "../session/sessions.js";
import type { Catalogue } from "../table/catalogue.js";
import type { Dialect } from "../table/dialect.js";
import type { ErrorContext, StreamOptions, TableReader } from "../table/table-reader.js";
import type { StreamJob } from "../worker/stream-job.js";
import { StreamWorkers } from "../worker/stream-workers.js";

/** The parts of a request that a short task needs. */
type Caller = Pick<Context<AnyAccount>, "account" | "signal">;

/** Runs a short task in a session, inside a read-only transaction. */
export type UseSession<Session> = <Value>(work: (session: Session) => Promise<Value>) => Promise<Value>;

/** The parts that are specific to one kind of server. */
export interface ServerDatabaseOptions<Session extends SqlSession> {
  /** How to open, begin and end a session. */
  readonly protocol: SessionProtocol<Session>;
  /** How the database expresses a filter in SQL. */
  readonly dialect: Dialect;
  /** Creates a catalogue that reads through the given sessions. */
  readonly catalogue: (use: UseSession<Session>) => Catalogue;
  /** Sends the smallest possible query, to check the sign-in. */
  readonly greet: (session: Session) => Promise<unknown>;
  /** Module of the worker that reads rows. */
  readonly worker: URL;
  /** How to begin the transaction of a stream. It is sent to the worker. */
  readonly streamBegin: object;
  /** Port to use when an account does not name one. */
  readonly defaultPort: number;
  /** The only database to read. Default: the databases of the accounts. */
  readonly pinned?: Credentials | undefined;
  /** Maximum time in milliseconds without data from the server while a stream is read. Default: 2 minutes. */
  readonly silenceTimeout?: number | undefined;
}

const defaultSilence = 120_000;

/** The databases of a connector's accounts. Short tasks run on the main thread; rows are read in workers. */
export class ServerDatabase<Session extends SqlSession, Value = string | null> implements TableReader {
  /** How the database expresses a filter in SQL. */
  readonly dialect: Dialect;
  readonly #options: ServerDatabaseOptions<Session>;
  readonly #pinned: Credentials | undefined;
  readonly #sessions: Sessions<Session>;
  readonly #workers: StreamWorkers;

  /**
   * Creates the database without connecting.
   *
   * @param options - The parts specific to the kind of server, and the operator's settings
   */
  constructor(options: ServerDatabaseOptions<Session>) {
    const { pinned, dialect, protocol, worker } = options;
    this.dialect = dialect;
    this.#options = options;
    this.#pinned = pinned;
    this.#sessions = new Sessions(protocol);
    this.#workers = new StreamWorkers(worker);
  }

  /**
   * Runs a short task in a session of an account.
   *
   * @param context - The request
   * @param errorContext - The context of errors
   * @param work - The task
   * @returns The result of the task
   */
  use<Found>(
    context: Caller,
    errorContext: ErrorContext,
    work: (session: Session) => Promise<Found>,
  ): Promise<Found> {
    const credentials = this.#credentials(context.account);
    return this.#sessions.use(
      { credentials, signal: context.signal, errorContext: this.#accountContext(errorContext) },
      work,
    );
  }

  /**
   * Signs in over a new connection, even if idle connections exist.
   *
   * @param context - The request
   * @returns A display name for the account
   */
  async identify(context: Context<AnyAccount>): Promise<string> {
    const credentials = this.#credentials(context.account);
    const errorContext = this.#accountContext({ action: "Could not sign in to the database" });
    const options = { credentials, signal: context.signal, errorContext, fresh: true };
    await this.#sessions.use(options, this.#options.greet);
    const { user, database, host, otherHosts = [] } = credentials;
    const hosts = [host, ...otherHosts.map((other) => other.host)].join(",");
    return this.#pinned === undefined ? `${user}@${hosts}/${database}` : database;
  }

  /**
   * Returns the catalogue as an account sees it.
   *
   * @param context - The request
   * @returns The catalogue
   */
  catalogue(context: Caller): Catalogue {
    const errorContext = { action: "Could not read the catalogue", field: "table" };
    return this.#options.catalogue((work) => this.use(context, errorContext, work));
  }

  /**
   * Streams the rows of a statement from a worker.
   *
   * @param context - The request
   * @param options - The statement and the page
   * @returns Encoded rows
   */
  async stream(
    context: Caller & Partial<Pick<Context<AnyAccount>, "log">>,
    { errorContext, table: _table, ...asked }: StreamOptions<Value | string | null>,
  ): Promise<EncodedRows> {
    const { protocol, streamBegin: begin, silenceTimeout: silence = defaultSilence } = this.#options;
    const credentials = this.#credentials(context.account);
    const fullContext = this.#accountContext(errorContext);
    try {
      const hosts = await pinHosts(credentials, context.signal);
      const job: StreamJob<object, Value | string | null> = {
        ...asked,
        hosts,
        begin,
        silence,
        errorContext: fullContext,
      };
      return await this.#sessions.withRoom({ credentials, signal: context.signal }, () =>
        this.#workers.open(job, context.signal, ({ message, details }) =>
          context.log?.warn(message, details),
        ),
      );
    } catch (error) {
      throw protocol.explain(error, fullContext);
    }
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#sessions.close();
    await this.#workers.close();
  }

  #credentials(account: AnyAccount): Credentials {
    return this.#pinned ?? credentialsOf(account, this.#options.defaultPort);
  }

  #accountContext(errorContext: ErrorContext): AccountErrorContext {
    return { ...errorContext, hasAccountForm: this.#pinned === undefined };
  }
}

import type { AnyAccount, Context, EncodedRows } from "@wellhead/sdk";
import {
  type Catalogue,
  type Credentials,
  credentialsOf,
  type ErrorPlace,
  type Place,
  pinTarget,
  Sessions,
  type StreamOptions,
  StreamWorkers,
  type TableReader,
} from "@wellhead/sql";
import { mysqlCatalogue } from "../catalogue/mysql-catalogue.js";
import { mysqlDialect } from "../dialect/mysql-dialect.js";
import { explainError } from "../errors/explain-error.js";
import type { MysqlOptions } from "../mysql-options.js";
import { type BeginOptions, beginReadOnly } from "../protocol/begin-read-only.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { type Parameter, resetConnection } from "../protocol/messages.js";
import { openConnection } from "../protocol/open-connection.js";
import { queryTexts } from "../protocol/query-texts.js";
import { receiveOk } from "../protocol/run-statement.js";
import type { StreamJob } from "./stream-job.js";

const defaultPort = 3306;
const shortTimeouts = { statement: 15_000, lock: 5_000, idle: 30_000 };
const defaultStreamTimeout = 6 * 60 * 60 * 1000;
const defaultSilence = 120_000;

/** The databases of a connector's accounts: short work on the main thread, rows in workers. */
export class Database implements TableReader {
  readonly dialect = mysqlDialect;
  readonly #pinned: Credentials | undefined;
  readonly #sessions: Sessions<Connection>;
  readonly #workers = new StreamWorkers(new URL("./worker.js", import.meta.url));
  readonly #streamBegin: BeginOptions;
  readonly #silence: number;

  /** @param options - What the operator decides */
  constructor(options: MysqlOptions) {
    const { pinned, allowPowerfulUsers = false, streamTimeout = defaultStreamTimeout } = options;
    this.#pinned = pinned && { port: defaultPort, tls: "verify", ...pinned };
    this.#sessions = new Sessions({
      open: openConnection,
      begin: (connection) => beginReadOnly(connection, { timeouts: shortTimeouts, allowPowerfulUsers }),
      reset: async (connection) => {
        // Rolls back as well.
        connection.send(resetConnection());
        await receiveOk(connection);
      },
      cancel: cancelQuery,
      explain: explainError,
    });
    this.#streamBegin = { timeouts: { ...shortTimeouts, statement: streamTimeout }, allowPowerfulUsers };
    this.#silence = options.silenceTimeout ?? defaultSilence;
  }

  /**
   * Does short work in a session of an account.
   *
   * @param context - The request
   * @param place - What is being done, for errors
   * @param work - The work
   * @returns What the work gives
   */
  use<Value>(
    context: Pick<Context<AnyAccount>, "account" | "signal">,
    place: Place,
    work: (connection: Connection) => Promise<Value>,
  ): Promise<Value> {
    const credentials = this.#credentials(context.account);
    return this.#sessions.use({ credentials, signal: context.signal, place: this.#placed(place) }, work);
  }

  /**
   * Signs in anew, whatever connections there are.
   *
   * @param context - The request
   * @returns A name for the account
   */
  async identify(context: Context<AnyAccount>): Promise<string> {
    const credentials = this.#credentials(context.account);
    const place = this.#placed({ action: "Sign in to the database" });
    await this.#sessions.use({ credentials, signal: context.signal, place, fresh: true }, (connection) =>
      queryTexts(connection, "select '1'"),
    );
    const { user, host, database } = credentials;
    return this.#pinned === undefined ? `${user}@${host}/${database}` : database;
  }

  /**
   * Gives the catalogue as an account sees it.
   *
   * @param context - The request
   * @returns The catalogue
   */
  catalogue(context: Pick<Context<AnyAccount>, "account" | "signal">): Catalogue {
    return mysqlCatalogue((work) =>
      this.use(context, { action: "Read the catalogue", field: "table" }, work),
    );
  }

  /**
   * Streams the rows of a statement from a worker.
   *
   * @param context - The request
   * @param options - The statement and the page
   * @returns Rows that are bytes
   */
  async stream(
    context: Context<AnyAccount>,
    { statement, place, skip, limit }: StreamOptions<Parameter>,
  ): Promise<EncodedRows> {
    const credentials = this.#credentials(context.account);
    const placed = this.#placed(place);
    try {
      const target = await pinTarget(credentials, context.signal);
      const job: StreamJob = {
        statement,
        credentials,
        target,
        begin: this.#streamBegin,
        skip,
        limit,
        silence: this.#silence,
        place: placed,
      };
      return await this.#workers.open(job, context.signal);
    } catch (error) {
      throw explainError(error, placed);
    }
  }

  /** Hangs up on every server. */
  async close(): Promise<void> {
    this.#sessions.close();
    await this.#workers.close();
  }

  #credentials(account: AnyAccount): Credentials {
    return this.#pinned ?? credentialsOf(account, defaultPort);
  }

  #placed(place: Place): ErrorPlace {
    return { ...place, hasAccountForm: this.#pinned === undefined };
  }
}

import type { AnyAccount, Context, EncodedRows } from "@wellhead/sdk";
import { type Catalogue, type Statement, StreamWorkers } from "@wellhead/sql";
import { credentialsOf } from "../account/account-form.js";
import type { Credentials } from "../account/credentials.js";
import { postgresCatalogue } from "../catalogue/postgres-catalogue.js";
import { type ErrorPlace, explainError } from "../errors/explain-error.js";
import type { PostgresOptions } from "../postgres-options.js";
import type { BeginOptions } from "../protocol/begin-read-only.js";
import type { Connection } from "../protocol/connection.js";
import { pinTarget, Sessions } from "../protocol/sessions.js";
import type { StreamJob } from "./stream-job.js";

/** What was being done, but for what is the same for every request. */
export type Place = Omit<ErrorPlace, "hasAccountForm">;

/** A statement to stream. */
export interface StreamOptions extends Pick<StreamJob, "skip" | "limit"> {
  readonly statement: Statement;
  readonly place: Place;
}

const shortTimeouts = { statement: 15_000, lock: 5_000, idle: 30_000 };
const defaultStreamTimeout = 6 * 60 * 60 * 1000;
const defaultSilence = 120_000;

/** The databases of a connector's accounts: short work on the main thread, rows in workers. */
export class Database {
  readonly #pinned: Credentials | undefined;
  readonly #sessions: Sessions;
  readonly #workers = new StreamWorkers(new URL("./worker.js", import.meta.url));
  readonly #streamBegin: BeginOptions;
  readonly #silence: number;

  /** @param options - What the operator decides */
  constructor(options: PostgresOptions) {
    const { pinned, allowPowerfulRoles = false, streamTimeout = defaultStreamTimeout } = options;
    this.#pinned = pinned && { port: 5432, tls: "verify", ...pinned };
    this.#sessions = new Sessions({ timeouts: shortTimeouts, allowPowerfulRoles });
    this.#streamBegin = { timeouts: { ...shortTimeouts, statement: streamTimeout }, allowPowerfulRoles };
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
      connection.query("select 1"),
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
    return postgresCatalogue((work) =>
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
    { statement, place, skip, limit }: StreamOptions,
  ): Promise<EncodedRows> {
    const credentials = this.#credentials(context.account);
    const placed = this.#placed(place);
    try {
      const target = await pinTarget(credentials, context.signal);
      const job: StreamJob = {
        ...statement,
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
    return this.#pinned ?? credentialsOf(account);
  }

  #placed(place: Place): ErrorPlace {
    return { ...place, hasAccountForm: this.#pinned === undefined };
  }
}

import { isConnectorError } from "@wellhead/sdk";
import { openAtAnyHost, type PinnedHost } from "@wellhead/sql";
import { explainError } from "../errors/explain-error.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { hostProtocol } from "./host-protocol.js";
import { type PreparedRows, prepareRows } from "./prepare-rows.js";
import type { RunningJob, StreamJob } from "./stream-job.js";

/** A statement that a server has analysed, on a connection of its own. */
export interface PreparedAt {
  readonly session: Connection;
  readonly prepared: PreparedRows;
  readonly job: RunningJob;
  /** Ends the connection, and the statement if it runs. */
  readonly end: () => Promise<void>;
}

/** The servers of a job. When one is lost, the next one is asked. */
export class Servers {
  readonly #job: StreamJob;
  readonly #signal: AbortSignal;
  #remaining: StreamJob["hosts"];
  #host: PinnedHost | undefined;
  #place: PreparedAt | undefined;

  /**
   * @param job - The statement and where to run it
   * @param signal - Cancels the statement and closes the connection
   */
  constructor(job: StreamJob, signal: AbortSignal) {
    this.#job = job;
    this.#signal = signal;
    this.#remaining = job.hosts;
  }

  /**
   * Works with a server that has analysed the statement, and with the next one if that fails because it is lost.
   *
   * @param work - The work, whose failure ends the connection
   * @returns Its result
   * @throws ConnectorError explained for the person who made the filter
   */
  async run<Value>(work: (at: PreparedAt) => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        this.#place ??= await this.#open();
        return await work(this.#place);
      } catch (error) {
        await this.#place?.end();
        this.#place = undefined;
        this.#leave(error);
      }
    }
  }

  async #open(): Promise<PreparedAt> {
    this.#host = undefined;
    const signal = this.#signal;
    const { hosts: _hosts, ...job } = this.#job;
    const { errorContext } = job;
    const { session, ...host } = await openAtAnyHost(hostProtocol, {
      ...this.#remaining,
      errorContext,
      signal,
    });
    this.#host = host;
    const end = () => cancelQuery(session, host);
    signal.addEventListener("abort", () => void end(), { once: true });
    try {
      signal.throwIfAborted();
      if (job.begin.readsFiles) session.allowFiles();
      const prepared = await prepareRows(session, job.statement, errorContext);
      return { session, prepared, job: { ...job, host }, end };
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** Leaves a server that was lost. Throws the error if that was not the reason, or no other one remains. */
  #leave(error: unknown): void {
    const host = this.#host;
    const others = this.#remaining.hosts.filter(
      ({ credentials }) =>
        credentials.host !== host?.credentials.host || credentials.port !== host.credentials.port,
    );
    const mayRetry = host !== undefined && others.length > 0 && isLost(error);
    const { aborted } = this.#signal;
    if (!mayRetry || aborted)
      throw explainError(aborted ? this.#signal.reason : error, this.#job.errorContext);
    this.#remaining = { ...this.#remaining, hosts: others };
  }
}

/** Returns whether a server was lost, or cannot run the statement. One that is slow would be slow again. */
function isLost(error: unknown): boolean {
  return isConnectorError(error) ? error.code === "upstream_unavailable" : hostProtocol.isUnreachable(error);
}

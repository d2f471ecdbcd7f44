import { setTimeout as delay } from "node:timers/promises";
import { ConnectorError, type EntityPage, type PagesState } from "@wellhead/client";
import type { ToolCall } from "../tools/define-tool.js";
import type { AuthorWorkspace } from "./author.js";

/** Maximum milliseconds that a call waits in all: clients end it after a minute. */
const maxWaitMs = 45_000;
/** Milliseconds between two reports of progress. */
const reportMs = 1000;

/** What the waits need of a call. */
export interface LimitWaitsOptions
  extends Pick<AuthorWorkspace, "now">,
    Pick<ToolCall<AuthorWorkspace>, "signal" | "report"> {
  /** Waits a number of milliseconds, or until the signal aborts. Default: with a timer. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** Sends requests of one call again where a limit of the API was used up, as a platform does. */
export class LimitWaits {
  readonly #options: LimitWaitsOptions;
  readonly #startedMs: number;
  #waitedMs = 0;

  /** @param options - The clock, and the call that waits */
  constructor(options: LimitWaitsOptions) {
    this.#options = options;
    this.#startedMs = options.now();
  }

  /**
   * Sends a request until no limit refuses it.
   *
   * @param request - Sends it; called for each attempt
   * @returns Its result
   * @throws The error of the last attempt: another one, or that of a limit that lasts too long
   */
  async repeat<Result>(request: () => Promise<Result>): Promise<Result> {
    for (;;)
      try {
        return await request();
      } catch (error) {
        await this.#wait(error);
      }
  }

  /**
   * Reads pages to their end, and continues after the last one when a limit has refused the next.
   *
   * @param read - Reads the pages from a state, or from the first page
   * @returns The pages
   * @throws The error of the last attempt, as {@link LimitWaits.repeat} does
   */
  async *pages(
    read: (from: PagesState | undefined) => AsyncIterable<EntityPage>,
  ): AsyncGenerator<EntityPage, void, undefined> {
    let from: PagesState | undefined;
    for (;;)
      try {
        for await (const page of read(from)) {
          from = page.state;
          yield page;
        }
        return;
      } catch (error) {
        await this.#wait(error);
      }
  }

  async #wait(error: unknown): Promise<void> {
    const { now, signal, report, wait = waitFor } = this.#options;
    if (!(error instanceof ConnectorError) || error.status !== 429 || error.retryAfter === undefined)
      throw error;
    // A limit of 0 seconds would be asked again at once, without an end.
    const waitMs = Math.max(1, error.retryAfter) * 1000;
    if (this.#waitedMs + waitMs > maxWaitMs) throw error;
    this.#waitedMs += waitMs;
    const say = (): void =>
      report(now() - this.#startedMs, "a limit of the API is used up; the call waits for its end");
    say();
    const reports = setInterval(say, reportMs);
    try {
      await wait(waitMs, signal);
    } finally {
      clearInterval(reports);
    }
  }
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return delay(milliseconds, undefined, { signal });
}

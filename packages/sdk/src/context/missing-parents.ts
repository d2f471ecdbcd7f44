import { isMissing } from "../errors/connector-error.js";
import type { Log } from "./context.js";

/**
 * Skips parents that disappear after they were listed and before what belongs to them is read, such as an issue that is
 * deleted before its comments are read. They are counted, and the number is logged as a warning.
 *
 * @example
 * ```ts snippet=examples/sdk/paging.ts#missing-parents
 * async function* commentsOfAll(http: Http, log: Log) {
 *   const missing = new MissingParents(log, "tasks");
 *   for await (const tasks of http.pages<Item>("items")) {
 *     for (const task of tasks) yield* missing.read(http.pages<Item>(`items/${task.id}/comments`));
 *   }
 *   missing.end();
 * }
 * ```
 */
export class MissingParents {
  readonly #log: Log;
  readonly #name: string;
  #found = 0;
  #missing = 0;
  #fault: unknown;

  /**
   * Counts the missing parents of one read.
   *
   * @param log - Log of the request
   * @param name - What the parents are, in the plural
   */
  constructor(log: Log, name: string) {
    this.#log = log;
    this.#name = name;
  }

  /**
   * Reads what belongs to a parent.
   *
   * @param items - The items, which are read once
   * @returns The items; none if the parent has disappeared
   */
  async *read<Item>(items: AsyncIterable<readonly Item[]>): AsyncGenerator<readonly Item[]> {
    try {
      yield* items;
      this.#found += 1;
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#missing += 1;
      this.#fault = error;
    }
  }

  /**
   * Logs the number of skipped parents. To be called after the last one.
   *
   * @throws The error of a parent if all of them are missing, because then something else is wrong
   */
  end(): void {
    if (this.#missing === 0) return;
    // Nothing is known about a single one, which may have disappeared.
    if (this.#found === 0 && this.#missing > 1) throw this.#fault;
    this.#log.warn(`Skipped ${this.#name} that disappeared while they were read`, { count: this.#missing });
  }
}

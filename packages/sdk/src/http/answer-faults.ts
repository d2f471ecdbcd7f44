import { accountInvalid } from "../errors/account-errors.js";
import { ConnectorError } from "../errors/connector-error.js";
import { AttemptFailure } from "./attempt-failure.js";
import type { HttpAnswer } from "./http.js";
import type { HttpDefinition } from "./http-definition.js";
import { statusFailure } from "./status-error.js";
import type { Failure } from "./transport-error.js";

/** What faults are found with. */
export interface AnswerFaultsOptions {
  readonly definition: HttpDefinition | undefined;
  /** Name of the upstream, for the sentence. */
  readonly host: string;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

/** Finds the fault in an answer: first by what the definition knows, then by the usual rules. */
export class AnswerFaults {
  readonly #options: AnswerFaultsOptions;

  /** @param options - Definition, name of the upstream, clock */
  constructor(options: AnswerFaultsOptions) {
    this.#options = options;
  }

  /**
   * Finds the fault in an answer that the definition knows of.
   *
   * @param answer - The answer
   * @throws AttemptFailure when there is one
   */
  check(answer: HttpAnswer): void {
    const { definition } = this.#options;
    if (definition?.expired?.(answer) === true) throw new AttemptFailure(this.#staleFailure(answer));
    const error = definition?.fault?.(answer);
    if (error === undefined) return;
    const retryable = error instanceof ConnectorError && error.retryable;
    const wait =
      error instanceof ConnectorError && error.retryAfter !== undefined ? error.retryAfter * 1000 : undefined;
    throw new AttemptFailure({ error, again: retryable ? "broken" : "final", wait });
  }

  /**
   * Sorts an answer with a bad status.
   *
   * @param answer - The answer
   * @returns What failed, and whether another attempt may help
   */
  sort(answer: HttpAnswer): Failure {
    try {
      this.check(answer);
    } catch (error) {
      if (error instanceof AttemptFailure) return error.failure;
      throw error;
    }
    const isStale = answer.status === 401 && this.#options.definition?.expired === undefined;
    return isStale ? this.#staleFailure(answer) : this.#statusFailure(answer);
  }

  /** The answer says that other credentials are needed, whatever its status. */
  #staleFailure(answer: HttpAnswer): Failure {
    const { error } = this.#statusFailure({ ...answer, status: 401 });
    if (answer.status === 401) return { error, again: "stale" };
    const sentence = `Could not sign in to "${this.#options.host}": the sign-in has expired. Check the credentials or make new ones.`;
    return { error: accountInvalid(sentence), again: "stale" };
  }

  #statusFailure(answer: HttpAnswer): Failure {
    const { host, now } = this.#options;
    return statusFailure(answer, host, now());
  }
}

import { accountInvalid, ConnectorError, type HttpAnswer, type HttpDefinition } from "@wellhead/sdk";
import { statusFailure } from "./status-error.js";
import { AttemptFailure, type Failure } from "./transport-error.js";

/** Options of {@link AnswerFaults}. */
export interface AnswerFaultsOptions {
  readonly definition: HttpDefinition | undefined;
  /** Host of the upstream, for the error message. */
  readonly host: string;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

/** Finds the fault in a response: first with the definition's `expired` and `fault`, then from the status. */
export class AnswerFaults {
  readonly #options: AnswerFaultsOptions;

  /** @param options - Definition, host of the upstream, clock */
  constructor(options: AnswerFaultsOptions) {
    this.#options = options;
  }

  /**
   * Throws when the definition recognises a fault in a response.
   *
   * @param answer - The response
   * @throws AttemptFailure when there is a fault
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
   * Classifies a response with an error status.
   *
   * @param answer - The response
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

  /** Returns the failure for a response that says that the credentials have expired, whatever its status. */
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

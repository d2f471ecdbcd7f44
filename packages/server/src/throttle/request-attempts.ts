import { errorCodes } from "@wellhead/contract/vocabulary";
import type { AnyAccount, Fields } from "@wellhead/sdk";
import { attemptedAccount } from "./attempt-keys.js";
import type { FailureLevel } from "./failure-settings.js";
import { type AdmittedAttempt, type Attempt, type FailureThrottle, hasToWait } from "./failure-throttle.js";

/** Options of {@link RequestAttempts}. */
export interface RequestAttemptsOptions {
  readonly throttle: FailureThrottle;
  readonly connector: string;
  /** The caller, as returned by `callerKey`. */
  readonly caller: string;
  /** Name of the endpoint. */
  readonly endpoint: string;
  /** Called when the request has to wait. */
  readonly throttled: (level: FailureLevel) => void;
}

/** The accounts and codes that one request tries. */
export class RequestAttempts {
  readonly #options: RequestAttemptsOptions;
  readonly #admitted: AdmittedAttempt[] = [];

  /** @param options - Facts about the request and the throttle that counts its failures */
  constructor(options: RequestAttemptsOptions) {
    this.#options = options;
  }

  /**
   * Admits an attempt to use an account. An account without any member identifies nobody and never has to wait.
   *
   * @param account - The account
   * @param form - Fields of its kind
   * @param source - Source that is requested. Default: none
   * @throws ConnectorError `rate_limited` when the caller has tried too many wrong accounts
   */
  admitAccount(account: AnyAccount, form: Fields, source = ""): void {
    if (Object.keys(account).length > 1)
      this.#admit({ account: () => attemptedAccount(account, form) }, source);
  }

  /**
   * Admits an attempt to use the code of a sign-in.
   *
   * @param code - The code with which the provider redirected the user back
   * @throws ConnectorError `rate_limited` when the caller has tried too many wrong codes
   */
  admitCode(code: string): void {
    this.#admit({ account: () => ({ whole: code, user: undefined, host: "sign-in" }), isCode: true }, "");
  }

  /**
   * Records the outcome of the request for each of its attempts.
   *
   * @param code - Error code of the response; `undefined` when it is not an error
   */
  settle(code: string | undefined): void {
    for (const attempt of this.#admitted.splice(0)) {
      if (code === undefined) attempt.succeeded();
      else if (statusOf(code) === 401) attempt.failed();
    }
  }

  #admit(attempted: Pick<Attempt, "account" | "isCode">, source: string): void {
    const { throttle, connector, caller, endpoint, throttled } = this.#options;
    const checkpoint = `${endpoint} ${source}`;
    const outcome = throttle.admit({ connector, caller, checkpoint, ...attempted });
    if (!hasToWait(outcome)) {
      this.#admitted.push(outcome);
      return;
    }
    throttled(outcome.level);
    throw outcome.error;
  }
}

function statusOf(code: string): number | undefined {
  return Object.entries(errorCodes).find(([name]) => name === code)?.[1].status;
}

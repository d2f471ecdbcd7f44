import { errorCodes } from "@wellhead/contract";
import type { AnyAccount, Fields } from "@wellhead/sdk";
import { type AttemptedAccount, attemptedAccount } from "./attempt-keys.js";
import type { FailureLevel } from "./failure-settings.js";
import { type AdmittedAttempt, type FailureThrottle, hasToWait } from "./failure-throttle.js";

/** What {@link RequestAttempts} needs to know of a request. */
export interface RequestAttemptsOptions {
  readonly throttle: FailureThrottle;
  readonly connector: string;
  /** Who sent it, as `callerKey` names it. */
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

  /** @param options - The request and what counts its failures */
  constructor(options: RequestAttemptsOptions) {
    this.#options = options;
  }

  /**
   * Lets an account be tried. One without any member is nobody's, and never waits.
   *
   * @param account - The account
   * @param form - Fields of its kind
   * @param source - Source it is tried at. Default: none
   * @throws ConnectorError `rate_limited` when its caller tried too many wrong ones
   */
  admitAccount(account: AnyAccount, form: Fields, source = ""): void {
    if (Object.keys(account).length > 1) this.#admit(() => attemptedAccount(account, form), source);
  }

  /**
   * Lets the code of a sign-in be tried.
   *
   * @param code - What the provider sent the person back with
   * @throws ConnectorError `rate_limited` when the caller tried too many wrong ones
   */
  admitCode(code: string): void {
    this.#admit(() => ({ whole: code, user: undefined, host: "sign-in" }), "");
  }

  /**
   * Counts how the request ended.
   *
   * @param code - Error code of the answer; `undefined` when it is not an error
   */
  settle(code: string | undefined): void {
    for (const attempt of this.#admitted.splice(0)) {
      if (code === undefined) attempt.succeeded();
      else if (statusOf(code) === 401) attempt.failed();
    }
  }

  #admit(account: () => AttemptedAccount, source: string): void {
    const { throttle, connector, caller, endpoint, throttled } = this.#options;
    const checkpoint = `${endpoint} ${source}`;
    const outcome = throttle.admit({ connector, caller, checkpoint, account });
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

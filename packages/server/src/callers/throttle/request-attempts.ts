import { isIP } from "node:net";
import { errorCodes } from "@wellhead/contract/vocabulary";
import { type AnyAccount, type Fields, Secret } from "@wellhead/sdk";
import type { FailureLevel } from "../../settings/failure-settings.js";
import { revealMembers } from "../../wire/account-members.js";
import {
  type AdmittedAttempt,
  type Attempt,
  type AttemptedAccount,
  type FailureThrottle,
  hasToWait,
} from "./failure-throttle.js";

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

/** Names of fields that identify the host of an account. */
const hostNames = /host|server|ur[il]|address|endpoint|domain|site|instance|workspace|connection/i;

/** Names of fields that identify the user of an account. */
const userNames = /user|login|mail|account|client|uid|name/i;

/**
 * Finds the host and the user of an account. Only members that identify them count, because an attacker could vary any
 * other member to make each guess look like a different account.
 *
 * @param account - The account
 * @param form - Fields of its kind
 * @returns The values that failures are counted by
 */
function attemptedAccount(account: AnyAccount, form: Fields): AttemptedAccount {
  const members = Object.entries(account).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const open = members.filter(([name]) => name !== "kind" && Object.hasOwn(form, name));
  const host = textsOf(open, hostNames)
    .map((text) => hostOf(text))
    .join(" ");
  const user = textsOf(
    open.filter(([name]) => !hostNames.test(name)),
    userNames,
  ).join(" ");
  return {
    whole: JSON.stringify(revealMembers(Object.fromEntries(members))),
    user: user === "" ? undefined : JSON.stringify([account.kind, host, user]),
    host,
  };
}

/** Returns the texts of the members with matching names at any depth, without secrets. */
function textsOf(members: readonly (readonly [string, unknown])[], names: RegExp): readonly string[] {
  return members.flatMap(([name, value]): readonly string[] => {
    if (value instanceof Secret) return [];
    if (typeof value === "object" && value !== null) return textsOf(Object.entries(value), names);
    return typeof value === "string" && names.test(name) ? [value.trim().toLowerCase()] : [];
  });
}

/** Returns the host of an address or a plain host, in the normalized spelling of URLs. */
function hostOf(text: string): string {
  const authority =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(?<host>[^/?#]*)/.exec(text)?.groups?.["host"] ?? text;
  const isBare = isIP(authority) === 6;
  const url = `http://${isBare ? `[${authority}]` : authority}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : authority;
}

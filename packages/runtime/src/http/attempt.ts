import {
  accountInvalid,
  type HttpAnswer,
  type HttpDefinition,
  hasLimitWords,
  isConnectorError,
  rateLimited,
  refusalReason,
  upstreamInvalid,
  upstreamMissing,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { readRetryHint } from "@wellhead/sdk/internal";
import { isEgressRefused } from "../egress/address-policy.js";

/** Enforces the timeouts of one attempt: aborts it when the request is aborted or when a phase takes too long. */
export class AttemptClock {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #stop: () => void;
  readonly #host: string;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Starts without a timeout.
   *
   * @param outer - Signal of the request
   * @param host - Host of the upstream, for the error message
   */
  constructor(outer: AbortSignal, host: string) {
    this.#outer = outer;
    this.#host = host;
    this.#stop = () => this.#controller.abort(outer.reason);
    outer.addEventListener("abort", this.#stop, { once: true });
    if (outer.aborted) this.#stop();
  }

  /** Signal that aborts the attempt. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Starts a phase and cancels the timeout of the previous one.
   *
   * @param milliseconds - Timeout of the phase; `undefined` for none
   */
  allow(milliseconds: number | undefined): void {
    clearTimeout(this.#timer);
    if (milliseconds === undefined) return;
    this.#timer = setTimeout(() => {
      const error = upstreamTimeout(
        `Could not read from "${this.#host}": no complete response within ${milliseconds} ms. Try again later.`,
      );
      this.#controller.abort(new AttemptFailure({ error, again: "final" }));
    }, milliseconds);
  }

  /** Cancels all timeouts; the attempt has ended. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#stop);
  }
}

/** A failed attempt: the error for the caller, and whether another attempt may help. */
export interface Failure {
  readonly error: Error;
  /** `unsent`: the request cannot have arrived. `broken`: it may have arrived. `stale`: another attempt needs
   * refreshed credentials. `final`: another attempt is useless. */
  readonly again: "unsent" | "broken" | "stale" | "final";
  /** Milliseconds that the upstream asks to wait. */
  readonly wait?: number | undefined;
}

const timeouts: ReadonlyMap<unknown, string> = new Map([
  ["UND_ERR_HEADERS_TIMEOUT", "no response in time"],
  ["UND_ERR_BODY_TIMEOUT", "the response stopped before its end"],
]);

/** Faults of the request or the response itself; another attempt would fail in the same way. */
const broken: ReadonlyMap<unknown, string> = new Map([
  ["UND_ERR_HEADERS_OVERFLOW", "its headers are too large"],
  ["UND_ERR_INVALID_ARG", "the request has a character that is not allowed in a header or an address"],
  ["UND_ERR_NOT_SUPPORTED", "it asks for another protocol"],
]);

/**
 * Classifies an error that a failed attempt threw.
 *
 * @param thrown - What was thrown
 * @param host - Host of the request, for the error message
 * @returns The failure
 */
function transportFailure(thrown: unknown, host: string): Failure {
  if (isConnectorError(thrown)) {
    // Only the dialler and our own checks throw these; a retryable one comes from the dialler, so nothing was sent.
    const unsent = thrown.retryable && !isEgressRefused(thrown);
    return { error: thrown, again: unsent ? "unsent" : "final" };
  }
  const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = "code" in cause ? cause.code : undefined;
  const late = timeouts.get(code);
  if (late !== undefined) {
    return {
      error: upstreamTimeout(`Could not read from "${host}": ${late}. Try again later.`, { cause }),
      again: "final",
    };
  }
  const wrong =
    broken.get(code) ?? (cause.name === "HTTPParserError" ? "its response is not HTTP" : undefined);
  if (wrong !== undefined) {
    return { error: upstreamInvalid(`Could not read from "${host}": ${wrong}.`, { cause }), again: "final" };
  }
  const error = upstreamUnavailable(
    `Could not read from "${host}": the connection broke before the response was complete. Try again.`,
    { cause },
  );
  return { error, again: "broken" };
}

/** Carries a classified failure out of an attempt; never leaves the HTTP client. */
export class AttemptFailure extends Error {
  /** What failed, and whether another attempt may help. */
  readonly failure: Failure;

  /**
   * Wraps a failure.
   *
   * @param failure - What failed
   */
  constructor(failure: Failure) {
    super(failure.error.message);
    this.failure = failure;
  }
}

/**
 * Classifies whatever an attempt threw.
 *
 * @param thrown - What was thrown
 * @param host - Host of the request
 * @returns The failure
 */
export function failureOf(thrown: unknown, host: string): Failure {
  return thrown instanceof AttemptFailure ? thrown.failure : transportFailure(thrown, host);
}

/** Options of {@link AnswerFaults}. */
export interface AnswerFaultsOptions {
  readonly definition: HttpDefinition | undefined;
  /** Host of the upstream, for the error message. */
  readonly host: string;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

/** Finds the fault in a response, with the definition's `expired` and `fault` and from the status. */
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
    const failure = this.#expiredFailure(answer) ?? this.#ownFailure(answer);
    if (failure !== undefined) throw new AttemptFailure(failure);
  }

  /**
   * Creates the failure for a list that the upstream has accepted to make, but not made yet (202).
   *
   * @param headers - Headers of the response
   * @returns The failure to throw; another attempt may help
   */
  notReady(headers: HttpAnswer["headers"]): AttemptFailure {
    const { host, now } = this.#options;
    const wait = readRetryHint(headers, now());
    const error = upstreamUnavailable(
      `Could not read from "${host}": the list is not ready yet (202). Try again later.`,
      retryOptionsOf(wait),
    );
    return new AttemptFailure({ error, again: "broken", wait });
  }

  /**
   * Classifies a response with an error status.
   *
   * @param answer - The response
   * @returns What failed, and whether another attempt may help
   */
  sort(answer: HttpAnswer): Failure {
    const expired = this.#expiredFailure(answer);
    if (expired !== undefined) return expired;
    const own = this.#ownFailure(answer);
    const isStale = answer.status === 401 && this.#options.definition?.expired === undefined;
    const byStatus = isStale ? this.#staleFailure(answer) : this.#statusFailure(answer);
    if (own === undefined) return byStatus;
    if (own.again === "broken") return { ...own, wait: own.wait ?? byStatus.wait };
    if (byStatus.again === "final" || (isConnectorError(own.error) && own.error.final)) return own;
    // At a limit or an outage, what the definition says of other failures does not apply.
    return byStatus.again === "stale" ? { ...byStatus, error: own.error } : byStatus;
  }

  #expiredFailure(answer: HttpAnswer): Failure | undefined {
    return this.#options.definition?.expired?.(answer) === true ? this.#staleFailure(answer) : undefined;
  }

  /** Returns the failure that the definition recognises. */
  #ownFailure(answer: HttpAnswer): Failure | undefined {
    const error = this.#options.definition?.fault?.(answer);
    if (error === undefined) return undefined;
    const own = isConnectorError(error) ? error : undefined;
    const wait = own?.retryAfter === undefined ? undefined : own.retryAfter * 1000;
    return { error, again: own?.retryable === true ? "broken" : "final", wait };
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

/** Zero would tell callers to try again at once. */
function retryOptionsOf(wait: number | undefined): { readonly retryAfter?: number } {
  return wait === undefined || wait <= 0 ? {} : { retryAfter: Math.ceil(wait / 1000) };
}

/** Server errors that a retry does not resolve: not implemented, HTTP version, loop, sign-in to the network. */
const lasting = new Set([501, 505, 508, 511]);

/**
 * Classifies a response whose status is not a success. The error repeats nothing from the body but the field and the
 * reason of a refused request.
 *
 * @param answer - The response
 * @param host - Host it came from, for the error message
 * @param now - The current time in milliseconds
 * @returns The failure
 */
export function statusFailure(answer: HttpAnswer, host: string, now: number): Failure {
  const { status, headers } = answer;
  const wait = readRetryHint(headers, now);
  const retryOptions = retryOptionsOf(wait);
  if (status === 429 || (status === 403 && (wait !== undefined || hasLimitWords(answer)))) {
    const error = rateLimited(
      `Could not read from "${host}": its limit of requests is reached. Try again later.`,
      retryOptions,
    );
    return { error, again: "broken", wait };
  }
  if (isPassing(status)) {
    const error = upstreamUnavailable(
      `Could not read from "${host}": the server returned an error (${status}). Try again later.`,
      retryOptions,
    );
    return { error, again: "broken", wait };
  }
  return { error: finalError(answer, host), again: "final" };
}

/** Reports whether the same request may succeed later; proxies use statuses of their own above 511, such as 522. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || (status >= 500 && !lasting.has(status));
}

function finalError(answer: HttpAnswer, host: string): Error {
  const { status } = answer;
  if (status === 401) {
    return accountInvalid(
      `Could not sign in to "${host}": it refused the credentials (401). Check them or create new ones.`,
    );
  }
  if (status === 402) {
    return accountInvalid(
      `Could not read from "${host}": the plan of this account does not include it (402). Upgrade the plan or use another account.`,
    );
  }
  if (status === 403) {
    return accountInvalid(
      `Could not read from "${host}": this account does not have permission (403). Grant it the permission or use another account.`,
    );
  }
  if (status === 404 || status === 410) {
    return upstreamMissing(
      `Could not read from "${host}": nothing exists at the address (${status}). It may have been renamed, removed or hidden from this account.`,
    );
  }
  if (status >= 300 && status < 400) {
    return upstreamInvalid(
      `Could not read from "${host}": expected a response, got a redirect (${status}). Check the address.`,
    );
  }
  const reason = refusalReason(answer);
  return upstreamInvalid(
    reason === undefined
      ? `Could not read from "${host}": it refused the request (${status}). Check the filter.`
      : `Could not read from "${host}": it refused the request (${status}): ${reason}. Check the filter.`,
  );
}

import {
  type AccountKind,
  type AnyAccount,
  accountKey,
  ConnectorError,
  type Context,
  type Http,
  type HttpAnswer,
  type HttpDefinition,
  type HttpLimits,
  isConnectorError,
} from "@wellhead/sdk";
import { defaultHttpLimits } from "@wellhead/sdk/internal";
import { endCallSpan, startCallSpan } from "../trace/span.js";
import { AnswerFaults, AttemptClock, AttemptFailure, type Failure, failureOf } from "./attempt.js";
import { baseUrlOf, type CallMethod, type CallPlan, isTrusted, signRequest } from "./call-plan.js";
import { type CurrentAccount, secretsIn } from "./current-account.js";
import { sentCredentials } from "./hide-credentials.js";
import type { HttpEnvironment } from "./http-environment.js";
import { InspectedBody, inspectedRequest, signsIn } from "./inspected-body.js";
import type { ReleaseLease } from "./leases.js";
import { type BeginWait, RateGate } from "./rate-gate.js";
import { readFault } from "./read-body.js";
import { followRedirects, type Reply } from "./send-request.js";

/** Options of {@link HttpSession}. */
export interface HttpSessionOptions {
  /** Id of the connector. */
  readonly connector: string;
  readonly definition: HttpDefinition | undefined;
  readonly account: CurrentAccount;
  /** Adds the credentials of the account to a request. Default: requests carry no credentials. */
  readonly authorize: AccountKind["authorize"] | undefined;
  readonly context: Context;
  /** Variables of the deployment, such as the consumer key that an OAuth 1 account signs with. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /**
   * Returns the key of the account in a store. It stays the same after a refresh and reveals nothing about the account.
   * Default: a key that only this process can compute.
   */
  readonly keyOf: (() => Promise<string>) | undefined;
  /** Whether a person waits for the response. */
  readonly interactive: boolean;
  readonly environment: HttpEnvironment;
  /** Notes waits for a limit of the upstream. Default: they are not noted. */
  readonly beginWait?: BeginWait | undefined;
  /** Returns a client without credentials, for account kinds that call the upstream to obtain some. */
  readonly plain: (() => Http) | undefined;
}

/** Reads a response; an error it throws fails the attempt. */
export type ReadReply<Value> = (reply: Reply, clock: AttemptClock) => Promise<Value>;

/** Maximum attempts per call. */
const attempts = 3;
/** Maximum wait after the first attempt, in milliseconds; doubles with each further one. */
const backoffMs = 250;

/** Maximum number of remarks per request. */
const maxRemarks = 5;

/** Sends the calls of one request: signs, limits and retries them, and classifies failures. */
export class HttpSession {
  readonly limits: HttpLimits;
  readonly baseUrl: URL | undefined;
  readonly #options: HttpSessionOptions;
  readonly #gate: RateGate;
  readonly #faults: AnswerFaults;
  readonly #longestWait: number;
  /** Whether a call of this request has succeeded, so that a failure would discard its result. */
  #hasRead = false;
  #remarks = 0;

  /**
   * Creates the client of one request.
   *
   * @param options - Definition, account and environment
   */
  constructor(options: HttpSessionOptions) {
    const { account, definition, interactive, environment, plain, beginWait } = options;
    this.#options = options;
    this.limits = { ...defaultHttpLimits, ...definition?.limits };
    this.#longestWait = interactive ? this.limits.interactiveWait : this.limits.wait;
    this.baseUrl = baseUrlOf(definition, account.value);
    this.#faults = new AnswerFaults({
      definition,
      host: this.baseUrl?.hostname ?? "the source",
      now: () => this.now(),
    });
    this.#gate = new RateGate({
      environment,
      key: async () => `rate:${await keyIn(options)}`,
      // Calls that signing makes belong to a request that already has a lease, so they need none of their own.
      budgets: [definition?.rate ?? []].flat().filter((limit) => "requests" in limit || plain !== undefined),
      interactive,
      maxWaitMs: this.#longestWait,
      beginWait,
    });
  }

  /** Aborts every call. */
  get signal(): AbortSignal {
    return this.#options.context.signal;
  }

  /** @returns The current time in milliseconds */
  now(): number {
    return this.#options.environment.now();
  }

  /** How lists are paged unless a call says otherwise. */
  get paging(): HttpDefinition["paging"] {
    return this.#options.definition?.paging;
  }

  /**
   * Makes a call and reads its response, with retries where they may help.
   *
   * @param plan - The call
   * @param read - Reads a response with a success status
   * @param signal - Aborts the call. Default: the signal of the request
   * @returns The result of `read`
   * @throws ConnectorError for the kind of failure
   */
  async perform<Value>(
    plan: CallPlan,
    read: ReadReply<Value>,
    signal: AbortSignal = this.signal,
  ): Promise<Value> {
    const { environment } = this.#options;
    environment.retryBudget.deposit(plan.url.origin);
    let isRefreshed = false;
    let since = this.now();
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const release = await this.#gate.enter(signal);
      const account = this.#options.account.value;
      const waitMs = this.now() - since;
      const outcome = await this.#attempt(plan, { read, signal, attempt, account, release, waitMs });
      since = this.now();
      if ("value" in outcome) {
        this.#hasRead = true;
        return outcome.value;
      }
      signal.throwIfAborted();
      const { failure } = outcome;
      if (failure.again !== "stale") {
        await this.#beforeNext(plan, { failure, attempt, signal });
        continue;
      }
      if (isRefreshed || !(await this.#refresh(plan, account))) throw failure.error;
      isRefreshed = true;
    }
  }

  /**
   * Logs a remark about how a list is read. Further ones of the same request are left out, because a request may read
   * thousands of lists in the same way.
   *
   * @param sentence - The remark
   * @param method - Method of the request that shows it
   * @param url - Its address
   */
  remark(sentence: string, method: CallMethod, url: URL): void {
    this.#remarks += 1;
    if (this.#remarks > maxRemarks) return;
    const { host, pathname: path } = url;
    const inspected = this.inspects ? inspectedRequest({ url, body: undefined }) : {};
    this.#options.context.log.warn(sentence, { method, host, path, ...inspected });
  }

  /** Whether log lines have more details, for development. */
  get inspects(): boolean {
    return this.#options.environment.inspects;
  }

  /**
   * Logs that a response announces another page, which the connector may request itself.
   *
   * @param place - Where it does
   * @param plan - The call
   */
  noteAnnouncedPage(place: string, plan: CallPlan): void {
    const { method, url } = plan;
    const details = { method, host: url.host, path: url.pathname, place, ...inspectedRequest(plan) };
    this.#options.context.log.info("A response announces another page", details);
  }

  /**
   * Throws when the definition recognises a fault in a response.
   *
   * @param answer - The response
   * @throws AttemptFailure when there is a fault
   */
  check(answer: HttpAnswer): void {
    this.#faults.check(answer);
  }

  async #attempt<Value>(
    plan: CallPlan,
    {
      read,
      signal,
      attempt,
      account,
      release,
      waitMs,
    }: {
      readonly read: ReadReply<Value>;
      readonly signal: AbortSignal;
      readonly attempt: number;
      readonly account: AnyAccount;
      readonly release: ReleaseLease | undefined;
      /** Milliseconds that the attempt waited for a limit or after a failure. */
      readonly waitMs: number;
    },
  ): Promise<{ readonly value: Value } | { readonly failure: Failure }> {
    const { context, environment } = this.#options;
    const clock = new AttemptClock(signal, plan.url.hostname);
    const started = environment.now();
    const span = startCallSpan({ method: plan.method, url: plan.url, attempt, waitMs });
    const facts = {
      method: plan.method,
      host: plan.url.host,
      path: plan.url.pathname,
      attempt,
      ...(waitMs > 0 && { waitMs }),
      ...(environment.inspects && { ...inspectedRequest(plan), ...sentCredentials(plan) }),
    };
    const inspected = environment.inspects
      ? new InspectedBody(!signsIn(plan, secretsIn(account)))
      : undefined;
    let status: number | undefined;
    try {
      clock.allow(this.limits.answer);
      const opened = await this.#open(plan, clock, account);
      const released = release === undefined ? opened : releasing(opened, release);
      const reply = inspected === undefined ? released : { ...released, body: inspected.read(released.body) };
      status = reply.status;
      clock.allow(this.limits.page);
      if (!isExpected(reply.status, plan)) throw await this.#refusal(reply, plan);
      await this.#gate.observe(reply.headers);
      const value = await read(reply, clock);
      endCallSpan(span, { status });
      const details = { ...facts, status, ms: environment.now() - started };
      context.log.info("Upstream call", inspected ? { ...details, received: inspected.text } : details);
      return { value };
    } catch (error) {
      release?.();
      clock.end();
      const failure = failureOf(error, plan.url.hostname);
      endCallSpan(span, { status, error: failure.error, aborted: signal.aborted });
      // An attempt that we aborted, such as a page that is no longer needed, is not a failure of the upstream.
      const received = inspected && { status, received: inspected.text };
      const details = { ...facts, ...received, ms: environment.now() - started };
      if (signal.aborted) context.log.info("Upstream call dropped", details);
      else context.log.warn("Upstream call failed", { ...details, error: failure.error.message });
      return { failure };
    }
  }

  /** Signs and sends the request, and follows redirects as far as the definition allows. */
  async #open(plan: CallPlan, clock: AttemptClock, account: AnyAccount): Promise<Reply> {
    const { definition, environment, authorize, plain, variables } = this.#options;
    const signing = { definition, authorize, plain, account, variables, baseUrl: this.baseUrl };
    return await followRedirects(plan, {
      environment,
      limits: this.limits,
      signal: clock.signal,
      secrets: () => secretsIn(account),
      maxRedirects: plan.method === "GET" ? (definition?.redirects ?? 0) : 0,
      sign: (request) => signOnce(request, signing),
    });
  }

  async #refusal(reply: Reply, { url, fileHeaders }: CallPlan): Promise<AttemptFailure> {
    const fault = await readFault(reply);
    if (fileHeaders !== undefined && (reply.status === 404 || reply.status === 410)) {
      const message = `Could not read the file from "${url.hostname}": it does not exist (${reply.status}). It may have been renamed or removed.`;
      return new AttemptFailure({ error: new ConnectorError("not_found", message), again: "final" });
    }
    const failure = this.#faults.sort({ status: reply.status, headers: reply.headers, ...fault });
    if (isLimit(failure)) await this.#gate.observe(reply.headers, failure.wait);
    return new AttemptFailure(failure);
  }

  /** Refreshes the account that signed a refused call; returns whether there are other credentials now. */
  async #refresh({ url }: CallPlan, used: AnyAccount): Promise<boolean> {
    const { account, context, definition } = this.#options;
    // A call to another origin carries no credentials, so they cannot be why it was refused.
    if (!isTrusted(url.origin, { definition, baseUrl: this.baseUrl })) return false;
    return await account.refresh(used, context);
  }

  /** Returns the milliseconds that a failure asks to wait; 0 when it asks for none. */
  async #waitOf(failure: Failure, attempt: number): Promise<number> {
    const { wait = 0 } = failure;
    if (wait > 0 || !isLimit(failure)) return wait;
    const assumed = this.#gate.limitWait(attempt);
    await this.#gate.observe({}, assumed);
    return assumed;
  }

  /** Waits for the next attempt, or throws when there is none. */
  async #beforeNext(
    plan: CallPlan,
    {
      failure,
      attempt,
      signal,
    }: { readonly failure: Failure; readonly attempt: number; readonly signal: AbortSignal },
  ): Promise<void> {
    const { environment } = this.#options;
    const repeatable = failure.again === "unsent" || (failure.again === "broken" && plan.idempotent);
    if (!repeatable || attempt >= attempts) throw failure.error;
    const wait = await this.#waitOf(failure, attempt);
    if (wait > 0) {
      // When the first call is refused, no result is lost, so the caller may as well retry later.
      const longest = this.#hasRead || this.#options.interactive ? this.#longestWait : this.#longestWait / 2;
      // This error names the limit and is more specific than the gate's own.
      if (wait > longest) throw failure.error;
      return await this.#gate.pause(wait, signal);
    }
    if (!environment.retryBudget.withdraw(plan.url.origin)) throw failure.error;
    return await environment.wait(Math.round(environment.random() * backoffMs * 2 ** (attempt - 1)), signal);
  }
}

/** Reports whether an attempt failed because the limit of the upstream is reached. */
function isLimit({ error }: Failure): boolean {
  return isConnectorError(error) && error.code === "rate_limited";
}

function isExpected(status: number, { fileHeaders, expectedStatuses = [] }: CallPlan): boolean {
  const hasNoPart = status === 416 && fileHeaders !== undefined;
  return (status >= 200 && status <= 299) || hasNoPart || expectedStatuses.includes(status);
}

/** Holds the lease until the response was read or dropped. */
function releasing(reply: Reply, release: ReleaseLease): Reply {
  const drop = (): void => {
    release();
    reply.drop();
  };
  return { ...reply, body: releasingBody(reply.body, release), drop };
}

async function* releasingBody(
  body: AsyncIterable<Uint8Array>,
  release: ReleaseLease,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    release();
  }
}

/** Fails without a retry: calls that signing made were retried already, and retrying them again would multiply them. */
async function signOnce(...parameters: Parameters<typeof signRequest>): Promise<void> {
  try {
    await signRequest(...parameters);
  } catch (error) {
    throw isConnectorError(error) ? new AttemptFailure({ error, again: "final" }) : error;
  }
}

/** Returns the account's key in the store. The service's own key stays the same after a refresh. */
async function keyIn({ connector, account, context, keyOf }: HttpSessionOptions): Promise<string> {
  return (await keyOf?.()) ?? accountKey({ connector, account: context.account, form: account.kind?.fields });
}

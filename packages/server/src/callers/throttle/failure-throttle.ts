import { type OAuthEnvironment } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import {
  type FailureLevel,
  type FailureSettings,
  failureLevels,
  failureLimit,
} from "../../settings/failure-settings.js";
import { FailingAccounts, FailureTable } from "./failure-table.js";

/** Options of {@link FailureThrottle}. */
export interface FailureThrottleOptions {
  /** The settings; `undefined` disables counting. */
  readonly settings: Required<FailureSettings> | undefined;
  /** Creates keyed digests; its cache shares the counts between replicas as far as possible. */
  readonly environment: Pick<OAuthEnvironment, "secret" | "cache" | "shared" | "now">;
}

/** The parts of an account that failures are counted by. */
export interface AttemptedAccount {
  /** The whole account, including its secrets; only used in a digest. */
  readonly whole: string;
  /** Host and user name; `undefined` when the account does not contain a user name. */
  readonly user: string | undefined;
  /** Host in the account; empty when the account does not contain one. */
  readonly host: string;
}

/** One attempt to use an account. */
export interface Attempt {
  readonly connector: string;
  /** The caller, as returned by `callerKey`. */
  readonly caller: string;
  /** What the connector is asked to do, such as an endpoint and its source. */
  readonly checkpoint: string;
  /** Whether it is the code of a sign-in and not an account. Default: `false`. */
  readonly isCode?: boolean;
  /** Returns the parts of the account to count by; called only when failures are counted or looked up. */
  readonly account: () => AttemptedAccount;
}

/** An attempt that was admitted. */
export interface AdmittedAttempt {
  /** Counts a failure, because the account was rejected. */
  failed(): void;
  /** Records that the account worked. */
  succeeded(): void;
}

/** The reason why an attempt has to wait, and for how long. */
export interface Wait {
  readonly level: FailureLevel;
  readonly error: ConnectorError;
}

/** Lifetime of a count that replicas share, in milliseconds. */
const sharedLifetime = 3_600_000;
/** Maximum number of stored accounts that worked. */
const maxProven = 10_000;
/** Maximum number of stored checkpoints of one connector that rejected an account. */
const maxRefusing = 64;
/** Length of a digest for the operator, in characters of 6 bits. */
const shownLength = 8;

/**
 * Slows down callers that try wrong accounts. Failures are counted by keyed digests of the caller and of the attempted
 * account. Other callers and other accounts of the same host therefore do not have to wait for long, and the stored
 * digests do not reveal anything about an account.
 *
 * An account that worked before does not have to wait because of the failures of other accounts. A success counts as
 * proof only at a checkpoint that has rejected another account before, because a response that is the same for every
 * account proves nothing.
 */
export class FailureThrottle {
  /** The accounts whose latest attempt was rejected. */
  readonly failing: FailingAccounts;
  readonly #options: FailureThrottleOptions;
  readonly #tables = new Map<FailureLevel, FailureTable>();
  /** Digests of accounts with the checkpoints at which they worked, the latest last. */
  readonly #proven = new Set<string>();
  /** Checkpoints that rejected an account, by connector. */
  readonly #refusing = new Map<string, Set<string>>();

  /** @param options - The settings and the environment that creates digests */
  constructor(options: FailureThrottleOptions) {
    this.#options = options;
    const { settings, environment } = options;
    this.failing = new FailingAccounts(environment.now);
    if (settings === undefined) return;
    for (const level of failureLevels)
      this.#tables.set(level, new FailureTable(failureLimit(level, settings), environment.now));
  }

  /** The settings; `undefined` when counting is disabled. */
  get settings(): Required<FailureSettings> | undefined {
    return this.#options.settings;
  }

  /** Number of stored keys and accounts. */
  get size(): number {
    return [...this.#tables.values()].reduce((sum, table) => sum + table.size, this.#proven.size);
  }

  /**
   * Decides whether an account may be tried.
   *
   * @param attempt - The attempt
   * @returns The admitted attempt, to which the outcome is reported, or the reason to wait
   */
  admit(attempt: Attempt): AdmittedAttempt | Wait {
    const digests = new AttemptDigests(attempt, this.#options.environment.secret);
    if (this.#isQuiet() || this.#isProven(digests)) return this.#admitted(digests, []);
    const { keys } = digests;
    for (const [level, key] of keys) {
      const wait = this.#tables.get(level)?.waitOf(key) ?? 0;
      if (wait > 0) return { level, error: mustWait(wait, "too many wrong accounts came from this caller") };
    }
    const returns = keys.flatMap(([level, key]) => this.#tables.get(level)?.take(key) ?? []);
    return this.#admitted(digests, returns);
  }

  /**
   * Counts a request with wrong credentials for the service itself.
   *
   * @param caller - The caller, as returned by `callerKey`
   * @returns The reason to wait; `undefined` when the caller may see the actual error
   */
  callerFailed(caller: string): Wait | undefined {
    const table = this.#tables.get("caller");
    if (table === undefined) return undefined;
    const key = this.#options.environment.secret.derive("failures", "caller", caller);
    const wait = table.waitOf(key);
    if (wait > 0)
      return { level: "caller", error: mustWait(wait, "too many wrong credentials came from this address") };
    this.#fail(["caller", key], "");
    return undefined;
  }

  #admitted(digests: AttemptDigests, returns: readonly (() => void)[]): AdmittedAttempt {
    const { checkpoint, connector, isCode } = digests.attempt;
    return {
      failed: () => {
        if (isCode !== true) this.failing.failed(connector, digests.shown);
        this.#proven.delete(provenKey(digests.whole, checkpoint));
        keepLatest(this.#refusingOf(digests), checkpoint, maxRefusing);
        for (const key of digests.keys) this.#fail(key, digests.whole);
      },
      succeeded: () => {
        if (this.failing.size > 0) this.failing.succeeded(connector, digests.shown);
        if (this.#isQuiet()) return;
        for (const release of returns) release();
        keepLatest(this.#proven, provenKey(digests.whole, checkpoint), maxProven);
        if (!this.#refusingOf(digests).has(checkpoint)) return;
        for (const [level, key] of digests.keys)
          if (level === "same" || level === "account") this.#clear(level, key);
      },
    };
  }

  /** Whether no failures are stored, so that no lookup is needed. */
  #isQuiet(): boolean {
    for (const table of this.#tables.values()) if (table.size > 0) return false;
    return true;
  }

  #isProven(digests: AttemptDigests): boolean {
    if (this.#proven.size === 0) return false;
    const { attempt, whole } = digests;
    if (this.#proven.has(provenKey(whole, attempt.checkpoint))) return true;
    return [...this.#refusingOf(digests)].some((checkpoint) =>
      this.#proven.has(provenKey(whole, checkpoint)),
    );
  }

  #refusingOf({ attempt: { connector } }: AttemptDigests): Set<string> {
    const known = this.#refusing.get(connector) ?? new Set();
    this.#refusing.set(connector, known);
    return known;
  }

  #fail([level, key]: readonly [FailureLevel, string], value: string): void {
    const { cache, shared } = this.#options.environment;
    const table = this.#tables.get(level);
    if (table?.fail(key, value) !== true || !shared) return;
    // The cache never fails. Without its server each replica counts on its own, and a metric reports that.
    void cache.increment(sharedKey(level, key), 1, sharedLifetime).then((count) => table.raise(key, count));
  }

  #clear(level: FailureLevel, key: string): void {
    const { cache, shared } = this.#options.environment;
    this.#tables.get(level)?.clear(key);
    if (shared) void cache.set(sharedKey(level, key), "0", sharedLifetime);
  }
}

/** The keyed digests of an attempt. Each is computed once and only when it is needed. */
class AttemptDigests {
  readonly attempt: Attempt;
  readonly #secret: FailureThrottleOptions["environment"]["secret"];
  #account: AttemptedAccount | undefined;
  #whole: string | undefined;
  #keys: readonly (readonly [FailureLevel, string])[] | undefined;

  constructor(attempt: Attempt, secret: FailureThrottleOptions["environment"]["secret"]) {
    this.attempt = attempt;
    this.#secret = secret;
  }

  /** Digest of the whole account. */
  get whole(): string {
    return (this.#whole ??= this.#digest("same", this.attempt.connector, this.#read().whole));
  }

  /** Digest that names the account for the operator: of its host and user if it has one, otherwise of the whole account. */
  get shown(): string {
    const { user, whole } = this.#read();
    return this.#secret
      .derive("failing account", this.attempt.connector, user ?? whole)
      .slice(0, shownLength);
  }

  /** The levels and keys that the failures of the attempt are counted by. */
  get keys(): readonly (readonly [FailureLevel, string])[] {
    return (this.#keys ??= this.#makeKeys());
  }

  #makeKeys(): readonly (readonly [FailureLevel, string])[] {
    const { connector } = this.attempt;
    const { user, host } = this.#read();
    return [
      ["same", this.whole],
      ...(user === undefined ? [] : [["account", this.#digest("account", connector, user)] as const]),
      ["target", this.#digest("target", connector, host)],
      ["address", this.#digest("address")],
    ];
  }

  #read(): AttemptedAccount {
    return (this.#account ??= this.attempt.account());
  }

  #digest(purpose: FailureLevel, ...parts: readonly string[]): string {
    return this.#secret.derive("failures", purpose, this.attempt.caller, ...parts);
  }
}

/**
 * Reports whether an attempt has to wait.
 *
 * @param outcome - What `admit` returned
 * @returns Whether the attempt was not admitted
 */
export function hasToWait(outcome: AdmittedAttempt | Wait): outcome is Wait {
  return "error" in outcome;
}

function mustWait(milliseconds: number, reason: string): ConnectorError {
  const retryAfter = Math.ceil(milliseconds / 1000);
  return new ConnectorError(
    "rate_limited",
    `Could not accept the request: ${reason}. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}

function provenKey(whole: string, checkpoint: string): string {
  return `${whole} ${checkpoint}`;
}

function sharedKey(level: FailureLevel, key: string): string {
  return `failures:${level}:${key}`;
}

/** Adds a value as the latest and drops the oldest ones above a maximum. */
function keepLatest(values: Set<string>, value: string, max: number): void {
  values.delete(value);
  values.add(value);
  for (const oldest of values) {
    if (values.size <= max) return;
    values.delete(oldest);
  }
}

import { ConnectorError, type OAuthEnvironment } from "@wellhead/sdk";
import type { AttemptedAccount } from "./attempt-keys.js";
import { type FailureLevel, type FailureSettings, failureLevels, failureLimit } from "./failure-settings.js";
import { FailureTable } from "./failure-table.js";

/** What a {@link FailureThrottle} is made of. */
export interface FailureThrottleOptions {
  /** The settings; `undefined` counts nothing. */
  readonly settings: Required<FailureSettings> | undefined;
  /** Makes keyed digests; its cache shares the counts of replicas as far as it can. */
  readonly environment: Pick<OAuthEnvironment, "secret" | "cache" | "shared" | "now">;
}

/** One attempt to use an account. */
export interface Attempt {
  readonly connector: string;
  /** Who makes it, as `callerKey` names it. */
  readonly caller: string;
  /** What is asked of the connector, such as an endpoint and its source. */
  readonly checkpoint: string;
  /** What the account is tried at; called only when failures are counted or looked up. */
  readonly account: () => AttemptedAccount;
}

/** An attempt that was let through. */
export interface AdmittedAttempt {
  /** The account does not work. */
  failed(): void;
  /** The connector did what it was asked. */
  succeeded(): void;
}

/** Why an attempt has to wait, and for how long. */
export interface Wait {
  readonly level: FailureLevel;
  readonly error: ConnectorError;
}

/** For how long other replicas add to a count, in milliseconds. */
const sharedLifetime = 3_600_000;
/** Maximum number of accounts that are known to work. */
const maxProven = 10_000;
/** Maximum number of checkpoints of one connector that are known to refuse accounts. */
const maxRefusing = 64;

/**
 * Slows down callers who try wrong accounts. Failures are counted by keyed digests of the caller and of what it tried, so
 * that neither other callers nor other accounts of the same host have to wait for long, and nothing that is kept says
 * anything about an account.
 *
 * An account that worked before does not wait for the failures of others. What worked is believed only where the same
 * request has been refused to another account before: a list that is the same for everybody proves nothing.
 */
export class FailureThrottle {
  readonly #options: FailureThrottleOptions;
  readonly #tables = new Map<FailureLevel, FailureTable>();
  /** Digests of accounts and checkpoints that worked, the latest last. */
  readonly #proven = new Set<string>();
  /** Checkpoints that refused an account, by connector. */
  readonly #refusing = new Map<string, Set<string>>();

  /** @param options - Settings and what makes digests */
  constructor(options: FailureThrottleOptions) {
    this.#options = options;
    const { settings, environment } = options;
    if (settings === undefined) return;
    for (const level of failureLevels)
      this.#tables.set(level, new FailureTable(failureLimit(level, settings), environment.now));
  }

  /** The settings; `undefined` when nothing is counted. */
  get settings(): Required<FailureSettings> | undefined {
    return this.#options.settings;
  }

  /** How many failures and accounts are kept. */
  get size(): number {
    return [...this.#tables.values()].reduce((sum, table) => sum + table.size, this.#proven.size);
  }

  /**
   * Decides whether an account may be tried.
   *
   * @param attempt - The attempt
   * @returns What to tell its end to, or why it has to wait
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
   * Counts a request whose credentials for the service itself are wrong.
   *
   * @param caller - Who sent it, as `callerKey` names it
   * @returns Why it has to wait; `undefined` when it may be told what is wrong
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
    const { checkpoint } = digests.attempt;
    return {
      failed: () => {
        this.#proven.delete(provenKey(digests.whole, checkpoint));
        keepLatest(this.#refusingOf(digests), checkpoint, maxRefusing);
        for (const key of digests.keys) this.#fail(key, digests.whole);
      },
      succeeded: () => {
        if (this.#isQuiet()) return;
        for (const release of returns) release();
        keepLatest(this.#proven, provenKey(digests.whole, checkpoint), maxProven);
        if (!this.#refusingOf(digests).has(checkpoint)) return;
        for (const [level, key] of digests.keys)
          if (level === "same" || level === "account") this.#clear(level, key);
      },
    };
  }

  /** Whether nothing has failed for long, so that nothing has to be looked up. */
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
    // The cache never fails: without its server each replica counts alone, and a metric says so.
    void cache.increment(sharedKey(level, key), 1, sharedLifetime).then((count) => table.raise(key, count));
  }

  #clear(level: FailureLevel, key: string): void {
    const { cache, shared } = this.#options.environment;
    this.#tables.get(level)?.clear(key);
    if (shared) void cache.set(sharedKey(level, key), "0", sharedLifetime);
  }
}

/** The keyed digests of an attempt, each made once and only when it is needed: in quiet times none is. */
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

  /** What the failures of the attempt are counted by. */
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
 * @returns Whether it was not let through
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

/** Adds a value as the latest and drops the oldest one beyond a maximum. */
function keepLatest(values: Set<string>, value: string, max: number): void {
  values.delete(value);
  values.add(value);
  for (const oldest of values) {
    if (values.size <= max) return;
    values.delete(oldest);
  }
}

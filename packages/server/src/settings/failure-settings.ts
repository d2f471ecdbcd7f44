/** Maximum numbers of failures of one caller before it has to wait, per kind of failure. */
export interface FailureSettings {
  /** Attempts with the same wrong account. Default: 20. */
  readonly same?: number;
  /** Different wrong secrets of one user at one host. Default: 10. */
  readonly account?: number;
  /** Different wrong accounts at one host, or wrong codes of one sign-in. Default: 50. */
  readonly target?: number;
  /** Different wrong accounts in total. Default: 200. */
  readonly address?: number;
  /** Wrong credentials for the service itself from one address. Default: 20. */
  readonly caller?: number;
  /** Maximum wait after wrong secrets of one user, in seconds; the maximum of other waits is 30. Default: 900. */
  readonly maxWaitSeconds?: number;
}

/** How failures of one kind are counted. */
export interface FailureLimit {
  /** Failures before the first wait. */
  readonly free: number;
  /** Maximum wait between two attempts, in milliseconds. */
  readonly maxWaitMs: number;
  /** One failure is forgotten after each of these periods, in milliseconds. */
  readonly drainMs: number;
  /** Maximum number of keys; above it, the key whose last failure is the oldest is evicted. */
  readonly maxKeys: number;
  /** Whether only the first failure of each attempted value counts. */
  readonly countsOnce: boolean;
}

/** The levels at which failures are counted. */
export type FailureLevel = "same" | "account" | "target" | "address" | "caller";

/** The names of {@link FailureLevel}, the narrowest first. */
export const failureLevels: readonly FailureLevel[] = ["same", "account", "target", "address", "caller"];

const minute = 60_000;

/** Default values of {@link FailureSettings}. */
const defaults: Required<FailureSettings> = {
  same: 20,
  account: 10,
  target: 50,
  address: 200,
  caller: 20,
  maxWaitSeconds: 900,
};

/**
 * Returns the settings with their defaults filled in.
 *
 * @param settings - Settings of the operator; `undefined` reads `text` instead
 * @param text - Value of `WELLHEAD_FAILURES`, such as `off` or `account=5,maxWaitSeconds=600`
 * @returns The settings; `undefined` when failures are not counted
 * @throws TypeError that quotes the invalid part
 */
export function fillFailureSettings(
  settings: FailureSettings | false | undefined,
  text: string | undefined,
): Required<FailureSettings> | undefined {
  const given = settings ?? readFailures(text?.trim() ?? "");
  if (given === false) return undefined;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, name) || !Number.isInteger(value) || value < 1 || value > 1_000_000)
      throw unreadable(`${name}=${value}`);
  }
  return { ...defaults, ...given };
}

/**
 * Returns how the failures of a level are counted.
 *
 * @param level - The level
 * @param settings - The settings
 * @returns The limit
 */
export function failureLimit(level: FailureLevel, settings: Required<FailureSettings>): FailureLimit {
  const maxWaitMs = level === "account" ? settings.maxWaitSeconds * 1000 : minute / 2;
  const drainMs = {
    same: minute,
    account: 30 * minute,
    target: minute,
    address: minute / 10,
    caller: minute,
  };
  return {
    free: settings[level],
    maxWaitMs,
    drainMs: drainMs[level],
    // The other levels store many values for each key.
    maxKeys: level === "same" || level === "caller" ? 10_000 : 2_000,
    countsOnce: level !== "same" && level !== "caller",
  };
}

function readFailures(text: string): FailureSettings | false {
  if (/^(?:off|0|false|no)$/i.test(text)) return false;
  const pairs = text.split(/[\s,]+/).filter((pair) => pair !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", value = ""] = pair.split("=", 2);
      if (!/^\d{1,7}$/.test(value)) throw unreadable(pair);
      return [name, Number(value)];
    }),
  );
}

function unreadable(pair: string): TypeError {
  return new TypeError(
    `Could not read WELLHEAD_FAILURES: expected "off" or numbers from 1 such as "account=10,maxWaitSeconds=900", with the names ${Object.keys(defaults).join(", ")}; got "${pair.slice(0, 60)}".`,
  );
}

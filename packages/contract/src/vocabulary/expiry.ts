import { acceptAlias, aliases } from "./aliases.js";

/** A smaller number is read as seconds since 1970, any other as milliseconds (100,000,000,000 ms is March 1973). */
const firstMillisecondValue = 100_000_000_000;

/**
 * Reads the expiry of an access token from an account, under any of its public names and formats.
 *
 * @param account - Flat account as the platform stored it
 * @returns Milliseconds since 1970, or `undefined` when the account names no readable expiry
 * @see The connector contract, "General rules", row "expiry"
 */
export function acceptExpiry(account: Readonly<Record<string, unknown>>): number | undefined {
  const value = acceptAlias(account, aliases.expiry);
  if (typeof value === "number") return fromEpoch(value);
  if (typeof value !== "string") return undefined;
  if (/^\d{1,16}$/.test(value)) return fromEpoch(Number(value));
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Writes the expiry of an access token under both emitted names, ISO 8601 in UTC with milliseconds.
 *
 * @param expiry - Milliseconds since 1970
 * @returns `{ expires_on, expire_on }`
 * @throws RangeError when the number is outside the range of a JavaScript `Date`
 */
export function emitExpiry(expiry: number): Record<string, unknown> {
  return { expires_on: new Date(expiry).toISOString(), expire_on: new Date(expiry).toISOString() };
}

function fromEpoch(value: number): number | undefined {
  if (!Number.isFinite(value) || value <= 0) return undefined;
  return value < firstMillisecondValue ? value * 1000 : value;
}

import { upstreamInvalid } from "@wellhead/sdk";

/**
 * Converts a time of Stripe to ISO 8601.
 *
 * @param seconds - Seconds since 1970; `null` or `undefined` when there is none
 * @returns ISO 8601 in UTC, or `null` when there is none
 * @throws ConnectorError `upstream_invalid` when it is outside of the range of dates
 */
export function instantOf(seconds: number | string | null | undefined): string | null {
  if (seconds === null || seconds === undefined) return null;
  const instant = new Date(Number(seconds) * 1000);
  if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  throw upstreamInvalid(
    "Could not read a time of Stripe: expected seconds since 1970. The source may have changed its format.",
  );
}

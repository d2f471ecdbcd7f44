import { upstreamInvalid } from "@wellhead/sdk";

/**
 * Makes an instant of a time as Stripe writes it.
 *
 * @param seconds - Seconds since 1970; absent for none
 * @returns ISO 8601 in UTC, or `null` for none
 * @throws ConnectorError `upstream_invalid` when it is beyond what a date can be
 */
export function instantOf(seconds: number | string | null | undefined): string | null {
  if (seconds === null || seconds === undefined) return null;
  const instant = new Date(Number(seconds) * 1000);
  if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  throw upstreamInvalid(
    "Could not read a time of Stripe: expected seconds since 1970. The source may have changed its format.",
  );
}

import { ConnectorError } from "@wellhead/sdk";
import type { RequestScope } from "../request-scope.js";
import { authorContext } from "./author-context.js";
import type { RequestAccount } from "./request-account.js";

/**
 * Asks the connector for the time zone of an account.
 *
 * @param account - The account
 * @param scope - The request
 * @returns A UTC offset or an IANA zone name; `undefined` when the connector does not implement `timezone`
 * @throws ConnectorError `upstream_timeout` when the connector takes too long, and whatever the connector throws
 */
export async function askZone(account: RequestAccount, scope: RequestScope): Promise<string | undefined> {
  const { connector } = scope.served;
  if (connector.timezone === undefined) return undefined;
  return scope.control.call({ action: "find the time zone" }, () =>
    connector.timezone?.(authorContext(scope, account)),
  );
}

/**
 * Returns the offset of a time zone from UTC at a point in time.
 *
 * @param zone - Offset such as `+05:00`, `+0500` or `Z`, or an IANA zone name
 * @param now - The instant
 * @returns The offset as `+HH:MM`
 * @throws ConnectorError `internal` when the zone is unknown
 */
export function offsetOf(zone: string, now: Date): string {
  if (zone === "Z") return "+00:00";
  const [, sign, hours, minutes = "00"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined && hours !== undefined && Number(hours) <= 14 && Number(minutes) < 60) {
    return `${sign}${hours}:${minutes}`;
  }
  return offsetOfName(zone, now);
}

function offsetOfName(zone: string, now: Date): string {
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const name = parts.formatToParts(now).find(({ type }) => type === "timeZoneName")?.value ?? "";
    // The name is "GMT+05:30", or just "GMT" where there is no offset.
    return name.slice(3, 9) || "+00:00";
  } catch (error) {
    throw new ConnectorError(
      "internal",
      `Could not find the time zone: expected an offset or an IANA zone, got "${zone}".`,
      {
        cause: error,
      },
    );
  }
}

import { ConnectorError } from "@wellhead/sdk";

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

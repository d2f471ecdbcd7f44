import { inputInvalid } from "@wellhead/sdk";

const name = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)?$/;

/**
 * Reads session properties.
 *
 * @param text - Pairs such as `query_priority=2, hive.insert_existing_partitions_behavior=ERROR`
 * @returns The values by name
 * @throws ConnectorError `invalid_field` with field `session` for a part that is not a pair
 */
export function readSessionProperties(text: string): Readonly<Record<string, string>> {
  const parts = text.split(",").map((part) => part.trim());
  return Object.fromEntries(
    parts
      .filter((part) => part !== "")
      .map((part): [string, string] => {
        const [key = "", ...value] = part.split("=");
        if (name.test(key.trim()) && value.length > 0) return [key.trim(), value.join("=").trim()];
        throw inputInvalid(
          `Could not read the session properties: expected name=value, got "${part.slice(0, 80)}".`,
          { field: "session" },
        );
      }),
  );
}

/**
 * Writes session properties as the value of a header.
 *
 * @param properties - The values by name
 * @returns The header
 * @see Trino, "Client REST API", X-Trino-Session
 */
export function sessionHeader(properties: Readonly<Record<string, string>>): string {
  return Object.entries(properties)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join(",");
}

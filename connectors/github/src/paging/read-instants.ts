import { memberAt, upstreamInvalid } from "@wellhead/sdk";

/**
 * Returns the instants of a page's items, by which the list is sorted.
 *
 * @param body - The page
 * @param member - Member that holds the instant, such as `updated_at`
 * @returns Milliseconds since 1970, in the order of the items
 * @throws ConnectorError `upstream_invalid` when an item has none
 */
export function readInstants(body: unknown, member: string): readonly number[] {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  return items.map((item) => {
    const text = memberAt(item, member);
    const instant = typeof text === "string" ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(instant)) return instant;
    throw upstreamInvalid(
      `Could not read a list from GitHub: expected a date at "${member}" of every item, and one has none. Try again later.`,
    );
  });
}

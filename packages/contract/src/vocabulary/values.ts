/**
 * Reads several values sent as a JSON array, a comma-joined text or a repeated query argument.
 *
 * The elements of an array are kept unchanged, including commas and empty texts. Only a single text is split.
 *
 * @param raw - The value as received
 * @returns The values; an empty array when there are none
 * @see The connector contract, "General rules", row "several values"
 */
export function acceptValues(raw: unknown): unknown[] {
  if (raw === undefined || raw === null || raw === "") return [];
  if (Array.isArray(raw)) return raw;
  if (typeof raw !== "string") return [raw];
  return raw
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Longest value an error repeats, in characters. */
const longest = 60;

/**
 * Shows a value the person sent, for an error about it: as JSON, cut when it is long.
 *
 * @param raw - The value as it came over the wire
 * @returns Text for the error's message
 */
export function showValue(raw: unknown): string {
  const text = JSON.stringify(raw) ?? typeof raw;
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** Maximum length of a value that an error repeats, in characters. */
const longest = 60;

/**
 * Formats a value that the person sent for an error message: as JSON, truncated to 60 characters.
 *
 * @param raw - The value as received
 * @returns Text for the error's message
 */
export function showValue(raw: unknown): string {
  const text = JSON.stringify(raw) ?? typeof raw;
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

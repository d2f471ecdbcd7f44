/** The advice of a connector at the end of its reason. */
const advice = /request JSON or NDJSON\.$/i;

/**
 * Reports whether rows are refused, or end early, because Arrow cannot express them as JSON does.
 *
 * @param error - The error of the request, or of its rows
 * @returns Whether the same rows may be complete as JSON
 * @see docs/arrow.md, "Whole or not"
 */
export function refusesArrow({ message }: Pick<Error, "message">): boolean {
  return advice.test(message.trimEnd());
}

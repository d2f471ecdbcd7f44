import { didYouMean } from "../command/nearest.js";
import { usageError } from "../command-error.js";
import type { RemoteSource } from "../remote/remote-application.js";

/**
 * Reads `--filter` options: `key=value`, the value JSON where it parses, else text; a key given several times
 * makes an array.
 *
 * @param options - What was typed behind each `--filter`
 * @returns The filter to send
 * @throws CommandError when an option has no `=`
 */
export function readFilters(options: readonly string[]): Record<string, unknown> {
  const found = new Map<string, unknown[]>();
  for (const option of options) {
    const equals = option.indexOf("=");
    if (equals < 1) throw usageError(`Read --filter: found "${option}", wanted name=value`);
    const name = option.slice(0, equals).trim();
    found.set(name, [...(found.get(name) ?? []), readValue(option.slice(equals + 1))]);
  }
  return Object.fromEntries(
    Array.from(found, ([name, values]) => [name, values.length === 1 ? values[0] : values.flat()]),
  );
}

/**
 * Refuses filters the source does not have: a connector ignores them, and would send more than was asked for.
 *
 * @param filter - The filter to send
 * @param source - The source as the connector describes it
 * @throws CommandError naming the first unknown one
 */
export function checkFilters(filter: Readonly<Record<string, unknown>>, source: RemoteSource): void {
  const known = source.filter.filter(({ type }) => type !== "link").map(({ id }) => id);
  for (const name of Object.keys(filter)) {
    if (known.includes(name)) continue;
    throw usageError(
      `Read --filter: source "${source.id}" has no filter "${name}"${didYouMean(name, known)}`,
      { details: [known.length === 0 ? "It has no filters" : `Filters: ${known.join(", ")}`] },
    );
  }
}

function readValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

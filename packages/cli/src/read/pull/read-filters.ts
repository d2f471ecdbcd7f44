import { type Field, parseExactJson } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import { usageError } from "../../command-line/command-error.js";

/** Types whose values are text even when they look like JSON: `1e5`, `007`, `true`. */
const textTypes = new Set(["id", "text", "url", "highlightText"]);

/** What has a filter: a source, or a synchronization. */
interface FilteredSource {
  readonly id: string;
  readonly filter: ReadonlyArray<Pick<Field, "id" | "type">>;
}

/**
 * Parses `--filter` options of the form `name=value`. The value is JSON if it parses, otherwise text. A name given
 * several times becomes an array. For a text field, only a JSON string counts as JSON.
 *
 * @param options - The values of each `--filter`
 * @param source - The source as the connector describes it
 * @returns The filter for the request
 * @throws CommandError when an option has no `=`, or names a filter the source does not declare
 */
export function readFilters(options: readonly string[], source: FilteredSource): Record<string, unknown> {
  const types = new Map(source.filter.map(({ id, type }) => [id, type]));
  const found = new Map<string, unknown[]>();
  for (const option of options) {
    const equals = option.indexOf("=");
    if (equals < 1) throw usageError(`Could not read --filter: expected name=value, got "${option}".`);
    const name = option.slice(0, equals).trim();
    const value = readValue(option.slice(equals + 1), textTypes.has(types.get(name) ?? ""));
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  checkNames([...found.keys()], source);
  return Object.fromEntries(
    Array.from(found, ([name, values]) => [name, values.length === 1 ? values[0] : values.flat()]),
  );
}

/** Rejects filters the source does not declare: a connector ignores them and would send more rows than requested. */
function checkNames(names: readonly string[], source: FilteredSource): void {
  const known = source.filter.filter(({ type }) => type !== "link").map(({ id }) => id);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw usageError(
      `Could not read --filter: the source "${source.id}" has no filter "${name}".${didYouMean(name, known)}`,
      { details: [known.length === 0 ? "It has no filters." : `Filters: ${known.join(", ")}`] },
    );
  }
}

function readValue(text: string, textOnly: boolean): unknown {
  try {
    const value: unknown = parseExactJson(text);
    return textOnly && typeof value !== "string" ? text : value;
  } catch {
    return text;
  }
}

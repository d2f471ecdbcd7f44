import type { Fields } from "@wellhead/sdk";
import type { JsonObject } from "../wire/parse-body.js";
import type { AnswerHeaders } from "./answer.js";
import type { RequestScope } from "./request-scope.js";

/** Maximum number of names in the header, and of characters of a name. */
const maxNames = 20;
const maxNameLength = 60;

/**
 * Names the members of a filter that the source does not declare. They are ignored, so a misspelled name selects more
 * rows than the caller expects.
 *
 * @param form - Declared filter fields
 * @param values - The filter as received
 * @param scope - The request, whose log names them too
 * @returns The header `wellhead-ignored-filter` with the names, percent-encoded; none when every member is declared
 * @see The connector contract, POST /
 */
export function nameIgnoredFilter(form: Fields, values: JsonObject, scope: RequestScope): AnswerHeaders {
  const ignored = Object.keys(values).filter((id) => !Object.hasOwn(form, id));
  if (ignored.length === 0) return {};
  const names = ignored.slice(0, maxNames).map((id) => id.slice(0, maxNameLength));
  scope.log.warn("Ignored members of the filter that the source does not declare.", {
    ignored: names.join(", "),
    count: ignored.length,
  });
  return { "wellhead-ignored-filter": names.map(encodeName).join(", ") };
}

/** Encodes a name for a header. Half of a surrogate pair, which cannot be encoded, becomes a replacement character. */
function encodeName(name: string): string {
  return encodeURIComponent(Buffer.from(name).toString());
}

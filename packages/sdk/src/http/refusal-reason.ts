import { memberAt } from "../paging/member-at.js";
import type { HttpAnswer } from "./http.js";

const maxReasons = 3;
const maxLength = 200;
/** Paths under which services put the list of faults, a message, the name of a field, and the reason. */
const lists = ["errors", "error.errors", "error.details", "details", "detail", "violations", "fieldErrors"];
const sentences = ["message", "error.message", "error_description", "detail", "error", "title", "error.type"];
const fieldNames = ["field", "param", "parameter", "path", "loc", "name", "property", "source.pointer"];
const reasons = ["message", "msg", "detail", "description", "reason", "code", "error", "title"];

/**
 * Returns the field and the reason that an upstream names when it refuses a request as invalid. Reads only members that
 * services use for that, and removes control characters and anything that may be a key.
 *
 * @param answer - The refusal
 * @returns Text such as `"since": is not a date`, or `undefined` when the body names no reason
 * @example
 * ```ts snippet=examples/sdk/errors.ts#fault
 * function faultOf(answer: HttpAnswer): ConnectorError | undefined {
 *   if (answer.status === 403 && hasLimitWords(answer)) {
 *     const retryAfter = retryAfterOf(answer) ?? 60;
 *     return rateLimited(`The limit of Tracker is reached. Try again in ${retryAfter} seconds.`, {
 *       retryAfter,
 *     });
 *   }
 *   if (answer.status !== 422) return undefined;
 *   const reason = refusalReason(answer) ?? "it gave no reason";
 *   return new ConnectorError("invalid_field", `Tracker refused the filter: ${reason}.`);
 * }
 * ```
 */
export function refusalReason({ body }: Pick<HttpAnswer, "body">): string | undefined {
  const details = lists.flatMap((path) => detailsOf(memberAt(body, path)));
  const found = details.length > 0 ? details : sentences.map((path) => plainText(memberAt(body, path)));
  const kept = found.filter((text) => text !== undefined).slice(0, details.length > 0 ? maxReasons : 1);
  return kept.length === 0 ? undefined : cut(kept.join("; ").replace(/[.;,\s]+$/, ""));
}

function detailsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((one) => detailOf(one)).filter((one) => one !== undefined);
  if (typeof value !== "object" || value === null) return [];
  // Reasons by field, as Rails and Django write them.
  return Object.entries(value).flatMap(([field, reason]) => {
    const text = plainText(Array.isArray(reason) ? reason[0] : reason);
    return text === undefined ? [] : [`"${clean(field)}": ${text}`];
  });
}

function detailOf(value: unknown): string | undefined {
  if (typeof value !== "object") return plainText(value);
  const field = first(value, fieldNames);
  const reason = first(value, reasons);
  if (field === undefined) return reason;
  return reason === undefined || reason === field ? `"${field}"` : `"${field}": ${reason}`;
}

function first(value: unknown, paths: readonly string[]): string | undefined {
  return paths.map((path) => plainText(memberAt(value, path))).find((text) => text !== undefined);
}

function plainText(value: unknown): string | undefined {
  const text =
    Array.isArray(value) && value.every((one) => typeof one !== "object") ? value.join(".") : value;
  if (typeof text !== "string") return undefined;
  const cleaned = clean(text);
  return cleaned === "" || cleaned.startsWith("<") ? undefined : cleaned;
}

function clean(text: string): string {
  const plain = text.slice(0, 1000).replaceAll(/[\p{C}\s]+/gu, " ");
  // A run this long without a space is more often a key, or a URL with a key in it, than a word.
  return cut(plain.replaceAll(/[\w+/=.~%-]{24,}/g, "…").trim());
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

import { inputInvalid } from "../errors/connector-error.js";
import { parseUrl } from "../values/parse-url.js";
import type { Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { showValue } from "./show-value.js";
import { acceptText } from "./text.js";

/** Options of a web address field or column. */
export type UrlOptions = FieldMembers & ColumnMembers;

/**
 * Creates a field for a web address, http or https. An address without a scheme gets `https://`.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is an absolute address without trailing slash
 * @example
 * ```ts snippet=examples/sdk/fields.ts#url
 * const server = url({ title: "Server", placeholder: "https://jira.example.org" });
 * ```
 */
export function url(
  options: UrlOptions & { readonly optional: true },
): Field<string | undefined> & Column<"text">;
export function url(options?: UrlOptions): Field<string> & Column<"text">;
export function url(options: UrlOptions = {}): Field<string | undefined> & Column<"text"> {
  return { ...options, type: "url", column: "text", accept: acceptUrl };
}

function acceptUrl(raw: unknown): string {
  const typed = acceptText(raw).trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const parsed = parseUrl(address);
  if (parsed?.protocol !== "https:" && parsed?.protocol !== "http:") {
    throw inputInvalid(`expected a web address such as https://example.org, got ${showValue(typed)}`);
  }
  return parsed.href.replace(/\/$/, "");
}

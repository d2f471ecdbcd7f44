import { memberAt } from "@wellhead/sdk";
import type { instantFormats } from "../config/check-source.js";

const placeholder = /\{([^{}|]+)(?:\|([a-z]+))?\}/g;

/** Formats for an instant. */
const formats: ReadonlyMap<string, (instant: number) => string> = new Map<
  (typeof instantFormats)[number],
  (instant: number) => string
>([
  ["date", (instant: number) => new Date(instant).toISOString().slice(0, 10)],
  ["iso", (instant: number) => new Date(instant).toISOString()],
  ["epoch", (instant: number) => String(Math.floor(instant / 1000))],
  ["epochms", (instant: number) => String(instant)],
]);

/**
 * Inserts filter values into a path. Each is encoded, so that no value can change the structure of the path.
 *
 * @param template - Path with placeholders such as `{project}` or `{updated.min|date}`
 * @param values - Values of the filter
 * @returns The path; a placeholder of an empty field becomes empty text
 */
export function expandPath(template: string, values: object): string {
  return template.replaceAll(placeholder, (_all, name: string, format?: string) =>
    encodeURIComponent(textOf(values, name, format) ?? ""),
  );
}

/**
 * Inserts filter values into a query parameter.
 *
 * @param template - Text with placeholders, or a value without them
 * @param values - Values of the filter
 * @returns The parameter, or `undefined` when a field it needs is empty
 */
function expandArgument(
  template: string | number | boolean,
  values: object,
): string | number | boolean | undefined {
  if (typeof template !== "string") return template;
  let isMissing = false;
  const text = template.replaceAll(placeholder, (_all, name: string, format?: string) => {
    const value = textOf(values, name, format);
    if (value === undefined) isMissing = true;
    return value ?? "";
  });
  return isMissing ? undefined : text;
}

/**
 * Inserts filter values into the parameters of a query.
 *
 * @param query - Parameters with placeholders
 * @param values - Values of the filter
 * @returns The parameters; one whose field is empty is `undefined`
 */
export function expandQuery(
  query: Readonly<Record<string, string | number | boolean>> | undefined,
  values: object,
): Readonly<Record<string, string | number | boolean | undefined>> {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, template]) => [name, expandArgument(template, values)]),
  );
}

/**
 * Inserts filter values into the texts of a body. A text that consists of one placeholder becomes the value itself,
 * such as a number or a list. A member whose field is empty is omitted.
 *
 * @param template - A JSON value with placeholders in its texts
 * @param values - Values of the filter
 * @returns The value, or `undefined` when a field it needs is empty
 */
export function expandBody(template: unknown, values: object): unknown {
  if (Array.isArray(template)) {
    return template.map((one) => expandBody(one, values)).filter((one) => one !== undefined);
  }
  if (typeof template === "object" && template !== null) return expandMembers(template, values);
  if (typeof template !== "string") return template;
  const [, name, format] = /^\{([^{}|]+)(?:\|([a-z]+))?\}$/.exec(template) ?? [];
  const value = name === undefined || format !== undefined ? undefined : memberAt(values, name.trim());
  if (value !== undefined && value !== null && value !== "") return value;
  return expandArgument(template, values);
}

/**
 * Inserts filter values into the texts of an object's members, as {@link expandBody} does.
 *
 * @param template - The object
 * @param values - Values of the filter
 * @returns A new object
 */
export function expandMembers(template: object, values: object): Readonly<Record<string, unknown>> {
  const members = Object.entries(template).map(
    ([name, one]: readonly [string, unknown]) => [name, expandBody(one, values)] as const,
  );
  return Object.fromEntries(members.filter(([, one]) => one !== undefined));
}

function textOf(values: object, name: string, format: string | undefined): string | undefined {
  const value = memberAt(values, name.trim());
  if (value === undefined || value === null || value === "") return undefined;
  const text = Array.isArray(value) ? value.join(",") : plainText(value);
  const write = format === undefined ? undefined : formats.get(format);
  const instant = Date.parse(text);
  return write === undefined || Number.isNaN(instant) ? text : write(instant);
}

function plainText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

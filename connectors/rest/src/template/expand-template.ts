import { memberAt } from "@wellhead/sdk";

const placeholder = /\{([^{}|]+)(?:\|([a-z]+))?\}/g;

/** Ways to write an instant. */
const formats: ReadonlyMap<string, (instant: number) => string> = new Map([
  ["date", (instant: number) => new Date(instant).toISOString().slice(0, 10)],
  ["iso", (instant: number) => new Date(instant).toISOString()],
  ["epoch", (instant: number) => String(Math.floor(instant / 1000))],
  ["epochms", (instant: number) => String(instant)],
]);

/**
 * Puts filter values into a path; each is encoded, so that none changes where the path leads.
 *
 * @param template - Path with placeholders such as `{project}` or `{updated.min|date}`
 * @param values - Values of the filter
 * @returns The path; an empty value leaves nothing
 */
export function expandPath(template: string, values: object): string {
  return template.replaceAll(placeholder, (_all, name: string, format?: string) =>
    encodeURIComponent(textOf(values, name, format) ?? ""),
  );
}

/**
 * Puts filter values into a query argument.
 *
 * @param template - Text with placeholders, or a value without
 * @param values - Values of the filter
 * @returns The argument, or `undefined` when a field it needs is empty
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
 * Puts filter values into the arguments of a query.
 *
 * @param query - Arguments with placeholders
 * @param values - Values of the filter
 * @returns The arguments; one whose field is empty is `undefined`
 */
export function expandQuery(
  query: Readonly<Record<string, string | number | boolean>> | undefined,
  values: object,
): Readonly<Record<string, string | number | boolean | undefined>> {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, template]) => [name, expandArgument(template, values)]),
  );
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

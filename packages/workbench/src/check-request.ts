import { DataError } from "./runs/data-error.js";

/** The type of a member of a request. A question mark means that the member is optional. */
type Expected = "text" | "object" | "count" | "flag" | "texts" | "objects";
type Shape = Readonly<Record<string, Expected | `${Expected}?`>>;

const shapes = {
  runs: {
    base: "text",
    source: "text",
    filter: "object?",
    account: "object?",
    validate: "flag?",
    limit: "count?",
  },
  sql: { sql: "text", connectors: "objects", allowPartial: "flag?" },
  connector: { name: "text", base: "text", account: "object?" },
  check: { base: "text", account: "object?", source: "text?", filter: "object?", isReadOnly: "flag?" },
  rows: {
    offset: "count",
    limit: "count",
    columns: "texts?",
    sort: "objects?",
    where: "objects?",
    search: "text?",
  },
  row: { number: "count" },
  profile: { columns: "texts?", isDetailed: "flag?", where: "objects?", search: "text?" },
  chart: { kind: "text", measures: "objects?", where: "objects?", search: "text?" },
  summary: { by: "objects", measures: "objects", where: "objects?", search: "text?" },
  comparison: { earlier: "text", key: "texts", show: "text?", column: "text?", maxRows: "count?" },
  exports: { format: "text", columns: "texts?", sort: "objects?", where: "objects?", search: "text?" },
  condition: { column: "text", operator: "text", value: "text?", values: "texts?" },
  sorting: { column: "text", isDescending: "flag?" },
} as const satisfies Readonly<Record<string, Shape>>;

/** The requests whose members are checked. */
export type RequestKind = keyof typeof shapes;

const parts: Readonly<Record<string, RequestKind | undefined>> = {
  connectors: "connector",
  where: "condition",
  sort: "sorting",
};

/**
 * Checks the members of a request, so that its reader gets values of the expected types.
 *
 * @param request - A JSON object
 * @param kind - Kind of the request
 * @throws DataError `invalid` naming the first member that has another type
 */
export function checkRequest(request: object, kind: RequestKind): void {
  for (const [name, wanted] of Object.entries<string>(shapes[kind])) {
    const value: unknown = Object.hasOwn(request, name)
      ? Object.entries(request).find(([key]) => key === name)?.[1]
      : undefined;
    const expected = wanted.replace("?", "");
    if (value === undefined && wanted.endsWith("?")) continue;
    if (!isExpected(value, expected))
      throw new DataError(
        "invalid",
        `Could not read the request: expected ${words[expected] ?? expected} for "${name}".`,
      );
    const part = parts[name];
    if (part !== undefined && Array.isArray(value))
      for (const item of value) checkRequest(item as object, part); // checked above
  }
}

const words: Readonly<Record<string, string>> = {
  text: "text",
  object: "an object",
  count: "a whole number",
  flag: "true or false",
  texts: "a list of texts",
  objects: "a list of objects",
};

function isExpected(value: unknown, expected: string): boolean {
  if (expected === "text") return typeof value === "string";
  if (expected === "flag") return typeof value === "boolean";
  if (expected === "count") return Number.isSafeInteger(value) && Number(value) >= 0;
  if (expected === "object") return isObject(value);
  if (!Array.isArray(value)) return false;
  return value.every((item: unknown) => (expected === "texts" ? typeof item === "string" : isObject(item)));
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

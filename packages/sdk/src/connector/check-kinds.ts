import type { ConnectorDefinition } from "./connector.js";
import { definitionFault } from "./definition-fault.js";
import type { Sources } from "./source.js";

// The compiler finds these mistakes, too. A definition in JavaScript, or one that is loaded before its types are checked, would fail
// later and elsewhere, or lose rows.

/** Members of a definition that anything can be in place of. */
type Members = { readonly [Member in keyof ConnectorDefinition<never>]?: unknown };

/**
 * Checks that the members of a definition are of the right kind: functions, account kinds, base address and paging.
 *
 * @param connector - Id of the connector
 * @param definition - Its definition
 * @throws TypeError naming the first fault
 */
export function checkKinds(connector: string, { accounts, http, identify, sources }: Members): void {
  const fail = (path: string, expected: string, got: unknown): never => {
    throw definitionFault(connector, path, `expected ${expected}, got ${kindOf(got)}`);
  };
  for (const [id, kind] of Object.entries(accounts ?? {}))
    if (!isObject(kind) || !isObject(kind["fields"]))
      fail(`accounts.${id}`, "an account kind such as `token()`", kind);
  if (identify !== undefined && typeof identify !== "function") fail("identify", "a function", identify);
  if (sources !== undefined && typeof sources !== "function")
    fail("sources", "a function such as `(source) => ({ … })`", sources);
  if (http === undefined) return;
  if (!isObject(http)) fail("http", "an object with `baseUrl`", http);
  else {
    const { baseUrl, paging } = http;
    if (typeof baseUrl !== "string" && typeof baseUrl !== "function")
      fail(
        "http.baseUrl",
        "an address such as `https://api.example.com`, or a function of the account",
        baseUrl,
      );
    if (paging !== undefined && !(isObject(paging) && typeof paging["after"] === "function"))
      fail("http.paging", "a paging such as `pageNumber()`", paging);
  }
}

/**
 * Checks that sources, fields of filters and columns were made by their functions, and that lists have options.
 *
 * @param connector - Id of the connector
 * @param sources - Sources by id
 * @throws TypeError naming the first fault
 */
export function checkMade(connector: string, sources: Sources): void {
  for (const [id, source] of Object.entries<unknown>(sources)) {
    const path = `sources.${id}`;
    if (!isObject(source) || !isObject(source["filter"]))
      throw definitionFault(connector, path, `expected \`source({ … })\`, got ${kindOf(source)}`);
    checkParts(connector, `${path}.filter`, { parts: source["filter"], member: "type", expected: "a field" });
    checkOptions(connector, `${path}.filter`, source["filter"]);
    if (source["columns"] !== undefined && source["fields"] === undefined)
      throw definitionFault(connector, `${path}.columns`, "expected `fields`, to which `columns` only adds");
    if (isObject(source["fields"]))
      checkParts(connector, `${path}.fields`, {
        parts: source["fields"],
        member: "column",
        expected: "a column",
      });
  }
}

function checkParts(
  connector: string,
  path: string,
  {
    parts,
    member,
    expected,
  }: {
    readonly parts: Readonly<Record<string, unknown>>;
    readonly member: string;
    readonly expected: string;
  },
): void {
  for (const [id, part] of Object.entries(parts)) {
    if (isObject(part) && typeof part[member] === "string") continue;
    const call = typeof part === "function" ? ". Call it, as in `text()`" : "";
    const fault = `expected ${expected} such as \`text()\`, got ${kindOf(part)}${call}`;
    throw definitionFault(connector, `${path}.${id}`, fault);
  }
}

const lists: ReadonlySet<unknown> = new Set(["list", "multilist", "multidropdown"]);

function checkOptions(connector: string, path: string, fields: Readonly<Record<string, unknown>>): void {
  for (const [id, field] of Object.entries(fields)) {
    if (!isObject(field) || !lists.has(field["type"])) continue;
    if (field["choices"] === undefined && field["options"] === undefined)
      throw definitionFault(connector, `${path}.${id}`, "expected `choices` or `options`, got neither");
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Describes what was given in place of something else.
 *
 * @param value - The value
 * @returns A few words
 */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "string") return `the text ${JSON.stringify(value)}`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

import type { FoundColumn } from "./columns-of.js";
import type { FoundAccounts } from "./find-accounts.js";
import type { Parameter } from "./find-lists.js";
import type { PlannedConnector, PlannedList } from "./plan-connector.js";

/**
 * Writes the definition of a connector.
 *
 * @param plan - What was found in the document
 * @param name - Id of the connector
 * @returns The text of `connector.ts`
 */
export function connectorText(plan: PlannedConnector, name: string): string {
  const { lists, accounts, baseUrl } = plan;
  const body = `${lists.map(interfaceText).join("")}export default defineConnector({
  id: ${quote(name)},
  name: ${quote(plan.title)},
  version: "1.0.0",
  description: ${quote(plan.description)},
${plan.isBaseGuessed ? "  // Guess: the document has no address of a server. Write that of your API.\n" : ""}  http: { baseUrl: ${quote(baseUrl)} },
${accountsText(accounts)}  sources: (source) => ({
${lists.map(sourceText).join("")}  }),
});
${usesJson(lists) ? jsonFunction : ""}`;
  return `${importsOf(plan, body)}\n${body}`;
}

const jsonFunction = `
/** Returns a value that has no column type as text, in JSON unless it is text. */
function jsonText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
`;

function usesJson(lists: readonly PlannedList[]): boolean {
  return lists.some(({ columns }) => columns.length === 0 || columns.some(({ isJson }) => isJson));
}

const importable = [
  "arrayOf",
  "basic",
  "bool",
  "cursorInBody",
  "cursorInHeader",
  "date",
  "id",
  "linkHeader",
  "list",
  "nextUrlInBody",
  "none",
  "number",
  "oauth2",
  "offset",
  "pageNumber",
  "text",
  "token",
];

function importsOf({ origin, leftOut }: PlannedConnector, body: string): string {
  const names = importable.filter((name) => new RegExp(`(?<![\\w.])${name}\\(`).test(body));
  const types = /\bExactNumber\b/.test(body) ? ["type ExactNumber"] : [];
  return `// Created from ${inComment(origin)}. What the document does not say is marked with "Guess".
${leftOutText(leftOut)}import { ${["defineConnector", ...types, ...names].join(", ")} } from "@wellhead/sdk";
`;
}

/** Maximum number of paths that a comment names. */
const maxNamed = 20;

function leftOutText(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : "";
  const named = paths.slice(0, maxNamed).map(inComment).join(", ");
  return `// Left out, because the document does not say that they return JSON lists of objects: ${named}${more}.\n`;
}

function interfaceText({ typeName, columns }: PlannedList): string {
  if (columns.length === 0) return "";
  const names = new Set(columns.map(({ path }) => path[0] ?? ""));
  const lines = [...names].map((name) => {
    const members = columns.filter(({ path }) => path[0] === name);
    const nested = members.filter(({ path }) => path.length > 1);
    if (nested.length === 0) return `  ${memberText(name, members[0]?.type ?? "unknown")};\n`;
    const inner = nested.map(({ path, type }) => `    ${memberText(path[1] ?? "", type)};\n`).join("");
    return `  readonly ${key(name)}?: {\n${inner}  } | null;\n`;
  });
  return `interface ${typeName} {\n${lines.join("")}}\n\n`;
}

function memberText(name: string, type: string): string {
  return `readonly ${key(name)}?: ${type}${type === "unknown" ? "" : " | null"}`;
}

function accountsText({ kinds, unknown }: FoundAccounts): string {
  const note =
    unknown.length === 0
      ? ""
      : `  // The document also has ${inComment(unknown.join(" and "))}, which you need to write yourself with fields().\n`;
  const texts = kinds.map(({ id, builder, options }) => {
    const written = Object.keys(options).length === 0 ? "" : literal(options);
    return `${key(id)}: ${builder}(${written})`;
  });
  return `${note}  accounts: { ${texts.join(", ")} },\n`;
}

function sourceText(list: PlannedList): string {
  const { id, title, description, columns, filters } = list;
  const fields = columns.map((column) => `${key(column.id)}: ${column.builder}`);
  return `    ${key(id)}: source({
      name: ${quote(title)},
${description === "" ? "" : `      description: ${quote(description)},\n`}${filters.length === 0 ? "" : `      filter: {\n${filters.map(filterText).join("")}      },\n`}${
  columns.length === 0
    ? "      // The document does not list the members of an item, so a row has one column with its JSON.\n      fields: { item: text() },\n"
    : `      fields: {\n${fields.map((field) => `        ${field},\n`).join("")}      },\n`
}${rowsText(list)}    }),
`;
}

function filterText({ id, parameter }: PlannedList["filters"][number]): string {
  const { schema, description } = parameter;
  const members = {
    title: parameter.name,
    ...(description !== "" && { description }),
  };
  const choices = schema.choices.filter((choice) => typeof choice === "string");
  const field =
    choices.length > 0
      ? `list(${literal({ ...members, choices })})`
      : `${fieldBuilders[schema.type] ?? "text"}(${literal(members)})`;
  return `        ${key(id)}: ${field},\n`;
}

const fieldBuilders: Readonly<Record<string, string>> = {
  integer: "number",
  number: "number",
  boolean: "bool",
};

function rowsText(list: PlannedList): string {
  const { typeName, path, json, itemsPath, paging, isPagingUnknown, filters, columns } = list;
  const given = (place: Parameter["place"]) => filters.filter(({ parameter }) => parameter.place === place);
  const address = path
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      const found = given("path").find(({ parameter }) => `{${parameter.name}}` === part);
      return found === undefined ? inTemplate(part) : `\${encodeURIComponent(${filterValue(found.id)})}`;
    })
    .join("");
  const pairs = (place: "query" | "header", convert: (id: string) => string) =>
    given(place).map(({ id, parameter }) => `${key(parameter.name)}: ${convert(id)}`);
  const query = pairs("query", filterValue);
  const headers = pairs("header", (id) => `String(${filterValue(id)})`);
  const options = [
    ...(json === undefined ? [] : [`            json: ${literal(json)},\n`]),
    ...(itemsPath === "" ? [] : [`            items: ${quote(itemsPath)},\n`]),
    ...(paging === undefined
      ? []
      : [
          `            // Guess: ${inComment(paging.reason)}. Check it in the documentation of the API.\n            paging: ${paging.builder}(${Object.keys(paging.options).length === 0 ? "" : literal(paging.options)}),\n`,
        ]),
    ...(query.length === 0 ? [] : [`            query: { ${query.join(", ")} },\n`]),
    ...(headers.length === 0 ? [] : [`            headers: { ${headers.join(", ")} },\n`]),
  ];
  const noPaging = isPagingUnknown
    ? "The paging is not carried over, so only the first page is read. Write it before you use the rows."
    : "Guess: nothing looks like paging, so the list is one page.";
  const lines = options.join("") + (paging === undefined ? `            // ${noPaging}\n` : "");
  const call = `http
          .pages<${columns.length === 0 ? "unknown" : typeName}>(${given("path").length > 0 ? `\`${address}\`` : quote(path)}, {
${lines}          })`;
  const cells = columns.map(cellText).join("");
  const map =
    columns.length === 0
      ? ".map((item) => ({ item: jsonText(item) }))"
      : `.map((item) => ({\n${cells}          }))`;
  return `      rows: ({ ${filters.length === 0 ? "http" : "http, filter"} }) =>\n        ${call}\n          ${map},\n`;
}

function filterValue(id: string): string {
  return `filter${access(id)}`;
}

function cellText({ id, path, isJson }: FoundColumn): string {
  const [first = "", second] = path;
  const value = `item${access(first)}${second === undefined ? "" : access(second, "?.")}`;
  return `            ${key(id)}: ${isJson ? `jsonText(${value})` : value},\n`;
}

function access(name: string, dot = "."): string {
  return isIdentifier(name) ? dot + name : `${dot === "?." ? dot : ""}[${quote(name)}]`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${key(name)}: ${literal(member)}`);
  return `{ ${members.join(", ")} }`;
}

function key(name: string): string {
  return isIdentifier(name) ? name : quote(name);
}

/** Removes line breaks, after which a comment would end. */
function inComment(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** Escapes what has a meaning inside a template literal. */
function inTemplate(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll(/[`$]/g, "\\$&");
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

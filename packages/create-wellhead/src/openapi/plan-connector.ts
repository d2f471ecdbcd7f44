import { columnsOf, type FoundColumn } from "./columns-of.js";
import { type FoundAccounts, findAccounts } from "./find-accounts.js";
import { type FoundList, findLists, listArguments, type Parameter } from "./find-lists.js";
import { guessPaging } from "./guess-paging.js";
import { listOf, membersOf, textOf } from "./members.js";
import type { OpenApiDocument } from "./openapi-document.js";
import type { PagingGuess } from "./paging-guess.js";

/** A field of a filter, for a parameter that a request needs. */
export interface PlannedFilter {
  readonly id: string;
  readonly parameter: Parameter;
}

/** A source of the connector. */
export interface PlannedList
  extends Pick<FoundList, "id" | "description" | "path" | "json" | "itemsPath" | "item" | "parameters"> {
  readonly title: string;
  /** Name of the type of an item. */
  readonly typeName: string;
  readonly columns: readonly FoundColumn[];
  readonly filters: readonly PlannedFilter[];
  readonly paging: PagingGuess | undefined;
  /** Whether it is paged in a way that is not carried over. */
  readonly isPagingUnknown: boolean;
}

/** A connector that was found in a document. */
export interface PlannedConnector {
  /** Name or address of the document. */
  readonly origin: string;
  readonly title: string;
  readonly description: string;
  readonly baseUrl: string;
  /** Whether the document has no absolute address. */
  readonly isBaseGuessed: boolean;
  readonly accounts: FoundAccounts;
  readonly lists: readonly PlannedList[];
  /** Paths that may be lists, but whose responses the document does not describe as such. */
  readonly leftOut: readonly string[];
  /** What the document says and the connector does not do, one sentence each, without the full stop. */
  readonly notCarriedOver: readonly string[];
}

/**
 * Decides what a connector for a document consists of.
 *
 * @param document - The document
 * @returns Its sources and accounts
 * @throws Error when nothing in the document can be listed
 */
export function planConnector(document: OpenApiDocument): PlannedConnector {
  const { lists: found, leftOut } = findLists(document);
  const lists = found.map((list) => planList(document, list));
  const info = membersOf(document.root["info"]);
  const server = serverOf(document);
  const baseUrl = server ?? "https://api.example.org";
  const title = textOf(info["title"]).replaceAll(/\s+/g, " ").trim() || "API";
  return {
    origin: document.name,
    title,
    description: `Lists of ${title}`,
    baseUrl,
    isBaseGuessed: server === undefined,
    accounts: findAccounts(
      document,
      found.map(({ security }) => security),
      baseUrl,
    ),
    lists,
    leftOut,
    notCarriedOver: document.isImported
      ? listOf(document.root["x-wellhead-left-out"]).map(String)
      : lists.flatMap(unusedArguments),
  };
}

function planList(document: OpenApiDocument, list: FoundList): PlannedList {
  const known = list.paging === "none" || list.paging === "unknown" ? undefined : list.paging;
  const paging = list.paging === undefined ? guessPaging(document, list) : known;
  const paged = [paging?.options.parameter, paging?.options.size?.parameter];
  const needed = list.parameters.filter(({ name, isRequired }) => isRequired && !paged.includes(name));
  return {
    ...list,
    title: list.id.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase()),
    typeName: `${pascal(list.id)}Item`,
    columns: columnsOf(document, list.item),
    filters: filtersOf(needed),
    paging,
    isPagingUnknown: list.paging === "unknown",
  };
}

/** Names the optional arguments of a list. Which of them are filters, and which are the time of an increment, only a person knows. */
function unusedArguments({ path, parameters, filters, paging }: PlannedList): readonly string[] {
  const used = [
    paging?.options.parameter,
    paging?.options.size?.parameter,
    ...filters.map(({ parameter }) => parameter.name),
  ];
  return parameters
    .filter(({ name, place }) => place === "query" && !used.includes(name) && !listArguments.test(name))
    .map(({ name, description }) => {
      const meaning = description === "" ? "" : ` (${description.replace(/\.$/, "")})`;
      return `GET /${path}: the argument "${name}"${meaning}. Declare it as a filter, or send since in it if it asks for changes`;
    });
}

/** Returns the first address of the document, with the default values of its variables. */
function serverOf({ root, origin }: OpenApiDocument): string | undefined {
  const server = membersOf(listOf(root["servers"])[0]);
  const variables = membersOf(server["variables"]);
  const written = textOf(server["url"]).replaceAll(
    /\{([^{}]+)\}/g,
    (_whole, name: string) => textOf(membersOf(variables[name])["default"]) || name,
  );
  const base = /^https?:/i.test(origin) ? origin : undefined;
  if (written === "" || !URL.canParse(written, base)) return undefined;
  const url = new URL(written, base);
  return /^https?:$/.test(url.protocol) ? url.href.replace(/\/$/, "") : undefined;
}

function filtersOf(parameters: readonly Parameter[]): readonly PlannedFilter[] {
  const ids = new Set<string>();
  return parameters.map((parameter) => {
    let id = parameter.name.replaceAll(/\W+/g, "_");
    while (ids.has(id)) id += "_";
    ids.add(id);
    return { id, parameter };
  });
}

function pascal(id: string): string {
  const name = id.replaceAll(/(?:^|-)([a-z\d])/g, (_whole, letter: string) => letter.toUpperCase());
  return /^\d/.test(name) ? `List${name}` : name;
}

import { type OpenApiDocument } from "./openapi-document.js";
import type { PagingGuess } from "./paging-guess.js";
import type { PlannedConnector, PlannedFilter, PlannedList } from "./plan-connector.js";
import { sampleItem } from "./sample-item.js";
import type { ValueSchema } from "./value-schema.js";

/** Number of items on each page of a list that is paged. */
const pageSizes = [2, 1];

/** A read that the tape answers. */
export interface StandInRead {
  readonly source: string;
  readonly filter?: Readonly<Record<string, string | number | boolean>>;
  /** Number of rows on the tape. */
  readonly count: number;
}

/** What the API would return according to its document. */
export interface StandIn {
  readonly reads: readonly StandInRead[];
  /** The tape, ready to be written. */
  readonly tape: object;
}

/**
 * Creates a tape that behaves as a document describes: two pages of each list, with values of its examples and types.
 *
 * @param document - Resolves references
 * @param plan - The connector
 * @param name - Id of the connector
 * @returns The tape and the reads on it
 */
export function standInTape(document: OpenApiDocument, plan: PlannedConnector, name: string): StandIn {
  const [kind] = plan.accounts.kinds;
  const lists = plan.lists.map((list) => ({ list, filter: filterOf(list.filters) }));
  const reads = lists.map(({ list, filter }) => ({
    source: list.id,
    ...(list.filters.length > 0 && { filter }),
    count: list.paging === undefined ? (pageSizes[0] ?? 0) : pageSizes.reduce((sum, size) => sum + size),
  }));
  const tape = {
    tape: 1,
    connector: name,
    upstream: `Written by create-wellhead from the schemas of ${plan.origin}; record your own with wellhead record`,
    recordedAt: "2026-03-08T12:00:00.000Z",
    seed: 1,
    account: kind?.account ?? { auth: "none" },
    reads: reads.map(({ source, filter }) => ({ source, ...(filter && { filter }) })),
    interactions: lists.flatMap(({ list, filter }) =>
      new StandInList(document, plan, { list, filter }).interactions(),
    ),
  };
  return { reads, tape };
}

type Filter = Readonly<Record<string, string | number | boolean>>;

function filterOf(filters: readonly PlannedFilter[]): Filter {
  return Object.fromEntries(
    filters.map(({ id, parameter }) => [id, filterValueOf(parameter.schema)] as const),
  );
}

function filterValueOf({ type, choices }: ValueSchema): string | number | boolean {
  const choice = choices.find((one) => typeof one === "string");
  if (choice !== undefined) return choice;
  if (type === "boolean") return true;
  return type === "integer" || type === "number" ? 1 : "example";
}

/** The pages of one list. */
class StandInList {
  readonly #document: OpenApiDocument;
  readonly #plan: PlannedConnector;
  readonly #list: PlannedList;
  readonly #filter: Filter;

  constructor(document: OpenApiDocument, plan: PlannedConnector, { list, filter }: FilteredList) {
    this.#document = document;
    this.#plan = plan;
    this.#list = list;
    this.#filter = filter;
  }

  interactions(): readonly object[] {
    const { paging, item } = this.#list;
    const all = [1, 2, 3].map((number) => sampleItem(this.#document, item, number));
    const first = all.slice(0, pageSizes[0]);
    if (paging === undefined) return [this.#interaction(first, { index: 0, isLast: true })];
    const pages = [first, all.slice(pageSizes[0])];
    const isCounted = paging.builder === "pageNumber" || paging.builder === "offset";
    // Without a total, only an empty page proves the end.
    if (isCounted && paging.options.total === undefined) pages.push([]);
    return pages.map((items, index) =>
      this.#interaction(items, { index, isLast: index === pages.length - 1 }),
    );
  }

  #interaction(items: readonly unknown[], step: PageStep): object {
    const { paging, itemsPath } = this.#list;
    const signs = paging === undefined ? {} : signsOf(paging, step, this.#url(step.index + 1));
    const json = Object.entries(signs.members ?? {}).reduce(
      (body, [path, value]) => put(body, path, value),
      put(undefined, itemsPath, items),
    );
    const headers = { "content-type": "application/json", ...signs.headers };
    return {
      request: {
        method: this.#list.json === undefined ? "GET" : "POST",
        url: this.#url(step.index),
        headers: this.#requestHeaders(),
        ...this.#requestBody(step.index),
      },
      response: { status: 200, headers, body: { json } },
    };
  }

  #url(index: number): string {
    const { path, json, filters, paging } = this.#list;
    const value = (id: string) => String(this.#filter[id]);
    const filled = path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const found = filters.find(({ parameter }) => parameter.place === "path" && parameter.name === name);
      return found === undefined ? whole : encodeURIComponent(value(found.id));
    });
    const url = new URL(`${this.#plan.baseUrl}/${filled}`);
    const { query } = this.#plan.accounts.kinds[0]?.sent ?? {};
    if (query !== undefined) url.searchParams.set(query, "[secret]");
    for (const { id, parameter } of filters)
      if (parameter.place === "query") url.searchParams.set(parameter.name, value(id));
    const paged = paging === undefined || json !== undefined ? [] : argumentsOf(paging, index);
    for (const [name, sent] of paged) url.searchParams.set(name, String(sent));
    return url.href;
  }

  /** Returns the body of a list that is read by POST. An address in a response is followed with the same body. */
  #requestBody(index: number): { readonly body?: object } {
    const { json, paging } = this.#list;
    if (json === undefined) return {};
    const paged = paging === undefined ? [] : argumentsOf(paging, index);
    const body = paged.reduce<unknown>((into, [path, value]) => put(into, path, value), json);
    return { body: { json: body } };
  }

  #requestHeaders(): Readonly<Record<string, string>> {
    const { header } = this.#plan.accounts.kinds[0]?.sent ?? {};
    const own = this.#list.filters
      .filter(({ parameter }) => parameter.place === "header")
      .map(({ id, parameter }) => [parameter.name.toLowerCase(), String(this.#filter[id])] as const);
    return {
      ...(header !== undefined && { [header]: "[secret]" }),
      ...(this.#list.json !== undefined && { "content-type": "application/json" }),
      ...Object.fromEntries(own),
    };
  }
}

interface FilteredList {
  readonly list: PlannedList;
  readonly filter: Filter;
}

interface PageStep {
  /** Number of the page, from 0. */
  readonly index: number;
  readonly isLast: boolean;
}

/** Returns the query arguments of a page. */
function argumentsOf(
  { builder, options }: PagingGuess,
  index: number,
): readonly (readonly [name: string, value: string | number])[] {
  const { size, parameter = "page", first } = options;
  const sized = size === undefined ? [] : [[size.parameter, size.value] as const];
  if (builder === "pageNumber") return [...sized, [parameter, (first ?? 1) + index]];
  if (builder === "offset") return [...sized, [parameter, index * 2 - Math.max(0, index - 1)]];
  return index === 0 ? sized : [...sized, [parameter, `page-${index + 1}`]];
}

/** Returns what a response says about the page after it: headers, and members by their path. */
function signsOf(
  { builder, options }: PagingGuess,
  { index, isLast }: PageStep,
  next: string,
): {
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: Readonly<Record<string, unknown>>;
} {
  const cursor = `page-${index + 2}`;
  const { next: nextPath = "next", cursor: cursorPath = "", header = "", more, total } = options;
  switch (builder) {
    case "linkHeader":
      return isLast ? {} : { headers: { link: `<${next}>; rel="next"` } };
    case "cursorInHeader":
      return isLast ? {} : { headers: { [header.toLowerCase()]: cursor } };
    case "nextUrlInBody":
      return { members: { [nextPath]: isLast ? null : next } };
    case "cursorInBody":
      return {
        members: { [cursorPath]: isLast ? null : cursor, ...(more !== undefined && { [more]: !isLast }) },
      };
    default:
      if (total === undefined) return {};
      return total.startsWith("header:")
        ? { headers: { [total.slice("header:".length).toLowerCase()]: "3" } }
        : { members: { [total]: 3 } };
  }
}

/** Sets a member of an object by its path; an empty path replaces the value. */
function put(into: unknown, path: string, value: unknown): unknown {
  if (path === "") return value;
  const [name = "", ...others] = path.split(".");
  const members = typeof into === "object" && into !== null ? { ...into } : {};
  const before = new Map<string, unknown>(Object.entries(members)).get(name);
  return { ...members, [name]: put(before, others.join("."), value) };
}

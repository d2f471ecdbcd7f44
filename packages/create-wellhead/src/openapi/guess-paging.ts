import type { FoundList } from "./find-lists.js";
import type { OpenApiDocument } from "./openapi-document.js";
import type { PagingGuess } from "./paging-guess.js";
import {
  cursorHeaders,
  cursorNames,
  cursorPaths,
  morePaths,
  nextUrlPaths,
  offsetNames,
  pageNames,
  sizeNames,
  totalHeaders,
  totalPaths,
} from "./paging-names.js";
import { readSchema, type ValueSchema } from "./value-schema.js";

/** A member of a response. */
export interface PagingMember {
  readonly path: string;
  /** Type in a schema; `anything` where it is not known. */
  readonly type: string;
  /** `uri` for an address, `token` for a text that is not one. Default: not known. */
  readonly format?: string | undefined;
}

/** Arguments of a list that page it, by what they contain. */
export interface PagingArguments {
  readonly cursor?: string | undefined;
  /** Number of a page. */
  readonly page?: string | undefined;
  /** Number of items before a page. */
  readonly offset?: string | undefined;
}

/** What a list shows of its paging. */
export interface PagingSigns extends PagingArguments {
  /** Argument with the number of items per page, and what to request. Default: not known. */
  readonly size?: PagingGuess["options"]["size"] | undefined;
  /** Whether the first page has the number 0. */
  readonly isFromZero: boolean;
  /** Names of the headers of its responses. */
  readonly headers: readonly string[];
  /** Members of its responses. */
  readonly members: readonly PagingMember[];
}

/**
 * Guesses how a list is paged, from the names of its arguments and of the members of its response.
 *
 * @param document - The document
 * @param list - The list
 * @returns The guess; `undefined` when nothing looks like paging
 */
export function guessPaging(document: OpenApiDocument, list: FoundList): PagingGuess | undefined {
  const parameters = list.parameters.filter(({ place }) => place === "query");
  const named = pagingArguments(parameters.map(({ name }) => name));
  const page = parameters.find(({ name }) => name === named.page);
  const size = parameters.find(({ name }) => isNamed(sizeNames, name));
  return pagingOfNames({
    ...named,
    size: size && { parameter: size.name, value: Math.min(size.maximum ?? 100, 1000) },
    isFromZero: String(page?.schema.example) === "0",
    headers: list.headers,
    members: membersIn(document, list.body),
  });
}

/**
 * Guesses how a list is paged, from names.
 *
 * @param signs - What the list shows of its paging
 * @returns The guess; `undefined` when nothing looks like paging
 */
export function pagingOfNames(signs: PagingSigns): PagingGuess | undefined {
  const { cursor, page, headers, members } = signs;
  const pathOf = (pattern: RegExp, ...types: readonly string[]) =>
    members.find(({ path, type }) => pattern.test(path) && [...types, "anything"].includes(type));
  const size = signs.size && { size: signs.size };
  if (headers.some((name) => /^link$/i.test(name)))
    return { builder: "linkHeader", options: { ...size }, reason: 'the response has the header "Link"' };
  const nextUrl = pathOf(nextUrlPaths, "string");
  const isAddress = nextUrl?.format === "uri" || (cursor === undefined && nextUrl?.format !== "token");
  if (nextUrl !== undefined && isAddress)
    return {
      builder: "nextUrlInBody",
      options: { next: nextUrl.path, ...size },
      reason: `the response has "${nextUrl.path}"`,
    };
  const inBody = pathOf(cursorPaths, "string", "integer", "number");
  if (cursor !== undefined && inBody !== undefined) {
    const more = pathOf(morePaths, "boolean")?.path;
    return {
      builder: "cursorInBody",
      options: { cursor: inBody.path, parameter: cursor, ...(more !== undefined && { more }), ...size },
      reason: `the query has "${cursor}" and the response has "${inBody.path}"`,
    };
  }
  const inHeader = headers.find((name) => cursorHeaders.test(name));
  const sent = cursor ?? (/page$/i.test(inHeader ?? "") ? page : undefined);
  if (sent !== undefined && inHeader !== undefined)
    return {
      builder: "cursorInHeader",
      options: { header: inHeader, parameter: sent, ...size },
      reason: `the query has "${sent}" and the response has the header "${inHeader}"`,
    };
  return countedPaging(signs);
}

function countedPaging(signs: PagingSigns): PagingGuess | undefined {
  const { page, offset, size, headers, members, isFromZero } = signs;
  const header = headers.find((name) => totalHeaders.test(name));
  const inBody = members.find(
    ({ path, type }) => totalPaths.test(path) && ["integer", "number", "anything"].includes(type),
  );
  const total = inBody?.path ?? (header === undefined ? undefined : `header:${header}`);
  const counted = { ...(total !== undefined && { total }), ...(size !== undefined && { size }) };
  const first = isFromZero ? { first: 0 } : {};
  const reason = `the query has "${page ?? offset ?? ""}"`;
  if (page !== undefined)
    return { builder: "pageNumber", options: { parameter: page, ...first, ...counted }, reason };
  return offset === undefined
    ? undefined
    : { builder: "offset", options: { parameter: offset, ...counted }, reason };
}

/**
 * Finds the arguments that page a list, by their usual names.
 *
 * @param names - Names of all arguments; in a body, their paths
 * @returns The arguments
 */
export function pagingArguments(names: readonly string[]): PagingArguments {
  const named = (pattern: RegExp) => names.find((name) => isNamed(pattern, name));
  return { cursor: named(cursorNames), page: named(pageNames), offset: named(offsetNames) };
}

/**
 * Returns whether an argument has one of the usual names. In a body, it may be a member of another, such as `page.size`.
 *
 * @param pattern - The names
 * @param name - Name of the argument; in a body, its path
 * @returns Whether it has
 */
export function isNamed(pattern: RegExp, name: string): boolean {
  const [last = "", before] = name.split(".").toReversed();
  return (
    pattern.test(name) || pattern.test(last) || (before !== undefined && pattern.test(`${before}[${last}]`))
  );
}

/** Lists the members of a body, up to the third level, by path. */
function membersIn(document: OpenApiDocument, body: ValueSchema): readonly PagingMember[] {
  const list = ({ properties }: ValueSchema, before: readonly string[]): readonly PagingMember[] =>
    Object.entries(properties).flatMap(([name, written]) => {
      if (name.includes(".")) return [];
      const member = readSchema(document, written);
      const names = [...before, name];
      const own = { path: names.join("."), type: member.type, format: member.format };
      return member.type === "object" && names.length < 3 ? [own, ...list(member, names)] : [own];
    });
  return list(body, []);
}

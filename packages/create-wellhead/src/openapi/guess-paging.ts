import type { FoundList } from "./find-lists.js";
import type { OpenApiDocument } from "./openapi-document.js";
import type { PagingGuess } from "./paging-guess.js";
import { readSchema, type ValueSchema } from "./value-schema.js";

const sizeNames =
  /^(?:limit|per_?page|page_?size|size|count|max_?results|\$?top|page\[size\]|page\[limit\])$/i;
const cursorNames =
  /^(?:(?:\w+_?)?cursor|after|page_?token|next_?token|continuation(?:_?token)?|marker|bookmark|page\[(?:cursor|after)\])$/i;
const pageNames = /^(?:page|page_?(?:number|no|index)|p|page\[number\])$/i;
const offsetNames = /^(?:offset|skip|\$skip|start|start_?(?:at|index)|page\[offset\])$/i;

const nextUrlPaths =
  /^(?:(?:_?links|paging|pagination|meta)\.)?next(?:_?(?:url|link|page_?url|href))?(?:\.href)?$/i;
const cursorPaths =
  /(?:^|\.)(?:next_?(?:page_?)?(?:cursor|token)|next|cursor|end_?cursor|after|continuation(?:_?token)?|marker|bookmark)$/i;
const morePaths = /(?:^|\.)(?:has_?(?:more|next(?:_?page)?)|more)$/i;
const totalPaths =
  /(?:^|\.)(?:total(?:_?(?:count|items|results|records|elements|hits))?|count_?total|@?odata_?count)$/i;

/**
 * Guesses how a list is paged, from the names of its arguments and of the members of its response.
 *
 * @param document - The document
 * @param list - The list
 * @returns The guess; `undefined` when nothing looks like paging
 */
export function guessPaging(document: OpenApiDocument, list: FoundList): PagingGuess | undefined {
  const names = list.parameters.filter(({ place }) => place === "query");
  const named = (pattern: RegExp) => names.find(({ name }) => pattern.test(name));
  const paths = pathsIn(document, list.body);
  const pathOf = (pattern: RegExp, ...types: readonly string[]) =>
    paths.find(([path, { type }]) => pattern.test(path) && [...types, "anything"].includes(type));
  const sized = named(sizeNames);
  const size = sized && {
    size: { parameter: sized.name, value: Math.min(sized.maximum ?? 100, 1000) },
  };
  if (list.headers.some((name) => /^link$/i.test(name)))
    return { builder: "linkHeader", options: { ...size }, reason: 'the response has the header "Link"' };
  const nextUrl = pathOf(nextUrlPaths, "string");
  const cursor = named(cursorNames);
  if (nextUrl !== undefined && (cursor === undefined || nextUrl[1].format === "uri"))
    return {
      builder: "nextUrlInBody",
      options: { next: nextUrl[0], ...size },
      reason: `the response has "${nextUrl[0]}"`,
    };
  const inBody = pathOf(cursorPaths, "string", "integer", "number");
  const inHeader = list.headers.find((name) => /cursor|next-?(?:page-?)?token|continuation/i.test(name));
  if (cursor !== undefined && inBody !== undefined) {
    const more = pathOf(morePaths, "boolean")?.[0];
    return {
      builder: "cursorInBody",
      options: { cursor: inBody[0], parameter: cursor.name, ...(more !== undefined && { more }), ...size },
      reason: `the query has "${cursor.name}" and the response has "${inBody[0]}"`,
    };
  }
  if (cursor !== undefined && inHeader !== undefined)
    return {
      builder: "cursorInHeader",
      options: { header: inHeader, parameter: cursor.name, ...size },
      reason: `the query has "${cursor.name}" and the response has the header "${inHeader}"`,
    };
  const total = pathOf(totalPaths, "integer", "number")?.[0] ?? totalHeader(list.headers);
  const counted = { ...(total !== undefined && { total }), ...size };
  const page = named(pageNames);
  if (page !== undefined) {
    const first = page.schema.example === 0 || page.schema.example === "0" ? { first: 0 } : {};
    return {
      builder: "pageNumber",
      options: { parameter: page.name, ...first, ...counted },
      reason: `the query has "${page.name}"`,
    };
  }
  const skip = named(offsetNames);
  if (skip === undefined) return undefined;
  return {
    builder: "offset",
    options: { parameter: skip.name, ...counted },
    reason: `the query has "${skip.name}"`,
  };
}

function totalHeader(headers: readonly string[]): string | undefined {
  const name = headers.find((header) => /^x-total(?:-count|-results)?$/i.test(header));
  return name === undefined ? undefined : `header:${name}`;
}

type Path = readonly [path: string, schema: ValueSchema];

/** Lists the members of a body, up to the third level, by path. */
function pathsIn(document: OpenApiDocument, body: ValueSchema): readonly Path[] {
  const list = ({ properties }: ValueSchema, before: readonly string[]): readonly Path[] =>
    Object.entries(properties).flatMap(([name, written]) => {
      if (name.includes(".")) return [];
      const member = readSchema(document, written);
      const names = [...before, name];
      const own: Path = [names.join("."), member];
      return member.type === "object" && names.length < 3 ? [own, ...list(member, names)] : [own];
    });
  return list(body, []);
}

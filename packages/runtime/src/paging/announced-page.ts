import type { HttpAnswer } from "@wellhead/sdk";
import { parseLinks } from "@wellhead/sdk/internal";

/** Maximum depth of members that are searched, and how many of them are. Items are not searched. */
const maxDepth = 3;
const maxMembers = 200;

/** Names of members that have the address or the number of the next page, or a cursor; compared as {@link plainName}. */
const nextNames: ReadonlySet<string> = new Set(
  "next nextpage nextlink nexturl nexturi nexthref nextpageurl nextpagelink nextcursor nextpagecursor nextpagetoken nexttoken nextmarker nextoffset nextrecordsurl odatanextlink continuationtoken".split(
    " ",
  ),
);
/** Names of members that are `true` if there are more pages. */
const moreNames: ReadonlySet<string> = new Set(
  "hasmore hasnext hasnextpage hasmoreitems hasmoreresults hasmorepages more moreavailable moreresults istruncated".split(
    " ",
  ),
);
/** Names of members that are `false` if there are more pages. */
const lastNames: ReadonlySet<string> = new Set(["islast", "islastpage", "last", "lastpage", "done", "end"]);
const nextHeaders = ["x-next-page", "x-next-cursor", "x-next-token"];
const totalNames: ReadonlySet<string> = new Set(
  "total totalcount totalitems totalresults totalelements totalrecords totalrows totalhits".split(" "),
);
const totalHeaders = ["x-total-count", "x-total", "x-total-items", "total-count", "x-pagination-total-count"];

/** Where a response says that the list has another page. */
export interface AnnouncedPage {
  /** The place, for people, such as `"meta.next"`. */
  readonly place: string;
  /** The paging that follows it; `undefined` where the response does not show it. */
  readonly paging?: string;
}

/** How many items a response says that the list has in all. */
export interface AnnouncedTotal {
  readonly place: string;
  readonly total: number;
}

/**
 * Finds where a response says that the list has another page, by the names that are common. Used for remarks only: no
 * name proves anything about an API that nobody has described.
 *
 * @param answer - The response
 * @returns The place; `undefined` if the response says nothing of the kind, or that there is no other page
 */
export function findAnnouncedPage({ headers, body }: Omit<HttpAnswer, "status">): AnnouncedPage | undefined {
  if (parseLinks(headers["link"] ?? "").has("next"))
    return { place: 'the header Link with rel="next"', paging: "linkHeader()" };
  const header = nextHeaders.find((name) => (headers[name] ?? "") !== "");
  if (header !== undefined)
    return { place: `the header ${header}`, paging: `cursorInHeader({ header: "${header}" })` };
  const members = membersOf(body);
  const flag = members.find(
    ({ name, value }) =>
      typeof value === "boolean" && (moreNames.has(plainName(name)) || lastNames.has(plainName(name))),
  );
  if (flag !== undefined && moreNames.has(plainName(flag.name)) !== flag.value) return undefined;
  for (const { name, path, value } of members)
    if (nextNames.has(plainName(name)) && isPointer(value))
      return { place: `"${path}"`, paging: pagingOf(path, value) };
  return flag && { place: `"${flag.path}": ${String(flag.value)}` };
}

/**
 * Finds the number of all items that a response states.
 *
 * @param answer - The response
 * @returns The number and its place; `undefined` if there is none
 */
export function findAnnouncedTotal({
  headers,
  body,
}: Omit<HttpAnswer, "status">): AnnouncedTotal | undefined {
  const header = totalHeaders.find((name) => /^\d+$/.test(headers[name] ?? ""));
  if (header !== undefined) return { place: `the header ${header}`, total: Number(headers[header]) };
  const stated = membersOf(body).find(
    ({ name, value }) => totalNames.has(plainName(name)) && Number.isSafeInteger(value),
  );
  return stated && { place: `"${stated.path}"`, total: Number(stated.value) };
}

/** A member of a body. */
interface Member {
  readonly name: string;
  readonly path: string;
  readonly depth: number;
  readonly value: unknown;
}

/** Members of an object that stands for a value, such as `next: { href }`, `next: { after }` and `total: { value }`. */
const valueNames: ReadonlySet<string> = new Set(["href", "after", "value"]);
/** Names of objects about a page, whose cursor `after` is that of the next one. */
const pageNames: ReadonlySet<string> = new Set(["page", "paging", "pagination"]);

/** Lists the members of a body that are not within an array, the outer ones first. */
function membersOf(body: unknown): readonly Member[] {
  const members: Member[] = [{ name: "", path: "", depth: 0, value: body }];
  // The list grows while it is read.
  for (const { name, path, depth, value } of members) {
    if (depth === maxDepth || typeof value !== "object" || value === null || Array.isArray(value)) continue;
    for (const [own, inner] of Object.entries(value).slice(0, maxMembers + 1 - members.length))
      members.push({
        name: valueNames.has(own) ? nameOfValue(own, name) : own,
        path: path === "" ? own : `${path}.${own}`,
        depth: depth + 1,
        value: inner,
      });
  }
  return members;
}

function nameOfValue(own: string, parent: string): string {
  const isNext = own === "after" && pageNames.has(plainName(parent));
  return isNext ? "next" : parent;
}

/** Returns a name without case and without what separates its words. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function isPointer(value: unknown): value is string | number {
  return typeof value === "number" ? value > 0 : typeof value === "string" && value !== "";
}

function pagingOf(path: string, value: string | number): string {
  const isAddress = /^(?:https?:\/\/|\/|\?)/.test(String(value));
  return isAddress ? `nextUrlInBody({ next: "${path}" })` : `cursorInBody({ cursor: "${path}" })`;
}

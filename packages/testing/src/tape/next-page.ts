import { ExactNumber } from "@wellhead/client";
import { itemsIn } from "./items-in.js";
import type { Interaction, TapeRequest } from "./tape.js";
import { exactJsonOf } from "./tape-body.js";

/** Names of arguments with the number of a page, or of the items before it. */
const countingNames =
  /^(?:_?page(?:_?(?:no|num|number|index))?|p|pg|_?offset|\$?skip|_?start(?:_?(?:at|index|row))?|from|first(?:_?(?:result|index|row)))$/i;

/** Names of arguments with the size of a page, which may differ from page to page. */
const sizeNames =
  /^(?:_?limit|(?:_?per_?)?_?page_?size|_?per_?page|size|count|max_?results|first|rows|\$?top|take)$/i;

/** Names of arguments and members that say where the next page begins. */
const pointingNames =
  /next|cursor|after|before|since|token|continu|marker|bookmark|scroll|last|max_?id|page|offset|start/i;

/** Minimum length of a text that is only a part of another, such as of an address. */
const minPartLength = 4;

/**
 * Returns whether a request is for the page after another: it has the address that the first response states, or differs
 * from the first request only in what counts pages or items, or in a cursor of the first response. A number or a key in
 * the address that differs for another reason, such as that of a parent, begins another list.
 *
 * @param earlier - A request for a page, and its response
 * @param later - A later request
 * @returns Whether it is
 */
export function isNextPage(earlier: Interaction, { request }: Pick<Interaction, "request">): boolean {
  if (earlier.request.method !== request.method) return false;
  const [before, after] = [argumentsOf(earlier.request), argumentsOf(request)];
  const signs = signsOf(earlier);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const isSameBody = changed.every((name) => !name.startsWith("body"));
  if (changed.length > 0 && isSameBody && signs.addresses.has(orderedUrl(request.url))) return true;
  const moved = changed.filter((name) => !isNamed(sizeNames, name));
  return (
    moved.length > 0 &&
    moved.every((name) => {
      const value = after.get(name);
      // A request without the cursor of the one before begins another list.
      return value !== undefined && pointsOn(name, { from: before.get(name), value }, signs);
    })
  );
}

/**
 * Finds the page after another on a tape.
 *
 * @param interactions - Those of the tape
 * @param page - A page
 * @returns The next page; `undefined` when there is none
 */
export function pageAfter(interactions: readonly Interaction[], page: Interaction): Interaction | undefined {
  const later = interactions.slice(interactions.indexOf(page) + 1);
  return later.find((one) => one.refused !== true && isNextPage(page, one));
}

/**
 * Finds the member with which a page states where the next one begins, if the last page of the list has that member, too,
 * such as `null`. Then a page that lacks it is not the last one.
 *
 * @param interactions - Those of the tape
 * @param page - A page
 * @returns The path of the member; `undefined` when there is none, or when the last page lacks it
 */
export function constantPointer(interactions: readonly Interaction[], page: Interaction): string | undefined {
  const next = pageAfter(interactions, page);
  if (next === undefined) return undefined;
  let last = next;
  for (let after = pageAfter(interactions, last); after !== undefined; after = pageAfter(interactions, last))
    last = after;
  const end = exactJsonOf(last.response.body);
  return pointersTo(page, next).find((path) => noPointers.includes(memberIn(end, path)));
}

/** What an API sends as pointer where there is no next page. */
const noPointers: readonly unknown[] = [null, "", false];

/** Returns the paths of the members, outside of the items, that the request for the next page repeats. */
function pointersTo(page: Interaction, { request }: Interaction): readonly string[] {
  const json = exactJsonOf(page.response.body);
  const [before, after] = [argumentsOf(page.request), argumentsOf(request)];
  const sent = new Set(
    [...after].filter(([name, value]) => before.get(name) !== value).map(([, value]) => value),
  );
  const isSent = (value: string): boolean =>
    sent.has(value) ||
    (URL.canParse(value, page.request.url) &&
      orderedUrl(new URL(value, page.request.url).href) === orderedUrl(request.url));
  return leavesOf(json, "", itemsIn(json)).flatMap(([path, value]) => (isSent(value) ? [path] : []));
}

/** Returns the member with a path as that of {@link leavesOf}. */
function memberIn(value: unknown, path: string, at = ""): unknown {
  if (at === path) return value;
  if (typeof value !== "object" || value === null || !path.startsWith(`${at}.`)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = memberIn(inner, path, `${at}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Removes a member.
 *
 * @param value - A JSON value
 * @param path - Path of the member, as {@link constantPointer} returns it
 * @returns The value without it
 */
export function withoutMember(value: unknown, path: string, at = ""): unknown {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  if (Array.isArray(value) || !path.startsWith(`${at}.`)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      `${at}.${name}` === path ? [] : [[name, withoutMember(inner, path, `${at}.${name}`)]],
    ),
  );
}

/** Returns whether an argument has one of some names: its last one, or the last two, such as those of `page[size]`. */
function isNamed(names: RegExp, path: string): boolean {
  const [last = "", before = ""] = path
    .split(/[.?[\]]/)
    .filter((part) => part !== "" && !/^\d+$/.test(part))
    .toReversed();
  return names.test(last) || names.test(`${before}_${last}`);
}

function pointsOn(
  name: string,
  { from, value }: { readonly from: string | undefined; readonly value: string },
  { stated, lastItem }: Signs,
): boolean {
  const isCount = /^\d{1,9}$/.test(value) && isNamed(countingNames, name);
  if (isCount && Number(value) > Number(from ?? -1)) return true;
  if (stated.some((one) => one.value === value && pointingNames.test(one.path))) return true;
  const isText = !/^\d+$/.test(value) && value.length >= minPartLength;
  if (isText && stated.some((one) => one.value.includes(value))) return true;
  return isNamed(pointingNames, name) && lastItem.has(value);
}

/** What a response says about the page after it. */
interface Signs {
  /** Texts and numbers outside of the items, and the headers. */
  readonly stated: ReadonlyArray<{ readonly path: string; readonly value: string }>;
  /** Addresses among them. */
  readonly addresses: ReadonlySet<string>;
  /** Texts and numbers of the last item. */
  readonly lastItem: ReadonlySet<string>;
}

function signsOf({ request, response }: Interaction): Signs {
  const json = exactJsonOf(response.body);
  const items = itemsIn(json);
  const members = leavesOf(json, "", items);
  const headers = Object.entries(response.headers);
  const stated = [...members, ...headers].map(([path, value]) => ({ path, value }));
  const links = headers
    .filter(([name]) => name.toLowerCase() === "link")
    .flatMap(([, value]) => [...value.matchAll(/<([^<>]*)>/g)].map(([, address = ""]) => address));
  const addresses = [...stated.map(({ value }) => value), ...links]
    .filter((value) => URL.canParse(value, request.url))
    .map((value) => orderedUrl(new URL(value, request.url).href));
  const lastItem = leavesOf(items?.at(-1), "").map(([, value]) => value);
  return { stated, addresses: new Set(addresses), lastItem: new Set(lastItem) };
}

/** A tape has arguments in the order of their names. */
function orderedUrl(address: string): string {
  const url = new URL(address);
  url.searchParams.sort();
  return url.href;
}

/** Returns the address without its query, the arguments, and the members of the body. */
function argumentsOf({ url, body }: TapeRequest): ReadonlyMap<string, string> {
  const { origin, pathname, searchParams } = new URL(url);
  return new Map([
    ["", origin + pathname],
    ...[...searchParams].map(([name, value]) => [`?${name}`, value] as const),
    ...leavesOf(exactJsonOf(body) ?? body, "body"),
  ]);
}

/** Lists the texts and numbers in a value by their path, without those of a list in it. */
function leavesOf(value: unknown, path: string, without?: unknown): ReadonlyArray<readonly [string, string]> {
  if (value === undefined || value === null || value === without) return [];
  if (value instanceof ExactNumber) return [[path, value.text]];
  if (typeof value !== "object") return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`, without));
}

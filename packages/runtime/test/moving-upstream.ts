import {
  cursorInBody,
  nextUrlInBody,
  offset,
  type Pages,
  type PagesOptions,
  type Paging,
  type Position,
  pageNumber,
  withArguments,
} from "@wellhead/sdk";
import type { MovedReading, MovingItem, MovingItems } from "@wellhead/test-support";
import { rawAnswer, startRawUpstream } from "@wellhead/test-support/upstream-faults/raw-upstream";
import { openTestHttp } from "./open-test-http.js";

const size = { parameter: "size", value: 10 };

/** How an upstream sorts and pages its list. */
export interface MovingKind {
  readonly paging: Paging;
  readonly order: PagesOptions["order"];
  /** Sorts the items. Default: in the order that users have given them. */
  readonly sort?: (one: MovingItem, other: MovingItem) => number;
  /** Whether the items have keys. Default: `true`. */
  readonly hasKeys?: boolean;
}

function byCreation(one: MovingItem, other: MovingItem): number {
  return one.created - other.created || one.id - other.id;
}

function newestFirst(one: MovingItem, other: MovingItem): number {
  return byCreation(other, one);
}

function byName(one: MovingItem, other: MovingItem): number {
  return one.name.localeCompare(other.name) || one.id - other.id;
}

/** Counts items as the authors of connectors do: the pages cannot overlap. */
const ownOffset: Paging = {
  name: "an offset of one's own",
  repeatsAreFaults: true,
  first: (request) => withArguments(request, { size: size.value }),
  after: ({ request, length, seen }) =>
    length === 0
      ? { end: "empty page" }
      : { next: withArguments(request, { offset: seen }), key: String(seen) },
};

const counted = {
  offset: offset({ size, total: "total" }),
  "offset without total": offset({ size }),
  "page number": pageNumber({ size, first: 0, total: "total" }),
  "page number without total": pageNumber({ size, first: 0 }),
  "page number of small pages": pageNumber({ size: { ...size, value: 3 }, first: 0 }),
  "page number from 0, ended by a short page": pageNumber({ size, first: 0, shortPageEnds: true }),
  "an offset of one's own": ownOffset,
};

const pointing = {
  "cursor in body": cursorInBody({ cursor: "next", size }),
  "next URL in body": nextUrlInBody({ next: "nextUrl", size }),
};

function each(kinds: Readonly<Record<string, Paging>>, name: string, kind: Omit<MovingKind, "paging">) {
  return Object.entries(kinds).map(([key, paging]) => [`${key}, ${name}`, { ...kind, paging }] as const);
}

/** Kinds of paging and orders of lists that are read whole. */
export const movingKinds: Readonly<Record<string, MovingKind>> = Object.fromEntries([
  ...each(counted, "oldest first", { order: "stable", sort: byCreation }),
  ...each(counted, "newest first", { order: "stable", sort: newestFirst }),
  ...each(counted, "by name", { order: "changing", sort: byName }),
  ...each(counted, "as users order it", { order: "changing" }),
  ...each(counted, "oldest first, which is not known", { order: "unknown", sort: byCreation }),
  ...each(pointing, "oldest first", { order: "changing", sort: byCreation }),
  ...each(pointing, "oldest first, which is not known", { order: "unknown", sort: byCreation }),
  ...each(pointing, "by name", { order: "changing", sort: byName }),
]);

/**
 * Reads a list through a stand-in whose pages count items, as most services do, whatever their cursors look like.
 *
 * @param kind - How the list is paged
 * @param list - The list
 * @returns What was read
 */
export function readMoving(kind: MovingKind, list: MovingItems): Promise<MovedReading> {
  return readBy(kind, list, (pages) => pages);
}

/**
 * Reads a list like {@link readMoving}, but each page in a process of its own, as it were: nothing but the position is
 * kept. Items may then come twice, which a platform recognises by their keys.
 *
 * @param kind - How the list is paged
 * @param list - The list
 * @returns What was read, each item once
 */
export async function readMovingApart(kind: MovingKind, list: MovingItems): Promise<MovedReading> {
  const { ids, fault } = await readBy(kind, list, pageByPage);
  return { ids: [...new Set(ids)], fault };
}

async function* pageByPage<Item>(
  _pages: Pages<Item>,
  open: () => Pages<Item>,
): AsyncGenerator<readonly Item[]> {
  for (
    let position: Position | undefined, isFirst = true;
    isFirst || position !== undefined;
    isFirst = false
  ) {
    const batches = open().from?.(position)[Symbol.asyncIterator]();
    const next = await batches?.next();
    await batches?.return?.(undefined);
    if (next?.done !== false) return;
    yield next.value.items;
    const { after } = next.value;
    position = after === undefined ? undefined : (JSON.parse(JSON.stringify(after)) as Position);
  }
}

type ReadBatches = (
  pages: Pages<MovingItem>,
  open: () => Pages<MovingItem>,
) => AsyncIterable<readonly MovingItem[]>;

async function readBy(kind: MovingKind, list: MovingItems, batchesOf: ReadBatches): Promise<MovedReading> {
  const upstream = await startRawUpstream((socket, { target }) => {
    const query = new URL(target, "http://list.example").searchParams;
    const asked = Number(query.get("size") ?? 10);
    const all = list.nextPage();
    const items = kind.sort === undefined ? all : all.toSorted(kind.sort);
    const start = startOf(query, asked);
    const end = start + asked;
    const next = end < items.length ? String(end) : null;
    const nextUrl = next === null ? null : `/list?size=${asked}&cursor=${next}`;
    const body = { items: items.slice(start, end), total: items.length, next, nextUrl };
    socket.write(rawAnswer(JSON.stringify(body)));
  });
  const ids: number[] = [];
  try {
    const key = kind.hasKeys === false ? {} : { key: "id", order: kind.order };
    const open = () => {
      const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging: kind.paging } });
      return http.pages<MovingItem>("list", { items: "items", ...key });
    };
    for await (const batch of batchesOf(open(), open)) ids.push(...batch.map(({ id }) => id));
    return { ids, fault: undefined };
  } catch (error) {
    return { ids, fault: error instanceof Error ? error.message : String(error) };
  } finally {
    await upstream.close();
  }
}

function startOf(query: URLSearchParams, pageSize: number): number {
  const [page, offsetText, cursor] = [query.get("page"), query.get("offset"), query.get("cursor")];
  if (cursor !== null) return Number(cursor);
  if (offsetText !== null) return Number(offsetText);
  return page === null ? 0 : Number(page) * pageSize;
}

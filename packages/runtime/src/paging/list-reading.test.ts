import { offset, type PagesOptions, type Paging, withArguments } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { type FetchedPage, ListReading } from "./list-reading.js";
import { ListRemarks } from "./list-remarks.js";

const size = { parameter: "size", value: 10 };

/** A list of ids whose pages begin at an offset. */
interface CountedList {
  /** Ids of the list when page `index` is requested; `undefined` when that page is refused. */
  readonly idsAt: (index: number) => readonly number[] | undefined;
  /** Default: by offset. */
  readonly paging?: Paging;
  /** Default: the items have keys and keep their order. */
  readonly options?: PagesOptions;
}

function readingOf(paging: Paging, options: PagesOptions): ListReading {
  return new ListReading(paging, {
    options: { items: "items", ...options },
    start: undefined,
    first: () => paging.first({ path: "list", query: {} }),
    remarks: new ListRemarks({ paging, isSinglePage: false, hasKeys: true, onRemark: () => undefined }),
  });
}

/** Reads a list and returns its ids and the offsets that were requested. */
function readCounted({
  idsAt,
  paging = offset({ size }),
  options = { key: "id", order: "stable" },
}: CountedList) {
  const reading = readingOf(paging, options);
  const ids: number[] = [];
  const offsets: number[] = [];
  for (let isEnded = false; !isEnded; ) {
    const [from = 0, asked = 0] = ["offset", "size"].map((name) => Number(reading.request.query[name]));
    const items = idsAt(offsets.length)
      ?.slice(from, from + asked)
      .map((id) => ({ id }));
    offsets.push(from);
    const read = reading.read(items && fetched({ items }));
    ids.push(...(read.items as Array<{ id: number }>).map(({ id }) => id));
    isEnded = read.isEnded;
  }
  return { ids, offsets };
}

function fetched(body: object): FetchedPage {
  return {
    answer: { status: 200, headers: {}, body },
    url: new URL("http://list.example/list"),
  };
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

describe("a list of items with keys that is counted", () => {
  it("is requested so that each page begins with the last item of the page before", () => {
    const { ids, offsets } = readCounted({ idsAt: () => numbers(0, 25) });
    expect({ ids, offsets }).toEqual({ ids: numbers(0, 25), offsets: [0, 9, 18, 24] });
  });

  it("is searched backwards from where its items were, twice as far each time, when they have moved", () => {
    // 120 items disappear from the front before page 30.
    const { ids, offsets } = readCounted({ idsAt: (index) => numbers(index < 30 ? 0 : 120, 500) });
    expect(ids).toEqual(numbers(0, 500));
    // Then pages overlap by more, but by no more than a quarter.
    expect(offsets.slice(29, 35)).toEqual([261, 270, 220, 120, 128, 136]);
  });

  it("is searched by pages where they are longer than the shortest distance", () => {
    const long = { paging: offset({ size: { ...size, value: 200 } }) };
    const { ids, offsets } = readCounted({ ...long, idsAt: (index) => numbers(index < 3 ? 0 : 250, 1500) });
    expect(ids).toEqual(numbers(0, 1500));
    expect(offsets.slice(2, 5)).toEqual([398, 597, 397]);
  });

  it.each([undefined, 1])("is not whole where its paging cannot go back: %s", (later) => {
    const counted = offset({ size });
    const paging: Paging = {
      ...counted,
      at: (page, position) => {
        const at = counted.at?.(page, position);
        // A page from which the reading goes back has no new items.
        if (page.count > 0 || at === undefined) return at;
        return later === undefined ? undefined : { ...at, start: at.start + later };
      },
    };
    expect(() => readCounted({ paging, idsAt: (index) => numbers(index < 20 ? 0 : 120, 500) })).toThrow(
      "Could not read a list by offset: its items moved while it was read",
    );
  });

  it("is not whole where a page that begins with a known item is refused", () => {
    expect(() => readCounted({ idsAt: (index) => (index < 2 ? numbers(0, 25) : undefined) })).toThrow(
      "Could not read a list by offset: its items moved while it was read",
    );
  });
});

describe("a list of items with keys", () => {
  const counted = offset({ size });
  /** Goes to the next page by the number of items before it, until a page is empty. */
  const after: Paging["after"] = ({ request, length, index, seen }) =>
    length === 0 && index > 0
      ? { end: "empty page" }
      : { next: withArguments(request, { offset: seen }), key: String(seen) };

  it("is at fault where different items of a page have one key, and has the same item once", () => {
    const [item, line] = [
      { id: 1, line: 1 },
      { id: 1, line: 2 },
    ];
    const read = (items: readonly object[]) =>
      readingOf(counted, { key: "id" }).read(fetched({ items })).items;
    expect(read([item, { line: 1, id: 1 }, { id: 2, line: 1 }])).toEqual([item, { id: 2, line: 1 }]);
    expect(() => read([item, line])).toThrow('different items of one page have the key "1"');
  });

  it("is read as its paging says where that states which item a page begins with", () => {
    const paging: Paging = {
      ...counted,
      after: (page) => {
        const step = after(page);
        return "end" in step ? step : { ...step, start: page.seen };
      },
    };
    expect(readCounted({ idsAt: () => numbers(0, 25), paging }).offsets.slice(0, 4)).toEqual([0, 10, 20, 25]);
  });

  it("is never requested from before its first item", () => {
    const offsets: number[] = [];
    const paging: Paging = {
      ...counted,
      // An empty page is not the end of this list where it is the first one.
      after: (page) => (page.index === 0 ? after(page) : counted.after(page)),
      at: (page, position) => {
        offsets.push(position);
        return counted.at?.(page, position);
      },
    };
    const idsAt = (index: number) => (index === 0 ? [] : numbers(0, 15));
    expect(readCounted({ idsAt, paging }).ids).toEqual(numbers(0, 15));
    expect(Math.min(...offsets)).toBeGreaterThan(0);
  });

  it.each([
    ["cannot overlap", (seen: number) => seen, 2],
    ["overlap", (seen: number) => seen - 1, 1],
  ])("is read again where counted pages %s, although its order is stable", (_what, startOf, passes) => {
    const paging: Paging = {
      ...counted,
      repeatsAreFaults: false,
      at: ({ request, seen }) => ({
        request: withArguments(request, { offset: startOf(seen) }),
        start: startOf(seen),
      }),
    };
    const { ids, offsets } = readCounted({ idsAt: () => numbers(0, 25), paging });
    expect(ids).toEqual(numbers(0, 25));
    expect(offsets.filter((one) => one === 0)).toHaveLength(passes);
  });

  it.each([
    [[25, 25, 25], 1],
    [[25, 26, 26], 2],
  ])("is read again where its total changes and its order is not known: %j", (totals, passes) => {
    let page = 0;
    const paging: Paging = {
      ...counted,
      after: (given) => {
        const total = totals[page] ?? totals.at(-1);
        page += 1;
        return { ...counted.after(given), ...(total !== undefined && { total }) };
      },
    };
    const { offsets } = readCounted({ idsAt: () => numbers(0, 25), paging, options: { key: "id" } });
    expect(offsets.filter((one) => one === 0)).toHaveLength(passes);
  });

  it("may have the same page again, because as many items were added before it", () => {
    const paging: Paging = { ...counted, at: () => undefined };
    const idsAt = (index: number) => (index === 0 ? numbers(10, 30) : numbers(0, 30));
    const options = { key: "id" as const };
    expect(readCounted({ idsAt, paging, options }).ids.toSorted((one, other) => one - other)).toEqual(
      numbers(0, 30),
    );
  });
});

describe("a list whose items have no keys", () => {
  /** Pages of one item, which state these totals. */
  function readStated(totals: ReadonlyArray<number | undefined>, count = totals.length) {
    const paging: Paging = {
      ...offset({ size: { ...size, value: 1 } }),
      after: ({ request, index }) => ({
        next: { ...request, query: { ...request.query, offset: index + 1 } },
        key: String(index),
        ...(totals[index] !== undefined && { total: totals[index] }),
      }),
    };
    const idsAt = (index: number) => (index < count ? numbers(0, count) : undefined);
    return readCounted({ idsAt, paging, options: {} }).ids;
  }

  it("may state its total on some pages only", () => {
    expect(readStated([undefined, 3, undefined])).toEqual([0, 1, 2]);
    expect(readStated([3, undefined, 3])).toEqual([0, 1, 2]);
  });

  it("is not whole where its total changes, or no page has the last of that number", () => {
    expect(() => readStated([3, undefined, 4])).toThrow("it had 3 items, then 4");
    expect(() => readStated([4, undefined, undefined])).toThrow(
      "expected 4 items in all, got no page after 3",
    );
  });
});

describe("a paging of one's own whose pages cannot overlap", () => {
  const own: Paging = {
    name: "an offset of one's own",
    repeatsAreFaults: true,
    first: (request) => withArguments(request, { offset: 0, size: size.value }),
    after: ({ request, length, seen }) =>
      length === 0
        ? { end: "empty page" }
        : { next: withArguments(request, { offset: seen }), key: String(seen) },
  };
  const all = numbers(0, 25);
  // The first item is deleted after the first page, which moves another one over the border.
  const idsAt = (index: number) => (index === 0 ? all : all.slice(1));

  it("is read again where it counts items, although their order is stable", () => {
    const { ids } = readCounted({ idsAt, paging: own });
    expect(ids.toSorted((one, other) => one - other)).toEqual(all);
  });

  it("is read once where its pages begin after an item", () => {
    const { offsets } = readCounted({ idsAt: () => all, paging: { ...own, pointsToItem: true } });
    expect(offsets).toEqual([0, 10, 20, 25]);
  });
});

import { offset, type Paging, pageNumber } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { ListReading } from "./list-reading.js";
import { ListRemarks } from "./list-remarks.js";

/** An API whose pages begin elsewhere than their arguments say. */
interface OddApi {
  readonly paging: Paging;
  readonly count: number;
  /** Returns the items of a page. */
  readonly page: (query: Readonly<Record<string, unknown>>, all: readonly number[]) => readonly number[];
}

/** Reads a list by its keys, in at most 200 requests. */
function readOdd({ paging, count, page }: OddApi) {
  const all = Array.from({ length: count }, (_, id) => id);
  const remarks: string[] = [];
  const reading = new ListReading(paging, {
    options: { items: "items", key: "id" },
    start: undefined,
    first: () => paging.first({ path: "list", query: {} }),
    remarks: new ListRemarks({
      paging,
      isSinglePage: false,
      hasKeys: true,
      onRemark: (sentence) => remarks.push(sentence),
    }),
  });
  const ids: number[] = [];
  let requests = 0;
  for (let isEnded = false; !isEnded && requests < 200; requests += 1) {
    const items = page(reading.request.query, all).map((id) => ({ id }));
    const read = reading.read({
      answer: { status: 200, headers: {}, body: { items, total: count } },
      url: new URL("http://list.example/list"),
    });
    ids.push(...(read.items as Array<{ id: number }>).map(({ id }) => id));
    isEnded = read.isEnded;
  }
  return { isWhole: ids.length === count && new Set(ids).size === count, requests, remarks };
}

const size = { parameter: "size", value: 10 };

/** Page numbers of an API that has pages of one size, whatever is requested. */
function fixedPages(fixed: number): OddApi["page"] {
  return ({ page }, all) => all.slice((Number(page) - 1) * fixed, Number(page) * fixed);
}

it.each<[string, OddApi]>([
  ["ignores the size", { paging: pageNumber({ size }), count: 45, page: fixedPages(10) }],
  [
    "ignores the size and has a total",
    { paging: pageNumber({ size, total: "total" }), count: 45, page: fixedPages(10) },
  ],
  [
    "ignores the size and has a short second page",
    { paging: pageNumber({ size }), count: 13, page: fixedPages(10) },
  ],
  ["has larger pages than requested", { paging: pageNumber({ size }), count: 90, page: fixedPages(25) }],
  [
    "rounds the offset up to the next page",
    {
      paging: offset({ size }),
      count: 45,
      page: ({ offset: from }, all) => {
        const start = Math.ceil(Number(from) / 10) * 10;
        return all.slice(start, start + 10);
      },
    },
  ],
])("a list of an API that %s is read to its end", (_name, api) => {
  const { isWhole, requests, remarks } = readOdd(api);
  expect(isWhole).toBe(true);
  expect(requests).toBeLessThan(40);
  expect(remarks).toEqual([
    expect.stringMatching(/^A list is read twice: .* do not begin where they should/),
  ]);
});

it("a list whose pages never continue each other ends with an error", () => {
  let other = 100;
  // Each response but the first has other items, as that of a list without an order.
  const page: OddApi["page"] = ({ offset: from }, all) =>
    from === 0 ? all.slice(0, 10) : Array.from({ length: 10 }, () => (other += 1));
  expect(() => readOdd({ paging: offset({ size }), count: 45, page })).toThrow(
    /^Could not read a list by offset: its items still moved when it went back for the 20th time/,
  );
});

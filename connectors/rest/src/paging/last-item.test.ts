import type { Page } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { afterLastItem } from "./last-item.js";

interface Event {
  readonly id: number;
  readonly updated: string;
}

const size = { parameter: "limit", value: 3 };

/** Reads a list whose pages begin after a value, like an API does. */
function read(events: readonly Event[], value: "id" | "updated"): readonly number[] {
  const paging = afterLastItem({ kind: "lastItem", value, size }, "events");
  const ids: number[] = [];
  for (let request = paging.first({ path: "events", query: {} }), index = 0; ; index += 1) {
    const after = request.query["after"];
    const found = events.filter((event) => after === undefined || event[value] > after).slice(0, size.value);
    ids.push(...found.map(({ id }) => id));
    const { length } = found;
    const page: Page = {
      request,
      url: new URL("https://api.example/events"),
      headers: {},
      body: { events: found },
      index,
      length,
      count: length,
      seen: ids.length,
    };
    const step = paging.after(page);
    if ("end" in step) return ids;
    request = step.next;
  }
}

const days = (...of: readonly number[]): readonly Event[] =>
  of.map((day, index) => ({ id: index + 1, updated: `2026-01-0${day}` }));

it("reads a list to its end by a value that each item has for itself", () => {
  expect(read(days(1, 1, 1, 1, 2), "id")).toEqual([1, 2, 3, 4, 5]);
  expect(read(days(1, 2, 3, 4), "updated")).toEqual([1, 2, 3, 4]);
});

it.each([
  ["at the border of two pages", days(1, 2, 2, 2, 3)],
  ["inside of a page, where the next page could end between such items", days(1, 1, 2, 3)],
])("reads no list by a value that several items share %s", (_where, events) => {
  expect(() => read(events, "updated")).toThrow(/several items of a page have the same value at "updated"/);
});

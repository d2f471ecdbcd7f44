import { offset } from "@wellhead/sdk";
import {
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

describe.each([undefined, "id"])("a total of a list without a page size, of items with the key %s", (key) => {
  interface Answers {
    readonly pageLength: number;
    /** Whether the total is the number of items of the page. */
    readonly isOfPage: boolean;
    /** Whether a page after the last is refused. */
    readonly isRefused?: boolean;
  }

  /** Reads items by their offset. */
  async function read(
    count: number,
    { pageLength, isOfPage, isRefused = false }: Answers,
  ): Promise<readonly number[]> {
    const all = Array.from({ length: count }, (_, id) => ({ id }));
    upstream = await startRawUpstream((socket, { target }) => {
      const at = Number(new URL(target, "http://list.example").searchParams.get("offset"));
      const items = all.slice(at, at + pageLength);
      if (isRefused && at >= count) socket.write(rawAnswer("{}", [], "404 Not Found"));
      else socket.write(rawAnswer(JSON.stringify({ items, total: isOfPage ? items.length : count })));
    });
    const paging = offset({ total: "total" });
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging } });
    const found: number[] = [];
    for await (const batch of http.pages<{ id: number }>("list", {
      items: "items",
      ...(key !== undefined && { key }),
    }))
      found.push(...batch.map(({ id }) => id));
    return found;
  }

  it.each([10, 12, 15, 16, 20, 24, 25, 64, 100])(
    "ends no list when it is the number of items of a page of %i",
    async (pageLength) => {
      for (const count of [1, pageLength, pageLength + 1, 3 * pageLength, 3 * pageLength + 7]) {
        expect(await read(count, { pageLength, isOfPage: true })).toEqual(numbersBelow(count));
        await upstream?.close();
      }
    },
  );

  it("is believed without another request where pages are rarely as long", async () => {
    for (const count of [1, 9, 11, 13, 37, 99]) {
      expect(await read(count, { pageLength: 1000, isOfPage: false })).toEqual(numbersBelow(count));
      expect(upstream?.requests).toHaveLength(1);
      await upstream?.close();
    }
  });

  it.each([true, false])("is proved by the page after it, refused %s", async (isRefused) => {
    expect(await read(20, { pageLength: 1000, isOfPage: false, isRefused })).toEqual(numbersBelow(20));
    expect(upstream?.requests.length).toBeGreaterThan(1);
  });
});

/** Returns the numbers below another. */
function numbersBelow(count: number): readonly number[] {
  return Array.from({ length: count }, (_, id) => id);
}

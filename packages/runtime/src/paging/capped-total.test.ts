import { offset, type Paging } from "@wellhead/sdk";
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

describe.each([undefined, "id"])("a total that stops counting at 100, of items with the key %s", (key) => {
  /** Reads from an upstream that may refuse what is beyond its window. */
  async function readCapped(
    count: number,
    paging: Paging,
    window = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly ids: readonly number[]; readonly fault: string }> {
    const found = Array.from({ length: count }, (_, id) => ({ id }));
    upstream = await startRawUpstream((socket, { target }) => {
      const query = new URL(target, "http://list.example").searchParams;
      const [at, limit] = [Number(query.get("offset")), Number(query.get("limit") ?? 20)];
      const total = { value: Math.min(count, 100), relation: count > 100 ? "gte" : "eq" };
      if (at + limit > window) socket.write(rawAnswer("{}", [], "400 Bad Request"));
      else socket.write(rawAnswer(JSON.stringify({ hits: found.slice(at, at + limit), total })));
    });
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging } });
    const ids: number[] = [];
    try {
      for await (const batch of http.pages<{ id: number }>("list", {
        items: "hits",
        order: "stable",
        ...(key !== undefined && { key }),
      }))
        ids.push(...batch.map(({ id }) => id));
      return { ids, fault: "" };
    } catch (error) {
      return { ids, fault: String(error) };
    }
  }

  const sized = { size: { parameter: "limit", value: 30 } };
  const counts = [0, 1, 30, 99, 100, 101, 120, 164, 180];

  it.each([[{}], [sized], [{ ...sized, shortPageEnds: true }]])(
    "ends no list where the author says so: %j",
    async (options) => {
      for (const count of counts) {
        const { ids, fault } = await readCapped(
          count,
          offset({ total: "total.value", totalStopsAt: 100, ...options }),
        );
        expect({ count, fault, ids }).toEqual({ count, fault: "", ids: numbersBelow(count) });
        await upstream?.close();
      }
    },
  );

  it("is an error where the upstream refuses to read on", async () => {
    const size = { parameter: "limit", value: 20 };
    const paging = offset({ total: "total.value", totalStopsAt: 100, size });
    const { fault } = await readCapped(164, paging, 100);
    expect(fault).toContain("400");
  });
});

/** Returns the numbers below another. */
function numbersBelow(count: number): readonly number[] {
  return Array.from({ length: count }, (_, id) => id);
}

import { type CountedOptions, offset, type Paging, pageNumber } from "@wellhead/sdk";
import { rawAnswer, startRawUpstream } from "@wellhead/test-support/upstream-faults/raw-upstream";
import { describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

describe("a list that ends by a status", () => {
  const size = { parameter: "size", value: 2 };
  const kinds: ReadonlyArray<[string, (options: CountedOptions) => Paging]> = [
    ["page number", pageNumber],
    ["offset", offset],
  ];

  /** Reads a list whose pages are numbered by request; a page that does not exist is refused with 404. */
  async function readRefusing(pages: ReadonlyArray<readonly number[]>, paging: Paging, key?: string) {
    const upstream = await startRawUpstream((socket, { target }) => {
      const query = new URL(target, "http://list.example").searchParams;
      const at = Number(query.get("page") ?? Number(query.get("offset")) / size.value + 1);
      const page = pages[at - 1]?.map((id) => ({ id }));
      socket.write(page ? rawAnswer(JSON.stringify(page)) : rawAnswer("{}", [], "404 Not Found"));
    });
    const { url, requests } = upstream;
    const { http } = openTestHttp({ definition: { baseUrl: url, paging } });
    const ids: number[] = [];
    const read = async (): Promise<string> => {
      for await (const batch of http.pages<{ id: number }>("list", key === undefined ? {} : { key }))
        ids.push(...batch.map(({ id }) => id));
      return "";
    };
    const fault = await read().catch(String);
    await upstream.close();
    return { ids, fault, requests: requests.length };
  }

  describe.each(kinds)("by %s", (_name, make) => {
    const paging = make({ size, endStatuses: [404] });

    it("ends where the page after the last, or after an empty list, is refused", async () => {
      expect(await readRefusing([[1, 2], [3]], make({ endStatuses: [404] }))).toMatchObject({ fault: "" });
      expect(
        await readRefusing(
          [
            [1, 2],
            [3, 4],
          ],
          paging,
        ),
      ).toEqual({ ids: [1, 2, 3, 4], fault: "", requests: 3 });
      expect(await readRefusing([[]], paging)).toEqual({ ids: [], fault: "", requests: 2 });
    });

    it.each([
      ["in the middle", [[1, 2], [], [3, 4]]],
      ["at the start", [[], [3, 4]]],
      ["twice", [[1, 2], [], []]],
    ])("does not lose what follows an empty page %s", async (_where, pages) => {
      const { fault } = await readRefusing(pages, paging);
      expect(fault).toContain("a page was empty, and the next one was not refused with status 404");
      expect(fault).toContain("emptyPageEnds");
      const believed = await readRefusing(pages, make({ size, endStatuses: [404], emptyPageEnds: true }));
      expect(believed).toMatchObject({
        fault: "",
        ids: pages
          .slice(
            0,
            pages.findIndex((one) => one.length === 0),
          )
          .flat(),
      });
      const tolerant = await readRefusing(pages, make({ size, endStatuses: [404], emptyPageEnds: false }));
      expect(tolerant).toMatchObject({ fault: "", ids: pages.flat() });
    });
  });

  it("reads items with keys whose pages may be empty until nothing has moved", async () => {
    const paging = pageNumber({ endStatuses: [404], emptyPageEnds: false });
    const { ids, fault } = await readRefusing([[1, 2], [], [3], []], paging, "id");
    expect([ids, fault]).toEqual([[1, 2, 3], ""]);
  });

  it("fails where an empty page of items with keys is followed by others", async () => {
    const { fault } = await readRefusing([[1, 2], [], [3]], pageNumber({ endStatuses: [404] }), "id");
    expect(fault).toContain("a page was empty");
  });
});

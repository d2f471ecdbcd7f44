import { offset, type PagesOptions } from "@wellhead/sdk";
import { rawAnswer, startRawUpstream } from "@wellhead/test-support/upstream-faults/raw-upstream";
import { expect, it, onTestFinished } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

interface Item {
  readonly id: number;
  readonly text?: string;
}

/** Reads a list of 15 items in pages of 10, of which one is missing while it is read for the first time. */
async function readTwice(options: PagesOptions) {
  const upstream = await startRawUpstream((socket, { target, body, index }) => {
    const query = new URL(target, "http://list.example").searchParams;
    const from = Number(query.get("offset") ?? (JSON.parse(body) as { offset: number }).offset);
    const all = Array.from({ length: 15 }, (_, id): Item => ({ id, text: `text ${id}` }));
    // The one that disappears and comes back moves another one over the border of the pages.
    const listed = index < 2 ? all.filter(({ id }) => id !== 3) : all;
    socket.write(rawAnswer(JSON.stringify(listed.slice(from, from + 10))));
  });
  onTestFinished(() => upstream.close());
  const paging = offset({ size: { parameter: "size", value: 10 } });
  const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging } });
  const batches: (readonly Item[])[] = [];
  for await (const batch of http.pages<Item>("list", {
    key: "id",
    order: "changing",
    ...(options as PagesOptions<Item>),
  }))
    batches.push(batch);
  return { batches, requests: upstream.requests };
}

it("a list is read again with less of each item, and what was missed is completed", async () => {
  const completed: unknown[] = [];
  const { batches, requests } = await readTwice({
    query: { fields: "all", sort: "name" },
    again: {
      query: { fields: "id" },
      complete: async (items) => {
        completed.push(items);
        return (items as readonly Item[]).map(({ id }) => ({ id, text: "completed" }));
      },
    },
  });
  // Only items that were not there before are completed, and pages without any are not.
  expect(completed).toEqual([[{ id: 3, text: "text 3" }]]);
  expect(batches.flat().filter(({ text }) => text === "completed")).toEqual([{ id: 3, text: "completed" }]);
  expect(
    batches
      .flat()
      .map(({ id }) => id)
      .toSorted((one, other) => one - other),
  ).toEqual(Array.from({ length: 15 }, (_, id) => id));
  const queries = requests.map(({ target }) => new URL(target, "http://list.example").searchParams);
  const fields = queries.map((query) => query.get("fields")).join(" ");
  expect(fields).toMatch(/^(?:all )+(?:id ?)+$/);
  expect(new Set(queries.map((query) => query.get("sort")))).toEqual(new Set(["name"]));
});

it("a list that is read by POST is read again with another body", async () => {
  const { batches, requests } = await readTwice({
    json: { fields: ["all"], sort: "name" },
    again: { json: { fields: ["id"] }, complete: async (items) => items },
  });
  expect(batches.flat()).toHaveLength(15);
  const bodies = requests.map(({ body }) => JSON.parse(body) as { fields: string[]; sort: string });
  expect(bodies.map((body) => body.fields.join()).join(" ")).toMatch(/^(?:all )+(?:id ?)+$/);
  expect(new Set(bodies.map(({ sort }) => sort))).toEqual(new Set(["name"]));
});

it("a list is read again as before where nothing else is said", async () => {
  const { batches, requests } = await readTwice({ query: { fields: "all" } });
  expect(batches.flat()).toHaveLength(15);
  expect(batches.flat().every(({ text }) => text?.startsWith("text"))).toBe(true);
  for (const { target } of requests) expect(target).toContain("fields=all");
});

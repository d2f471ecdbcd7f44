import { configureEgress } from "@wellhead/runtime";
import { startUpstream } from "@wellhead/runtime/testing";
import { defineConnector, type Http, id, pageNumber, text } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SyncFolder } from "../../test/sync-folder.js";

let folder: SyncFolder;

beforeEach(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  folder = await SyncFolder.make();
});
afterEach(() => folder.remove());

interface Item {
  readonly id: string;
  readonly name: string;
}

const paging = pageNumber({ size: { parameter: "size", value: 100 }, total: "total" });

/** Copies a list in full: as it is, while three items of its first page are deleted during the read, and afterwards. */
async function copyThrice() {
  let items = Array.from(
    { length: 350 },
    (_, index): Item => ({ id: `i${1000 + index}`, name: `Item ${index}` }),
  );
  let deletesBefore: number | undefined;
  const upstream = await startUpstream(({ url }) => {
    const [size, page] = ["size", "page"].map((name) => Number(url.searchParams.get(name)));
    const start = ((page ?? 1) - 1) * (size ?? 100);
    if (deletesBefore !== undefined && start >= deletesBefore) {
      items = items.toSpliced(10, 3);
      deletesBefore = undefined;
    }
    return { body: { total: items.length, items: items.slice(start, start + (size ?? 100)) } };
  });
  const rows = (http: Http) =>
    http.pages<Item>("items", { items: "items", paging, key: "id", order: "stable" });
  const connector = defineConnector({
    id: "items",
    name: "Items",
    version: "1.0.0",
    description: "A list that moves",
    http: { baseUrl: upstream.url },
    sources: (source) => ({
      items: source({
        name: "Items",
        fields: { id: id(), name: text() },
        key: ["id"],
        rows: ({ http }) => rows(http),
      }),
    }),
  });
  const app = await createApp({ connectors: [connector], logger: false });
  try {
    const { url } = await app.listen({ port: 0 });
    const codes: Array<number | null> = [];
    const copy = async () => {
      codes.push(
        (await folder.run("pull", url, "--sync", "copy.sqlite", "--full", "--allow-deletions")).code,
      );
      return (await folder.readSqlite("copy.sqlite", "select id from items order by id")).flat();
    };
    const first = await copy();
    deletesBefore = 90;
    const second = await copy();
    const third = await copy();
    return { codes, first, second, third, survivors: items.map((item) => item.id) };
  } finally {
    await app.close();
    await upstream.close();
  }
}

it("deletes no row that exists when others are deleted while a list is copied in full", async () => {
  const { codes, first, second, third, survivors } = await copyThrice();
  expect(codes).toEqual([0, 0, 0]);
  expect([first.length, survivors.length]).toEqual([350, 347]);
  // Rows that were read before they were deleted are deleted by the next copy.
  expect(survivors.filter((key) => !second.includes(key))).toEqual([]);
  expect(third).toEqual(survivors);
});

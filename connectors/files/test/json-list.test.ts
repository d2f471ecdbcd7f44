import { describe, expect, it } from "vitest";
import { makeFolder } from "./folder.js";

const settings = (rows: string): string => JSON.stringify({ settings: { "*json": { rows } } });

const features = [
  { type: "Feature", geometry: { type: "Point", coordinates: [1, 2] }, properties: { name: "a" } },
  { type: "Feature", geometry: null, properties: { name: "b" } },
];

describe("a JSON file with a single record", () => {
  it("names the lists that may be its rows", async () => {
    await using folder = await makeFolder({
      "a.json": JSON.stringify({ count: 2, data: [{ id: 1 }, { id: 2 }], tags: ["x"], more: [{ n: 1 }] }),
      "map.geojson": JSON.stringify({ type: "FeatureCollection", features }),
      "two.json": '[{"data":[{"id":1}]},{"data":[]}]',
      "plain.json": '{"data":[1,2]}',
    });
    const { description } = await folder.source("a");
    expect(description).toContain('lists of objects: "data", "more". To have the objects of a list as rows');
    expect(description).toContain('{"settings": {"*.json": {"rows": "data"}}}');
    expect((await folder.source("map")).description).toContain('{"*.geojson": {"rows": "features"}}');
    expect((await folder.source("two")).description).toBe("File two.json");
    expect((await folder.source("plain")).description).toBe("File plain.json");
  });

  it("has the rows of the list that the settings name", async () => {
    await using folder = await makeFolder({
      ".table.json": settings("features"),
      "map.geojson": JSON.stringify({ type: "FeatureCollection", features, end: { features: 1 } }),
      "empty.json": '{"features":[]}',
      "inside/.table.json": settings("result.items"),
      "inside/a.json": `\uFEFF{"items":[{"n":0}],"result":{"total":2,"items":[{"n":1.10},{"n":1e400,"m":"x"}],"next":null},"ok":true}`,
    });
    expect(await folder.rows("map")).toEqual(features);
    expect(await folder.rows("map", { skip: 1 })).toEqual(features.slice(1));
    expect((await folder.source("map")).description).toBe("File map.geojson");
    expect(await folder.rows("empty")).toEqual([]);
    expect(await folder.rows("inside/a")).toEqual([
      { n: 1.1, m: null },
      { n: Number.POSITIVE_INFINITY, m: "x" },
    ]);
  });

  it.each([
    ['{"other":[{"n":1}]}', 'there is no member "data". Correct the setting `rows`.'],
    ['[{"n":1}]', 'there is no object with the member "data"'],
    ['{"data":{"n":1}}', 'the member "data" is not a list'],
    ['{"data":[{"n":1}]', "it ends inside its array"],
    ['{"data":[{"n":1}', "it ends"],
    ['{"data":[{"n":1}],}', "it is not JSON"],
    ['{"data":[{"n":1}]} x', "it continues after the end"],
    ['{"data":[{"n":1}],"data":[{"n":2}]}', 'an object has the member "data" twice'],
    ['{"data"', "it ends"],
  ])("of %s is refused if the settings do not fit it", async (text, reason) => {
    await using folder = await makeFolder({ ".table.json": settings("data"), "a.json": text });
    await expect(folder.rows("a")).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining(reason) as string,
    });
  });

  it("that is larger than what is read at once is read", async () => {
    const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, text: "x".repeat(1000) }));
    await using folder = await makeFolder({
      ".table.json": settings("data"),
      "a.json": JSON.stringify({ head: "y".repeat(3_000_000), data: [...rows, { id: -1, later: "z" }] }),
    });
    const read = await folder.rows("a", { filter: { columns: ["id", "later"] } });
    expect(read).toHaveLength(rows.length + 1);
    expect(read.at(-1)).toEqual({ id: -1, later: "z" });
    expect(read[39_999]).toEqual({ id: 39_999, later: null });
  });
});

it("a small file of JSON is read within the memory that it needs, however large a record may be", async () => {
  const records = Array.from({ length: 2000 }, (_, id) => ({ id, text: `row ${id}` }));
  await using folder = await makeFolder(
    {
      "a.ndjson": records.map((record) => JSON.stringify(record)).join("\n"),
      "b.json": JSON.stringify(records),
    },
    // A record may have 64 MiB, and the engine allocates twice as much for it.
    { memoryLimit: "128MB" },
  );
  for (const source of ["a", "b"]) expect(await folder.rows(source)).toEqual(records);
});

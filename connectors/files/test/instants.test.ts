import { afterEach, describe, expect, it } from "vitest";
import { type Folder, makeFolder } from "./folder.js";

const open: Folder[] = [];

async function folderOf(...parameters: Parameters<typeof makeFolder>): Promise<Folder> {
  const folder = await makeFolder(...parameters);
  open.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of open.splice(0)) await folder[Symbol.asyncDispose]();
});

describe("filesConnector()", () => {
  it("keeps the zone of instants, and adds none to timestamps without one", async () => {
    const folder = await folderOf({
      "z.ndjson": [
        '{"at":"2024-01-02T03:04:05Z","plain":"2024-01-02T03:04:05","l":["2024-01-02T03:04:05.5Z"],"n":{"x":"2024-01-02T03:04:05Z","it\'s":1}}',
        '{"at":null,"plain":"2024-01-02T03:04:06","l":[],"n":null}',
      ].join("\n"),
      "mixed.json": '[{"at":"2024-01-02T03:04:05Z"},{"at":"2024-01-02T03:04:05"}]',
      "alone.json": '["2024-01-02T03:04:05Z"]',
      "z.csv":
        "at,plain\n2024-01-02T03:04:05Z,2024-01-02T03:04:05\n2024-01-02T03:04:05+02:00,2024-01-02T03:04:06\n",
    });
    expect(await folder.rows("z.ndjson")).toEqual([
      {
        at: "2024-01-02T03:04:05Z",
        plain: "2024-01-02T03:04:05",
        l: ["2024-01-02T03:04:05.500Z"],
        n: { x: "2024-01-02T03:04:05Z", "it's": 1 },
      },
      { at: null, plain: "2024-01-02T03:04:06", l: [], n: null },
    ]);
    const range = { min: "2024-01-02T03:04:05.000Z", max: "2024-01-02T03:04:05.000Z" };
    expect((await folder.rows("z.ndjson", { filter: { at: range } })).length).toBe(1);
    expect(await folder.rows("mixed")).toEqual([
      { at: "2024-01-02T03:04:05Z" },
      { at: "2024-01-02T03:04:05" },
    ]);
    expect((await folder.rows("alone")).length).toBe(1);
    expect(await folder.rows("z")).toEqual([
      { at: "2024-01-02T03:04:05Z", plain: "2024-01-02T03:04:05" },
      { at: "2024-01-02T01:04:05Z", plain: "2024-01-02T03:04:06" },
    ]);
  });
});

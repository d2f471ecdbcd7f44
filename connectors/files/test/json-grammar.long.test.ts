import { execFileSync } from "node:child_process";
import { isConnectorError } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { makeFolder, readText } from "./folder.js";

/** Values that are nested in a row, some of which are JSON. */
const nested = [
  "[1,2]",
  "[1,2,]",
  "[,1]",
  "[1 2]",
  "[]",
  "[,]",
  '[{"b":1,}]',
  '{"b":1}',
  '{"b":1,}',
  "{}",
  "{,}",
  '{"b"}',
  '{"b":}',
  '{"b" 1}',
  "{b:1}",
  "{1:2}",
  '{"b":[1,{"c":[]}],"d":{}}',
  '{"b":[1,{"c":[]}],"d":{},}',
  '{"b":[1}',
  '{"b":[1]]',
  '[[1],[2],[3,[4,"]"]]]',
  '[[1],[2],[3,[4,"]"],]]',
  "[nul]",
  "[tru,1]",
  "[NaN,[1]]",
  "[[1],01]",
  "[[1],1.]",
  "[[1],-]",
  '[[1],"\\x"]',
  '[ [ 1 ] , { "b" : 2 } ]',
];

describe("nested values", () => {
  it("are refused wherever Python's json refuses them", async () => {
    const script = `import json,sys
def bad(_): raise ValueError()
out=[]
for text in json.load(sys.stdin):
  try:
    json.loads(text, parse_constant=bad)
    out.append(True)
  except ValueError: out.append(False)
print(json.dumps(out))`;
    const output = execFileSync("python3", ["-c", script], { input: JSON.stringify(nested) });
    // The script returns a list as long as its input.
    const verdicts = JSON.parse(output.toString()) as readonly boolean[];
    expect(new Set(verdicts).size).toBe(2);
    await using folder = await makeFolder(
      Object.fromEntries(nested.map((text, index) => [`f${index}.ndjson`, `{"a":${text}}\n`])),
    );
    const read = await Promise.all(
      nested.map((_, index) =>
        folder.rows(`f${index}`).then(
          ([row]) => row,
          (error: unknown) =>
            isConnectorError(error) && error.message.includes("JSON") ? error.code : error,
        ),
      ),
    );
    expect(read).toEqual(
      nested.map((text, index) =>
        verdicts[index] === true ? { a: JSON.parse(text) as unknown } : "upstream_invalid",
      ),
    );
  });
});

describe("a first record that is larger than what is read to find the columns", () => {
  const large = "x".repeat(33 * 2 ** 20);

  const documents = [
    ["lines.ndjson", `{"id":1,"text":"${large}"}\n{"id":2,"text":"b"}\n`, 2],
    ["object.json", `{"type":"FeatureCollection","id":1,"text":"${large}"}`, 1],
    ["array.json", `[{"id":1,"text":"${large}"},{"id":2,"text":"b"}]`, 2],
    ["space.json", `${" ".repeat(33 * 2 ** 20)}[{"id":1,"text":"b"}]`, 1],
  ] as const;

  it.each(documents)("of %s is read", async (name, content, count) => {
    await using folder = await makeFolder({ [name]: content });
    const [id = ""] = name.split(".");
    const rows = await readText(await folder.source(id));
    expect(rows.match(/"id":\d/g)).toHaveLength(count);
    expect(rows.includes(large)).toBe(name !== "space.json");
  });

  it("is refused if it is larger than a record may be", async () => {
    await using folder = await makeFolder({ "a.ndjson": `{"id":1,"text":"${large}${large}"}\n{"id":2}\n` });
    await expect(folder.rows("a")).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining("record of more than 64 MiB") as string,
    });
  });
});

describe("rows that are copied because the engine would change a value", () => {
  it("are all read if they take several buffers of the engine", async () => {
    const count = 200_000;
    const lines = Array.from({ length: count }, (_, n) => `{"n":${n},"text":"2024-01-02 12:00:00"}\n`);
    await using folder = await makeFolder({ "a.ndjson": `{"n":1e400,"text":"x"}\n${lines.join("")}` });
    const rows = await readText(await folder.source("a"));
    const expected = lines.map((line) => `,${line.trim()}`).join("");
    expect(rows === `{"n":1e400,"text":"x"}${expected}`).toBe(true);
  });
});

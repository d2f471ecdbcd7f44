import { open, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { isEncodedRows } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { describe, expect, it } from "vitest";
import { type Folder, makeFolder, type RowsRequest, rowsContext } from "./folder.js";
import { writeWorkbook } from "./write-workbook.js";

/** Rows of a small file, and of a file whose first rows are read by a separate statement. */
const [few, many] = [3000, 60_000].map((length) => Array.from({ length }, (_, row) => row)) as [
  number[],
  number[],
];
const files: Readonly<Record<string, string | Uint8Array>> = {
  "a.csv": `id,text\n${many.map((row) => `${row},${"text ".repeat(15)}`).join("\n")}\n`,
  "b.ndjson": few.map((row) => `{"id":${row},"text":"text ${row}"}\n`).join(""),
  "c.json": `[${few.map((row) => `{"id":${row},"text":"text ${row}"}`).join(",\n")}]`,
  "d.csv.gz": gzipSync(`id,text\n${few.map((row) => `${row},text ${row}`).join("\n")}\n`),
  "e.xlsx": writeWorkbook({ Sheet1: [["id", "text"], ...few.map((row) => [row, `text ${row}`])] }),
};

/** Ways to change a file while it is read. */
const changes: Readonly<Record<string, (path: string) => Promise<void>>> = {
  truncated: async (path) => {
    const { size } = await stat(path);
    await using file = await open(path, "r+");
    await file.truncate(Math.floor(size / 2));
  },
  appended: async (path) => writeFile(path, "\n", { flag: "a" }),
  "rewritten in place with the same size and time": async (path) => {
    const { size, atime, mtime } = await stat(path);
    await using file = await open(path, "r+");
    const { buffer } = await file.read({ buffer: Buffer.alloc(64), position: size - 64 });
    await file.write(buffer, 0, buffer.length, size - 64);
    await utimes(path, atime, mtime);
  },
  replaced: async (path) => {
    const { size, atime, mtime } = await stat(path);
    await writeFile(`${path}.new`, Buffer.alloc(size, "x"));
    await utimes(`${path}.new`, atime, mtime);
    await rename(`${path}.new`, path);
  },
  deleted: async (path) => rm(path),
};

/** Reads rows, and changes the file after the first batch. */
async function readChanging(folder: Folder, name: string, request: RowsRequest, change: () => Promise<void>) {
  const source = await folder.source(name.slice(0, 1));
  const encoded = await source.rows(rowsContext(request));
  if (!isEncodedRows(encoded)) throw new TypeError("expected encoded rows");
  let count = 0;
  for await (const batch of encoded.encode({ format: "json", separator: "\n" })) {
    if (count === 0) await change();
    count += batch.rows;
    batch.release?.();
  }
  return count;
}

describe("a file that changes while it is read", () => {
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    const kinds = Object.keys(changes).filter((_, kind) => isLong || index === 0 || kind === index);
    it.each(kinds)(`${name}, %s, does not end as if it were whole`, async (kind) => {
      await using folder = await makeFolder({ [name]: content });
      const path = join(folder.path, name);
      const read = readChanging(folder, name, {}, async () => changes[kind]?.(path));
      await expect(read).rejects.toMatchObject({ code: "upstream_unavailable", retryable: true });
    });
  }

  it("is an error to try again after, although its new content was described meanwhile", async () => {
    await using folder = await makeFolder({ "a.csv": files["a.csv"] ?? "" });
    const change = async (): Promise<void> => {
      await folder.write("a.csv", "other\n1\n");
      expect(await folder.rows("a")).toEqual([{ other: 1 }]);
    };
    await expect(readChanging(folder, "a", {}, change)).rejects.toMatchObject({
      code: "upstream_unavailable",
      retryable: true,
    });
  });

  it("ends a page the same way", async () => {
    await using folder = await makeFolder({ "a.csv": files["a.csv"] ?? "" });
    const append = () => writeFile(join(folder.path, "a.csv"), "\n", { flag: "a" });
    await expect(readChanging(folder, "a", { limit: 50_000 }, append)).rejects.toThrow(
      "changed while it was read",
    );
  });

  it("ends the rows of `sql` the same way, also one of several files that it joins", async () => {
    await using folder = await makeFolder({ "a.csv": files["a.csv"] ?? "", "z.csv": "id,z\n1,one\n2,two\n" });
    const sql = "SELECT a.id, z.z FROM a LEFT JOIN z USING (id)";
    const appendOther = () => writeFile(join(folder.path, "z.csv"), "3,three\n", { flag: "a" });
    await expect(readChanging(folder, "a", { filter: { sql } }, appendOther)).rejects.toThrow(
      '"z.csv": the file changed while it was read',
    );
  });

  it("ends the stream of the service marked", async () => {
    await using folder = await makeFolder({ "a.csv": files["a.csv"] ?? "" });
    const app = await createApp({ connectors: [folder.connector], logger: false, limits: { drainDelay: 0 } });
    await using _ = { [Symbol.asyncDispose]: () => app.close() };
    const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ source: "a", account: {}, filter: {} });
    const response = await fetch(url, { method: "POST", headers, body });
    let text = "";
    let isChanged = false;
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (!isChanged) await changes["appended"]?.(join(folder.path, "a.csv"));
      isChanged = true;
      text += piece;
    }
    // The service responds with a JSON array of objects.
    const read = JSON.parse(text) as ReadonlyArray<Record<string, unknown>>;
    expect(read.at(-1)).toMatchObject({ __streamError: { message: expect.stringContaining("Try again") } });
  });
});

it("the copies of files that change or go are removed", async () => {
  const temporary = process.env["TMPDIR"];
  await using place = await makeFolder();
  const book = (text: string) => writeWorkbook({ One: [["a"], [text]], Two: [["a"], [text]] });
  await using folder = await makeFolder({ "a.csv": Buffer.from("x\né\n", "latin1"), "b.xlsx": book("é") });
  process.env["TMPDIR"] = place.path;
  try {
    expect(await folder.rows("a")).toEqual([{ x: "é" }]);
    const [engine = ""] = (await readdir(place.path)).filter((name) => name.startsWith("wellhead-files-"));
    const before = (await readdir(join(place.path, engine))).length;
    for (const letter of ["ä", "öö", "ü"]) {
      await folder.write("a.csv", Buffer.from(`x\n${letter}\n`, "latin1"));
      await folder.write("b.xlsx", book(letter));
      expect(await folder.rows("a")).toEqual([{ x: letter }]);
      expect(await folder.rows("b/Two")).toEqual([{ a: letter }]);
    }
    expect((await readdir(join(place.path, engine))).length).toBe(before);
    await rm(join(folder.path, "b.xlsx"));
    expect([...(await folder.connector.sources()).keys()]).toEqual(["a"]);
    expect((await readdir(join(place.path, engine))).length).toBeLessThan(before);
  } finally {
    if (temporary === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = temporary;
  }
});

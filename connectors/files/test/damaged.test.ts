import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { isConnectorError } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { makeFolder } from "./folder.js";
import { python } from "./python.js";

/** Changes one bit of a byte. */
function flipped(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = index < 0 ? copy.length + index : index;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Ways in which compressed bytes of two members are damaged, and whether they are. */
function variants(whole: Buffer, first: Buffer, second: Buffer): Record<string, Buffer> {
  return {
    whole,
    members: Buffer.concat([first, second]),
    "no-trailer": whole.subarray(0, -8),
    "half-trailer": whole.subarray(0, -4),
    "cut-1": whole.subarray(0, -1),
    half: whole.subarray(0, whole.length / 2),
    crc: flipped(whole, -8),
    length: flipped(whole, -1),
    "first-crc": Buffer.concat([flipped(first, -8), second]),
    "second-crc": Buffer.concat([first, flipped(second, -8)]),
    "second-cut": Buffer.concat([first, second.subarray(0, -9)]),
    "second-header": Buffer.concat([first, second.subarray(0, 5)]),
    garbage: Buffer.concat([whole, Buffer.from("garbage")]),
    "garbage-like-gzip": Buffer.concat([whole, Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.from("garbage")]),
  };
}

const kinds = {
  ".csv.gz": (from: number, to: number) =>
    lines(from, to, (row) => `${row},text ${row}`, from === 0 ? "id,text\n" : ""),
  ".tsv.gz": (from: number, to: number) =>
    lines(from, to, (row) => `${row}\ttext ${row}`, from === 0 ? "id\ttext\n" : ""),
  ".ndjson.gz": (from: number, to: number) => lines(from, to, (row) => `{"id":${row},"text":"t ${row}"}`),
  ".json.gz": (from: number, to: number) =>
    `${from === 0 ? "[" : ","}${lines(from, to, (row) => `${row > from ? "," : ""}{"id":${row}}`)}${to === 3000 ? "]" : ""}`,
};

function lines(from: number, to: number, line: (row: number) => string, head = ""): Buffer {
  const rows = Array.from({ length: to - from }, (_, index) => `${line(from + index)}\n`);
  return Buffer.from(head + rows.join(""));
}

describe("a damaged compressed file", () => {
  it("is an error wherever Python's gzip says so, in every format", async () => {
    const files: Record<string, Buffer> = {};
    for (const [ending, make] of Object.entries(kinds)) {
      const halves = [Buffer.from(make(0, 2000)), Buffer.from(make(2000, 3000))] as const;
      const whole = gzipSync(Buffer.concat(halves));
      for (const [name, bytes] of Object.entries(variants(whole, gzipSync(halves[0]), gzipSync(halves[1]))))
        files[`${name}${ending}`] = bytes;
    }
    await using folder = await makeFolder(files);
    const names = Object.keys(files);
    const verdicts = python("read_gzip.py", JSON.stringify(names.map((name) => join(folder.path, name))));
    // The script answers with a list as long as its input.
    for (const [index, isWhole] of (verdicts as readonly boolean[]).entries()) {
      const name = names[index] ?? "";
      const ids = [...(await folder.connector.sources()).keys()];
      const id = ids.find((candidate) => candidate === name) ?? name.slice(0, name.indexOf("."));
      const rows = await folder.rows(id).then(
        (read) => read.length,
        (error: unknown) => (isConnectorError(error) ? error.code : error),
      );
      expect([name, rows]).toEqual([name, isWhole ? 3000 : "upstream_invalid"]);
    }
  });

  it("of zstd is an error when a frame is cut, its checksum is wrong or something follows", async () => {
    await using folder = await makeFolder();
    const pack = (text: string | Buffer, ...options: string[]) =>
      execFileSync("zstd", ["-q", "-c", ...options], { input: text });
    const [head, tail] = [kinds[".csv.gz"](0, 2000), kinds[".csv.gz"](2000, 3000)];
    const text = Buffer.concat([head, tail]);
    const [summed, plain] = [pack(text, "--check"), pack(text, "--no-check")];
    const skippable = Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]), Buffer.from("abc")]);
    const right = {
      summed,
      plain,
      frames: Buffer.concat([pack(head), pack(tail)]),
      skippable: Buffer.concat([skippable, summed, skippable]),
    };
    const wrong = {
      checksum: flipped(summed, -1),
      "no-checksum": summed.subarray(0, -4),
      half: summed.subarray(0, summed.length / 2),
      "plain-cut": plain.subarray(0, -1),
      "second-cut": Buffer.concat([pack(head), pack(tail).subarray(0, -1)]),
      "header-only": Buffer.concat([summed, summed.subarray(0, 5)]),
      garbage: Buffer.concat([summed, Buffer.from("garbage")]),
    };
    for (const [name, bytes] of Object.entries({ ...right, ...wrong }))
      await folder.write(`${name}.csv.zst`, bytes);
    for (const name of Object.keys(right)) expect((await folder.rows(name)).length, name).toBe(3000);
    for (const name of Object.keys(wrong))
      await expect(folder.rows(name), name).rejects.toMatchObject({ code: "upstream_invalid" });
  });

  it("is noticed at the end of its rows when it is too large to be checked before", async () => {
    const wide = "x".repeat(300);
    const text = Array.from({ length: 120_000 }, (_, row) => `${row},${wide}`).join("\n");
    // Blocks that are not compressed make the file large.
    const stored = gzipSync(`id,n\n${text}\n`, { level: 0 });
    expect(stored.length).toBeGreaterThan(32 * 2 ** 20);
    await using folder = await makeFolder({ "a.csv.gz": flipped(stored, -6) });
    await expect(folder.rows("a", { filter: { columns: ["id"] } })).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining("incorrect data check"),
    });
    await expect(folder.rows("a", { limit: 1 })).rejects.toMatchObject({ code: "upstream_invalid" });
  });
});

describe("a damaged workbook", () => {
  it("is an error when a member is cut or its checksum is wrong", async () => {
    await using folder = await makeFolder();
    const path = join(folder.path, "book.xlsx");
    const script = `import zipfile,sys
z=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_STORED)
z.writestr("xl/workbook.xml",'<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>')
z.writestr("xl/_rels/workbook.xml.rels",'<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>')
z.writestr("xl/worksheets/sheet1.xml",'<worksheet><sheetData><row><c t="inlineStr"><is><t>name</t></is></c></row><row><c t="inlineStr"><is><t>needle</t></is></c></row></sheetData></worksheet>')
z.close()`;
    execFileSync("python3", ["-c", script, path]);
    expect(await folder.rows("book")).toEqual([{ name: "needle" }]);
    const bytes = readFileSync(path);
    writeFileSync(path, flipped(bytes, bytes.indexOf("needle")));
    await expect(folder.rows("book")).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining("checksum"),
    });
    writeFileSync(path, bytes.subarray(0, bytes.length - 30));
    await expect(folder.rows("book")).rejects.toMatchObject({ code: "upstream_invalid" });
  });

  it("that unpacks to gigabytes ends at the limit of unpacked bytes", async () => {
    await using folder = await makeFolder();
    const script = `import zipfile,sys
z=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED,compresslevel=1)
z.writestr("xl/workbook.xml",'<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>')
z.writestr("xl/_rels/workbook.xml.rels",'<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>')
with z.open("xl/worksheets/sheet1.xml","w",force_zip64=True) as f:
  f.write(b"<worksheet><sheetData>")
  for _ in range(1100): f.write(b" "*1048576)
  f.write(b"</sheetData></worksheet>")
z.close()`;
    execFileSync("python3", ["-c", script, join(folder.path, "bomb.xlsx")]);
    await folder.write("good.csv", "x\n1\n");
    await expect(folder.rows("bomb")).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining("unpacks to more than 1024 MiB"),
    });
    expect(await folder.rows("good")).toEqual([{ x: 1 }]);
  });
});

describe("a Parquet file", () => {
  it("with nanoseconds keeps them, or is refused where the engine would drop digits", async () => {
    await using folder = await makeFolder();
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const path = join(folder.path, "kept.parquet");
    await connection.run(`COPY (SELECT TIMESTAMP_NS '2024-01-01 00:00:00.123456789' AS at) TO '${path}'`);
    expect(await folder.rows("kept")).toEqual([{ at: "2024-01-01T00:00:00.123456789" }]);
    // The same values, declared as instants: the two fields of the type in the footer.
    const bytes = readFileSync(path);
    const type = bytes.indexOf(Buffer.from([0x12, 0x1c, 0x3c, 0, 0]));
    bytes[type] = 0x11;
    await folder.write("cut.parquet", bytes);
    await expect(folder.rows("cut")).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining('the column "at" holds times in nanoseconds'),
    });
    await folder.write("short.parquet", readFileSync(path).subarray(0, -20));
    await expect(folder.rows("short")).rejects.toMatchObject({ code: "upstream_invalid" });
  });
});

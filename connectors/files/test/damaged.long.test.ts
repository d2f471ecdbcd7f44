import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { isConnectorError } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { makeFolder } from "./folder.js";
import { python } from "./python.js";

/** Returns a copy with one bit of a byte flipped. */
function flipped(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = index < 0 ? copy.length + index : index;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Files of two gzip members, intact or damaged. */
function gzipVariants(whole: Buffer, first: Buffer, second: Buffer): Record<string, Buffer> {
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
    empty: Buffer.concat([gzipSync(""), first, gzipSync(""), second, gzipSync("")]),
    zeros: Buffer.concat([whole, Buffer.alloc(512)]),
    "zeros-between": Buffer.concat([first, Buffer.alloc(512), second]),
    "zeros-garbage": Buffer.concat([whole, Buffer.alloc(5), Buffer.from("garbage")]),
    garbage: Buffer.concat([whole, Buffer.from("garbage")]),
    "garbage-like-gzip": Buffer.concat([whole, Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.from("garbage")]),
  };
}

function packed(text: string | Uint8Array, ...options: readonly string[]): Buffer {
  return execFileSync("zstd", ["-q", "-c", ...options], { input: text });
}

const skippable = Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]), Buffer.from("abc")]);

/** Files of two zstd frames, intact or damaged, for every format. */
function zstdFrames(first: Buffer, second: Buffer): Record<string, Buffer> {
  return {
    frames: Buffer.concat([first, second]),
    skippable: Buffer.concat([skippable, first, skippable, skippable, second, skippable]),
    "first-checksum": Buffer.concat([flipped(first, -1), second]),
    "second-checksum": Buffer.concat([first, flipped(second, -4)]),
    "second-cut": Buffer.concat([first, second.subarray(0, -1)]),
  };
}

/** Further variants, for one format only, because the same code reads every format. */
function zstdVariants(head: Buffer, tail: Buffer): Record<string, Buffer> {
  const text = Buffer.concat([head, tail]);
  const [first, second] = [packed(head, "--check"), packed(tail, "--check")];
  const [summed, plain] = [packed(text, "--check"), packed(text, "--no-check")];
  return {
    summed,
    plain,
    fine: Buffer.concat(Array.from({ length: 12 }, (_, at) => packed(part(text, at, 12)))),
    "empty-frames": Buffer.concat([packed(""), first, packed(""), second, packed("")]),
    strong: packed(text, "-19", "--long=27"),
    checksum: flipped(summed, -1),
    "no-checksum": summed.subarray(0, -4),
    "half-checksum": summed.subarray(0, -2),
    half: summed.subarray(0, summed.length / 2),
    "plain-cut": plain.subarray(0, -1),
    "header-only": Buffer.concat([summed, summed.subarray(0, 5)]),
    "magic-only": Buffer.concat([summed, summed.subarray(0, 4)]),
    "magic-half": Buffer.concat([summed, summed.subarray(0, 2)]),
    "skippable-cut": Buffer.concat([summed, skippable.subarray(0, -1)]),
    reserved: flipped(summed, 4),
    garbage: Buffer.concat([summed, Buffer.from("garbage")]),
    zeros: Buffer.concat([summed, Buffer.alloc(8)]),
  };
}

/** Writes a frame of uncompressed blocks, with a checksum if one is passed. */
function storedZstd(text: string, checksum: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.from(text);
  const size = 2 ** 17;
  const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => {
    const block = bytes.subarray(index * size, (index + 1) * size);
    const header = Buffer.alloc(3);
    header.writeUIntLE(block.length * 8 + Number((index + 1) * size >= bytes.length), 0, 3);
    return Buffer.concat([header, block]);
  });
  const descriptor = checksum.length === 0 ? 0 : 4;
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, 0x38]), ...blocks, checksum]);
}

function part(bytes: Buffer, index: number, count: number): Buffer {
  const edge = (at: number) => Math.floor((bytes.length * at) / count);
  return bytes.subarray(edge(index), edge(index + 1));
}

/** Returns whether the command `zstd` unpacks the whole file. */
function isWholeZstd(path: string): boolean {
  return spawnSync("zstd", ["-q", "-t", "--long=27", path]).status === 0;
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
      for (const [name, bytes] of Object.entries(
        gzipVariants(whole, gzipSync(halves[0]), gzipSync(halves[1])),
      ))
        files[`${name}${ending}`] = bytes;
    }
    await using folder = await makeFolder(files);
    const names = Object.keys(files);
    const verdicts = python("read_gzip.py", JSON.stringify(names.map((name) => join(folder.path, name))));
    const ids = [...(await folder.connector.sources()).keys()];
    // The script returns a list as long as its input.
    for (const [index, isWhole] of (verdicts as readonly boolean[]).entries()) {
      const name = names[index] ?? "";
      const id = ids.find((candidate) => candidate === name) ?? name.slice(0, name.indexOf("."));
      const rows = await folder.rows(id).then(
        (read) => read.length,
        (error: unknown) => (isConnectorError(error) ? error.code : error),
      );
      expect([name, rows]).toEqual([name, isWhole ? 3000 : "upstream_invalid"]);
    }
  });

  it("of zstd is an error wherever the command zstd says so, in every format", async () => {
    await using folder = await makeFolder();
    const wrong = new Set<string>();
    for (const [ending, make] of Object.entries(kinds)) {
      const [head, tail] = [Buffer.from(make(0, 2000)), Buffer.from(make(2000, 3000))];
      const variants = {
        ...zstdFrames(packed(head, "--check"), packed(tail, "--check")),
        ...(ending.startsWith(".ndjson") && zstdVariants(head, tail)),
      };
      for (const [name, bytes] of Object.entries(variants)) {
        const id = name + ending.replace(/\W/g, "-");
        const file = id + ending.replace(".gz", ".zst");
        await folder.write(file, bytes);
        if (!isWholeZstd(join(folder.path, file))) wrong.add(id);
      }
    }
    expect(wrong.size).toBeGreaterThan(20);
    for (const id of (await folder.connector.sources()).keys()) {
      const rows = await folder.rows(id).then(
        (read) => read.length,
        (error: unknown) => (isConnectorError(error) ? error.code : error),
      );
      expect([id, rows]).toEqual([id, wrong.has(id) ? "upstream_invalid" : 3000]);
    }
  });

  it("of zstd says what to do when it cannot be unpacked within the memory, or without a dictionary", async () => {
    await using folder = await makeFolder();
    // Only a frame of unknown size can declare a window that is larger than its content.
    await folder.write("wide.ndjson.zst", packed(kinds[".ndjson.gz"](0, 10), "--ultra", "--long=28"));
    await folder.write("dictionary", Buffer.alloc(2000, '{"id":1,"text":"t 1"}\n'));
    await folder.write(
      "dictionary.ndjson.zst",
      packed(kinds[".ndjson.gz"](0, 10), "-D", join(folder.path, "dictionary")),
    );
    await expect(folder.rows("wide")).rejects.toThrow(
      "it was compressed with a window of more than 128 MiB. Compress it again without `--long` or `--ultra`.",
    );
    await expect(folder.rows("dictionary")).rejects.toThrow("dictionary");
  });

  it("is noticed at the end of its rows when it is too large to be checked before", async () => {
    const wide = "x".repeat(300);
    const text = Array.from({ length: 120_000 }, (_, row) => `${row},${wide}`).join("\n");
    // Uncompressed blocks make the file large.
    const stored = gzipSync(`id,n\n${text}\n`, { level: 0 });
    expect(stored.length).toBeGreaterThan(32 * 2 ** 20);
    await using folder = await makeFolder({
      "a.csv.gz": flipped(stored, -6),
      "b.csv.zst": storedZstd(`id,n\n${text}\n`, Buffer.from([1, 2, 3, 4])),
      "c.csv.zst": storedZstd(`id,n\n${text}\n`),
    });
    for (const id of ["a", "b"])
      await expect(folder.rows(id, { limit: 1 })).rejects.toMatchObject({
        code: "upstream_invalid",
        message: expect.stringMatching(/incorrect (?:data check|checksum)/) as string,
      });
    await expect(folder.rows("a", { filter: { columns: ["id"] } })).rejects.toMatchObject({
      code: "upstream_invalid",
    });
    expect(await folder.rows("c", { limit: 1, filter: { columns: ["id"] } })).toEqual([{ id: 0 }]);
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

  it("that unpacks to gigabytes, or to more than it says, is an error", async () => {
    await using folder = await makeFolder();
    const script = `import struct,sys,zipfile
def write(path, size):
  with zipfile.ZipFile(path,"w",zipfile.ZIP_DEFLATED) as z:
    z.writestr("xl/workbook.xml",'<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>')
    z.writestr("xl/_rels/workbook.xml.rels",'<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>')
    z.writestr("xl/worksheets/sheet1.xml","<worksheet><sheetData>"+" "*5000000+"</sheetData></worksheet>")
  data=bytearray(open(path,"rb").read())
  struct.pack_into("<I",data,data.rindex(b"PK\\1\\2")+24,size)
  open(path,"wb").write(data)
write(sys.argv[1]+"/bomb.xlsx",1100*2**20)
write(sys.argv[1]+"/liar.xlsx",1000)`;
    execFileSync("python3", ["-c", script, folder.path]);
    await folder.write("good.csv", "x\n1\n");
    const reasons = { bomb: "unpacks to more than 1024 MiB", liar: "too many bytes" };
    for (const [id, reason] of Object.entries(reasons))
      await expect(folder.rows(id)).rejects.toMatchObject({
        code: "upstream_invalid",
        message: expect.stringContaining(reason) as string,
      });
    expect(await folder.rows("good")).toEqual([{ x: 1 }]);
  });
});

describe("a Parquet file", () => {
  it("with nanoseconds keeps them, also where the engine would drop digits", async () => {
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
    expect(await folder.rows("cut")).toEqual([{ at: "2024-01-01T00:00:00.123456789Z" }]);
    await folder.write("short.parquet", readFileSync(path).subarray(0, -20));
    await expect(folder.rows("short")).rejects.toMatchObject({ code: "upstream_invalid" });
  });
});

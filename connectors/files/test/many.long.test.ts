import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { makeFolder } from "./folder.js";

/** More files than are described at the first request. */
const many = 10_000;

/** Creates a folder of many files. The last ones have rows. */
async function makeManyFiles(count: number, maxFiles?: number) {
  const folder = await makeFolder(
    {
      "z1.csv": "id,city\n1,Bern\n2,Oslo\n",
      "z2.csv": "city,land\nBern,CH\n",
      "z3.ndjson": '{"id":12345678901234567890}\n',
    },
    maxFiles === undefined ? {} : { maxFiles },
  );
  for (let index = 0; index < count - 3; index++) {
    writeFileSync(join(folder.path, `a${String(index).padStart(6, "0")}.csv`), "");
  }
  return folder;
}

describe("a folder of many files", () => {
  it(`has ${many} sources`, async () => {
    await using folder = await makeManyFiles(many);
    expect((await folder.connector.sources()).size).toBe(many);
    expect(folder.connector.description).not.toContain("left out");
  });

  it("describes a source when a request is about it", async () => {
    await using folder = await makeManyFiles(300);
    const listed = await folder.connector.sources();
    expect(listed.get("z1")).toMatchObject({ filter: {}, fields: {} });
    expect(listed.get("z1")?.description).toContain("after the file is described");
    const wanted = (await folder.connector.sources("z1")).get("z1");
    expect(Object.keys(wanted?.fields ?? {})).toEqual(["id", "city"]);
    expect(wanted?.description).toMatch(/^File z1\.csv\. Cells separated by ","/);
  });

  it("applies the filter of the first request for a source, and finds the others in SQL", async () => {
    await using folder = await makeManyFiles(300);
    const app = await createApp({ connectors: [folder.connector], logger: false, limits: { drainDelay: 0 } });
    await using _ = { [Symbol.asyncDispose]: () => app.close() };
    const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
    const ask = async (source: string, filter: object): Promise<string> => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ source, account: {}, filter });
      return await (await fetch(url, { method: "POST", headers, body })).text();
    };
    // The contract defines the response to GET /.
    const application = (await (await fetch(url)).json()) as { readonly sources: readonly unknown[] };
    expect(application.sources.length).toBe(300);
    const sql = "SELECT id, land FROM z1 JOIN Z2 USING (city)";
    expect(JSON.parse(await ask("a000000", { sql }))).toEqual([{ id: 1, land: "CH" }]);
    expect(JSON.parse(await ask("z1", { city: ["Oslo"] }))).toEqual([{ id: 2, city: "Oslo" }]);
    expect(await ask("z3", {})).toContain("12345678901234567890");
  });

  it("is described in the background", async () => {
    await using folder = await makeManyFiles(300);
    let fields: object = {};
    while (Object.keys(fields).length === 0) fields = (await folder.source("z2")).fields ?? {};
    expect(Object.keys(fields)).toEqual(["city", "land"]);
  });

  it("reads a file after the first ones again when it changes", async () => {
    await using folder = await makeManyFiles(300);
    await folder.connector.sources("z1");
    await folder.write("z1.csv", "other\n7\n8\n9\n");
    const changed = (await folder.connector.sources("z1")).get("z1");
    expect(Object.keys(changed?.fields ?? {})).toEqual(["other"]);
    expect(await folder.rows("z1")).toEqual([{ other: 7 }, { other: 8 }, { other: 9 }]);
  });

  it("says what is left out beyond the maximum", async () => {
    await using folder = await makeManyFiles(8, 5);
    const app = await createApp({ connectors: [folder.connector], logger: false, limits: { drainDelay: 0 } });
    await using _ = { [Symbol.asyncDispose]: () => app.close() };
    const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
    const notice = "The folder has 8 files: the first 5 by name are sources, 3 are left out.";
    expect(await (await fetch(url)).json()).toMatchObject({ description: expect.stringContaining(notice) });
    await rm(join(folder.path, "a000000.csv"));
    const fewer = "The folder has 7 files: the first 5 by name are sources, 2 are left out.";
    expect(await (await fetch(url)).json()).toMatchObject({ description: expect.stringContaining(fewer) });
  });
});

describe("a fault of the machine", () => {
  const temporary = process.env["TMPDIR"];
  const made: string[] = [];

  afterEach(async () => {
    if (temporary === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = temporary;
    for (const path of made.splice(0)) await rm(path, { recursive: true, force: true });
  });

  it("such as a missing temporary folder may be tried again", async () => {
    await using folder = await makeFolder({ "a.csv": "x\n1\n" });
    const parent = await mkdtemp(join(tmpdir(), "wellhead-test-"));
    made.push(parent);
    process.env["TMPDIR"] = join(parent, "missing");
    const fault = { code: "upstream_unavailable", retryable: true };
    await expect(folder.connector.sources()).rejects.toMatchObject(fault);
    await mkdir(join(parent, "missing"));
    expect(await folder.rows("a")).toEqual([{ x: 1 }]);
  });
});

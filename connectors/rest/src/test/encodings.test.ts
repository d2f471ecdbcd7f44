import { afterEach, expect, it } from "vitest";
import { type ServedRest, serveRest, type TestSource } from "./serve-rest.js";

let served: ServedRest | undefined;

afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** The name "Škoda Zürich" in Windows-1252, as Python writes it. */
const name = Buffer.from("8a6b6f6461205afc72696368", "hex");
const table = Buffer.concat([Buffer.from("id;name\n1;"), name, Buffer.from("\n")]);
const document = (declaration: string): Buffer =>
  Buffer.concat([Buffer.from(`${declaration}<a><r><id>1</id><name>`), name, Buffer.from("</name></r></a>")]);

const xml = { path: "t", format: "xml", items: "a.r" } as const;
const csv = { path: "t", format: "csv" } as const;

/** Reads a source whose response has these bytes. */
async function read(source: TestSource, body: Buffer, contentType: string) {
  served = await serveRest(source, ({ url }) => ({
    headers: { "content-type": contentType },
    // Each list has one page.
    body: Number(url.searchParams.get("offset") ?? 0) === 0 ? body : source.format === "csv" ? "" : "<a/>",
  }));
  return await served.read();
}

it.each<readonly [statement: string, source: TestSource, body: Buffer, contentType: string]>([
  ["its header", csv, table, "text/csv; charset=windows-1252"],
  ["its header, in XML", xml, document(""), "application/xml; charset=ISO-8859-1"],
  ["its declaration", xml, document('<?xml version="1.0" encoding="ISO-8859-1"?>'), "text/plain"],
  ["the configuration", { ...csv, encoding: "windows-1252" }, table, "text/plain"],
  [
    "the configuration, in XML",
    { ...xml, encoding: "windows-1252" },
    document(""),
    "text/xml; charset=utf-8",
  ],
])("a text is read in the encoding that %s states", async (_, source, body, contentType) => {
  for (const paged of [source, { ...source, paging: { kind: "offset" } } as const]) {
    const { status, body: rows } = await read(paged, body, contentType);
    expect({ status, rows }).toEqual({ status: 200, rows: [{ id: "1", name: "Škoda Zürich" }] });
    await served?.close();
  }
});

it.each<readonly [TestSource, Buffer]>([
  [csv, table],
  [xml, document("")],
])("the error says what to state where nothing does: %o", async (source, body) => {
  for (const paged of [source, { ...source, paging: { kind: "offset" } } as const]) {
    const found = JSON.stringify(await read(paged, body, "text/plain"));
    expect(found).toContain(String.raw`State the encoding of the response as \"encoding\"`);
    await served?.close();
  }
});

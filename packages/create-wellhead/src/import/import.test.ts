import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProject } from "../create-project.js";
import { projectFiles } from "../project-files.js";

const isLong = process.env["WELLHEAD_LONG"] !== undefined;

const run = promisify(execFile);
const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const documents = fileURLToPath(new URL("../test/imports/", import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "create-wellhead-import-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What a person reads in each file: what the connector says, and what is named as missing. */
const expected: Readonly<
  Record<string, { readonly connector: readonly string[]; readonly missing: readonly string[] }>
> = {
  "bookings.har": {
    connector: [
      'http: { baseUrl: "https://api.bookings.example" }',
      'token({ title: "Access token" })',
      "encodeURIComponent(filter.id)}/bookings`",
      'items: "data"',
      'pageNumber({ parameter: "page", total: "meta.total", size: { parameter: "per_page", value: 50 } })',
      "id: id()",
      "from: date()",
      "price: number()",
      "note: text()",
    ],
    missing: [
      "POST /v1/login: it signs in",
      "requests to https://fonts.example: a connector reads one origin",
      "cookies: find out",
      '/v1/rooms/{id}/bookings: its argument "state"',
      '/v1/rooms/{id}/bookings: its member "at" looks like seconds since 1970',
    ],
  },
  "library.json": {
    connector: [
      'http: { baseUrl: "https://api.library.example" }',
      'send: { header: "x-library-key" }',
      '"list-books": source({',
      "encodeURIComponent(filter.shelf)}/books`",
      'items: "books"',
      'cursorInBody({ cursor: "next_cursor", parameter: "cursor", more: "has_more", size: { parameter: "limit", value: 20 } })',
      "added: date()",
      "tags: arrayOf(text())",
    ],
    missing: [
      '"Add a book": it is a POST',
      '"List readers": its rows, because it has no example',
      'the scripts of "List readers"',
    ],
  },
  "parcels.yaml": {
    connector: [
      'http: { baseUrl: "https://api.parcels.example" }',
      'send: { query: "apikey" }',
      'http\n          .pages<ParcelsItem>("v3/parcels"',
      'items: "response.parcels"',
      'cursorInBody({ cursor: "paging.after", parameter: "after", more: "paging.more", size: { parameter: "limit", value: 100 } })',
      "encodeURIComponent(filter.parcel)}/stops`",
      'pageNumber({ parameter: "page", first: 1 })',
      "updated: date()",
      "to_city: text()",
    ],
    missing: [
      'the stream "parcels": its increments',
      'the stream "stops": its requests per parent',
      'the stream "search": it is read by POST',
      "the check of the account",
    ],
  },
  "tasks.yaml": {
    connector: [
      'http: { baseUrl: "https://api.tasks.example" }',
      "boards: source({",
      "paging: linkHeader()",
      "encodeURIComponent(filter.board)}/cards`",
      'items: "data.cards"',
      'offset({ parameter: "offset", total: "data.total", size: { parameter: "limit", value: 50 } })',
      "fields: { id: id(), }",
      'items: "items", // Guess: the configuration has "json_link"',
    ],
    missing: [
      'the resource "labels": where its items are',
      'the resource "cards": its requests per item of a parent',
      'the resource "cards": its argument archived=false',
      'the resource "cards": its argument api_key, which looks like a secret',
      'the resource "events": it is read by POST',
      "its columns but the key",
    ],
  },
};

describe("a connector created from the files of other programs", () => {
  it.each(Object.entries(expected))(
    "carries over lists, paging and accounts of %s, and names the rest",
    async (file, texts) => {
      const files = await projectFiles({
        kind: "rest",
        name: "h",
        manager: "npm",
        openapi: join(documents, file),
      });
      const connector = String(files["connector.ts"]);
      const missing = String(files["not-carried-over.md"]);
      const plain = connector.replaceAll(/\s+/g, " ");
      for (const line of texts.connector) expect(plain).toContain(line.replaceAll(/\s+/g, " "));
      for (const line of texts.missing) expect(missing).toContain(`- ${line}`.replace("- its", "its"));
      expect(Object.values(files).map(String).join("\n").toLowerCase()).not.toContain("canary");
    },
  );

  it.runIf(isLong)("compiles strictly and passes its test", async () => {
    for (const file of Object.keys(expected)) {
      const [name = ""] = file.split(".");
      const openapi = join(documents, file);
      await createProject(join(folder, name), { kind: "rest", name, manager: "npm", openapi });
    }
    const config = await readFile(join(folder, "tasks/tsconfig.json"), "utf8");
    await writeFile(join(folder, "tsconfig.json"), config.replace('"*.ts"', '"*/*.ts"'));
    await symlink(modules, join(folder, "node_modules"), "junction");
    await run(process.execPath, [join(modules, "typescript/bin/tsc"), "--noEmit"], { cwd: folder });
    const words = ["run", "--root", ".", "--no-isolate", "--maxWorkers=1"];
    const test = await run(process.execPath, [join(modules, "vitest/vitest.mjs"), ...words], {
      cwd: folder,
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    });
    expect(test.stdout).toMatch(/Tests +4 passed/);
  });

  it("names the optional arguments of an OpenAPI document, and what may be a list", async () => {
    const openapi = fileURLToPath(new URL("../test/documents/shop.yaml", import.meta.url));
    const files = await projectFiles({ kind: "rest", name: "h", manager: "npm", openapi });
    expect(
      String(files["not-carried-over.md"])
        .split("\n")
        .filter((line) => line.startsWith("- ")),
    ).toEqual([
      '- GET /stores/{storeId}/orders: the argument "sort". Declare it as a filter, or send since in it if it asks for changes',
      "- /me: it does not return a JSON list of objects. If it says whose account it is, read it in identify",
    ]);
  });
});

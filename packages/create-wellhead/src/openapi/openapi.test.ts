import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
const program = fileURLToPath(new URL("../../bin/create-wellhead.js", import.meta.url));
const documents = fileURLToPath(new URL("../test/documents/", import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "create-wellhead-openapi-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Returns the definition that is created from a document. */
async function textOf(openapi: string): Promise<string> {
  const files = await projectFiles({ kind: "rest", name: "h", manager: "npm", openapi });
  return String(files["connector.ts"]);
}

/** What a person reads in each document, and how the connector says it. */
const expected = {
  "shop.yaml": [
    'http: { baseUrl: "https://eu.shop.example/v2" }',
    'accounts: { token: token({ title: "Access token" }) }',
    'pageNumber({ parameter: "page", total: "meta.total_count", size: { parameter: "per_page", value: 50 } })',
    "encodeURIComponent(filter.storeId)}/orders`",
    'status: list({ title: "status", choices: ["open", "paid"] })',
    'headers: { "X-Shop-Channel": String(filter.X_Shop_Channel) }',
    'customer_first_name: item.customer?.["first-name"]',
    "lines: jsonText(item.lines)",
    "created_at: date()",
  ],
  "tickets.json": [
    '"x-key": token({ title: "API key", send: { header: "x-api-key" } })',
    'cursorInBody({ cursor: "paging.next_cursor", parameter: "cursor", more: "paging.has_more", size: { parameter: "limit", value: 1000 } })',
    "due: date()",
    "scores: arrayOf(number())",
    "parent_parent: jsonText(item.parent?.parent)",
  ],
  "weather.yaml": [
    'key: token({ title: "API key", send: { query: "appid" } })',
    'offset({ parameter: "offset", size: { parameter: "limit", value: 100 } })',
    'offset({ parameter: "skip", total: "header:X-Total-Count" })',
    'a_b_: item["a b"]',
    'air_temperature: item["air temperature"]',
    'station: number({ title: "station" })',
  ],
  "builds.yaml": [
    "accounts: { basic: basic() }",
    'The document also has "badge" (a key in a cookie)',
    "paging: linkHeader()",
    'cursorInHeader({ header: "X-Next-Cursor", parameter: "after" })',
    "fields: { item: text() }",
  ],
  "people.yaml": [
    'oauth2({ name: "people", authorize: "https://people.example/oauth/authorize", token: "https://people.example/oauth/token", scopes: ["read"] }), none: none()',
    'items: "response.results"',
    'nextUrlInBody({ next: "links.next" })',
    "born: date()",
    "model: text()",
  ],
  "archive.yaml": [
    "return JSON lists of objects: /labels, /me.",
    'http: { baseUrl: "https://archive.example/v1" }',
    'key: token({ title: "API key", send: { header: "x-archive-key" } }), oauth2: oauth2({',
    'authorize: "https://archive.example/authorize", token: "https://archive.example/token", scopes: ["read"]',
    'The document also has "old" (OAuth 2 without an authorization code and https addresses)',
    'room: text({ title: "room" })',
    "encodeURIComponent(filter.room)}/boxes`",
    'kind: list({ title: "kind", choices: ["film", "paper"] })',
    'offset({ parameter: "offset", total: "total", size: { parameter: "limit", value: 200 } })',
    "stored: date()",
    "metres: number()",
    "within_within: jsonText(item.within?.within)",
  ],
};

describe("a connector created from an OpenAPI document", () => {
  it.runIf(isLong)(
    "compiles strictly and passes its test, for every kind of paging and account",
    async () => {
      for (const [file, lines] of Object.entries(expected)) {
        const [name = ""] = file.split(".");
        const project = join(folder, name);
        await createProject(project, { kind: "rest", name, manager: "npm", openapi: join(documents, file) });
        const text = await readFile(join(project, "connector.ts"), "utf8");
        for (const line of lines) expect(text).toContain(line);
        expect(text.match(/\/\/ Guess: /g)?.length).toBe(text.match(/\.pages</g)?.length);
        expect(text).not.toContain(documents);
      }
      await copyFile(join(documents, "own-server.test.txt"), join(folder, "tickets/own-server.test.ts"));
      // One compilation and one run for all of them.
      const config = await readFile(join(folder, "shop/tsconfig.json"), "utf8");
      await writeFile(join(folder, "tsconfig.json"), config.replace('"*.ts"', '"*/*.ts"'));
      await symlink(modules, join(folder, "node_modules"), "junction");
      await run(process.execPath, [join(modules, "typescript/bin/tsc"), "--noEmit"], { cwd: folder });
      const words = ["run", "--root", ".", "--no-isolate", "--maxWorkers=1"];
      const test = await run(process.execPath, [join(modules, "vitest/vitest.mjs"), ...words], {
        cwd: folder,
        env: { PATH: process.env["PATH"], NO_COLOR: "1" },
      });
      expect(test.stdout).toMatch(/Tests +7 passed/);
    },
  );

  it("is created from a document of version 2, whose undeclared parameters it knows from the path", async () => {
    const text = await textOf(join(documents, "archive.yaml"));
    for (const line of expected["archive.yaml"]) expect(text).toContain(line);
  });

  it("is created from schemas that are alternatives of one and contain it", async () => {
    const kinds = Array.from({ length: 30 }, (_, index) => `Kind${index}`);
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = {
      Thing: { type: "object", oneOf: kinds.map(reference), properties: { id: { type: "string" } } },
      ...Object.fromEntries(
        kinds.map((kind) => [
          kind,
          { allOf: [reference("Thing"), { properties: { [`of_${kind}`]: { type: "number" } } }] },
        ]),
      ),
    };
    const content = { "application/json": { schema: { type: "array", items: reference("Thing") } } };
    const file = join(folder, "kinds.json");
    await writeFile(
      file,
      JSON.stringify({
        openapi: "3.1.0",
        paths: { "/things": { get: { responses: { 200: { content } } } } },
        components: { schemas },
      }),
    );
    const text = await textOf(file);
    for (const name of ["id: id()", ...kinds.map((kind) => `of_${kind}: number()`)])
      expect(text).toContain(`        ${name},\n`);
  });

  it("is created from an address by the command, which names the account and the read in the README", async () => {
    const text = await readFile(join(documents, "shop.yaml"));
    const server = createServer((_request, response) => response.end(text)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const words = ["served", "--openapi", `http://127.0.0.1:${port}/shop.yaml?key=hidden`, "--yes"];
    await run(process.execPath, [program, ...words], { cwd: folder });
    server.close();
    const readme = await readFile(join(folder, "served/README.md"), "utf8");
    expect(readme).toContain(
      '{"source":"stores-orders","filter":{"storeId":"example","status":"open","X_Shop_Channel":"example"},"account":{"auth":"token","token":"tape-token"}}',
    );
    expect(await readFile(join(folder, "served/connector.ts"), "utf8")).not.toContain("hidden");
  });

  it("keeps names of the document inside texts and comments", async () => {
    const file = join(folder, "hostile.json");
    const name = ["x`$", "{process.exit(7)}`\nprocess.exit(7)//cursor"].join("");
    const schema = { type: "array", items: { type: "object", properties: { [name]: { type: "string" } } } };
    const parameters = [
      { name: "cursor", in: "query" },
      { name: "a", in: "path", required: true },
    ];
    const content = { "application/json": { schema } };
    const get = { parameters, responses: { 200: { headers: { [name]: {} }, content } } };
    await writeFile(
      file,
      JSON.stringify({ openapi: "3.0.0", info: { title: name }, paths: { [`/{a}/${name}`]: { get } } }),
    );
    const text = await textOf(file);
    expect(text.split("\n").filter((line) => line.trim().startsWith("process."))).toEqual([]);
    expect(text).toContain(["\\`\\$$", "{encodeURIComponent(filter.process_exit_7_)}\\`"].join(""));
    expect(text).toContain("// Guess: the document has no address of a server.");
  });

  const list = {
    get: { responses: { 200: { content: { "application/json": { schema: { $ref: "#/a/b" } } } } } },
  };
  it.each([
    [
      "has no list",
      { openapi: "3.1.0", paths: { "/me": {} } },
      "no GET operation returns a JSON list of objects",
    ],
    ["has version 1", { swagger: "1.2" }, 'expected "openapi: 3.0" or later, or "swagger: 2.0", at the top'],
    ["is something else", "<html>Sign in</html>", "is the document, and not a page about it"],
    ["is not YAML", "a: [", "it is neither JSON nor YAML"],
    ["refers to nothing", { openapi: "3.0.0", paths: { "/a": list } }, '"#/a/b" does not exist'],
    [
      "refers to itself",
      { openapi: "3.0.0", a: { b: { $ref: "#/a/b" } }, paths: { "/a": list } },
      "refers to itself",
    ],
    ["refers to a file", { openapi: "3.0.0", paths: { "/a": { $ref: "a.yaml" } } }, "Join the files first"],
  ])("is not created if the document %s", async (_what, content, message) => {
    const file = join(folder, "wrong.yaml");
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    const project = { kind: "rest", name: "wrong", manager: "npm", openapi: file } as const;
    await expect(createProject(join(folder, "wrong"), project)).rejects.toThrow(message);
  });

  it("is not created if there is no document, or another kind was chosen", async () => {
    const none = run(process.execPath, [program, "x", "--openapi", "missing.yaml", "--yes"], { cwd: folder });
    await expect(none).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Check the path") as string,
    });
    const words = ["x", "--openapi", "shop.yaml", "--kind", "files", "--yes"];
    const other = run(process.execPath, [program, ...words], { cwd: folder });
    await expect(other).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Leave out --kind") as string,
    });
  });
});

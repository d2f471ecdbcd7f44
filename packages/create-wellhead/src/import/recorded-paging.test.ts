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

/** A request and its response: the address after the origin, or `POST` and an address with the body that was sent. */
interface Step {
  readonly at: string;
  readonly sent?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An API: what is recorded of one of its lists, and what the connector or the list of what is missing must say. */
interface Case {
  readonly steps: readonly Step[];
  readonly connector?: string;
  readonly missing?: readonly string[];
}

/** Ways to page that public APIs have, as one or two requests of a browser. */
const cases = JSON.parse(
  await readFile(new URL("../test/imports/paging-cases.json", import.meta.url), "utf8"),
) as Readonly<Record<string, Case>>;

const two = [{ id: 1 }, { id: 2 }];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "create-wellhead-paging-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Creates a connector from a file, and returns its text and what is missing, in one line each. */
async function importFile(
  contents: object,
): Promise<{ readonly connector: string; readonly missing: string }> {
  const openapi = join(folder, "api.json");
  await writeFile(openapi, JSON.stringify(contents));
  const files = await projectFiles({ kind: "rest", name: "api", manager: "npm", openapi });
  expect(Object.values(files).map(String).join("\n")).not.toContain("canary");
  return {
    connector: String(files["connector.ts"]).replaceAll(/\s+/g, " "),
    missing: String(files["not-carried-over.md"]),
  };
}

const origin = "https://a.example";

function har(steps: readonly Step[]): object {
  const entries = steps.map(({ at, sent, headers = {}, body }) => ({
    request: {
      method: sent === undefined ? "GET" : "POST",
      url: origin + at,
      headers: [],
      ...(sent && { postData: { mimeType: "application/json", text: JSON.stringify(sent) } }),
    },
    response: {
      status: 200,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: { mimeType: "application/json", text: JSON.stringify(body) },
    },
  }));
  return { log: { entries } };
}

/** The same as a request with an example for each step. */
function collection(steps: readonly Step[]): object {
  const requests = steps.map(({ at, sent }) => ({
    method: sent === undefined ? "GET" : "POST",
    url: { raw: origin + at },
    ...(sent && { body: { mode: "raw", raw: JSON.stringify(sent) } }),
  }));
  const response = steps.map(({ headers = {}, body }, index) => ({
    originalRequest: requests[index],
    code: 200,
    header: Object.entries(headers).map(([key, value]) => ({ key, value })),
    body: JSON.stringify(body),
  }));
  return collectionOf([{ name: "List", request: requests[0], response }]);
}

function collectionOf(item: readonly object[], description = ""): object {
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  return { info: { name: "A", schema, description }, item };
}

describe.each([
  ["a HAR recording", har],
  ["a Postman collection", collection],
] as const)("the paging of %s", (_kind, write) => {
  it.each(Object.entries(cases))("is carried over or named: %s", async (_name, { steps, ...expected }) => {
    const { connector, missing } = await importFile(write(steps));
    expect(connector).toContain(expected.connector ?? "");
    for (const line of expected.missing ?? []) expect(missing).toContain(line);
    expect(missing.includes(": its paging, so")).toBe(connector.includes("The paging is not carried over"));
  });
});

describe("projects of recordings", () => {
  it.runIf(isLong)("compile strictly and pass their tests", async () => {
    const names = Object.keys(cases).map((_name, index) => `case${index}`);
    for (const [index, { steps }] of Object.values(cases).entries()) {
      const openapi = join(folder, "recorded.har");
      await writeFile(openapi, JSON.stringify(har(steps)));
      const name = names[index] ?? "";
      await createProject(join(folder, name), { kind: "rest", name, manager: "npm", openapi });
    }
    const config = await readFile(join(folder, "case0/tsconfig.json"), "utf8");
    await writeFile(join(folder, "tsconfig.json"), config.replace('"*.ts"', '"*/*.ts"'));
    await symlink(modules, join(folder, "node_modules"), "junction");
    await run(process.execPath, [join(modules, "typescript/bin/tsc"), "--noEmit"], { cwd: folder });
    const words = ["run", "--root", ".", "--no-isolate", "--maxWorkers=1"];
    const test = await run(process.execPath, [join(modules, "vitest/vitest.mjs"), ...words], {
      cwd: folder,
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    });
    expect(test.stdout).toMatch(new RegExp(`Tests +${names.length} passed`));
  });
});

describe("the paging of a Postman collection that only describes it", () => {
  const list = { url: `${origin}/stores` };
  const response = [{ code: 200, header: [], body: JSON.stringify({ stores: two }) }];
  const cursor = [{ code: 200, header: [], body: JSON.stringify({ stores: two, next_cursor: null }) }];

  it.each<[string, object, string]>([
    [
      "a request",
      collectionOf([
        { name: "S", request: { ...list, description: "Send `page` and `per_page` to page." }, response },
      ]),
      'pageNumber({ parameter: "page" })',
    ],
    [
      "the collection",
      collectionOf([{ name: "S", request: list, response: cursor }], 'Lists are paginated: send "cursor".'),
      'cursorInBody({ cursor: "next_cursor", parameter: "cursor" })',
    ],
    [
      "an argument that is switched off",
      collectionOf([
        {
          name: "S",
          request: { url: { raw: list.url, query: [{ key: "offset", value: "0", disabled: true }] } },
          response,
        },
      ]),
      'offset({ parameter: "offset" })',
    ],
    [
      "an argument without a value",
      collectionOf([
        { name: "S", request: { url: `${list.url}?page={{page}}&limit={{limit}}` }, response: [] },
      ]),
      'pageNumber({ parameter: "page" })',
    ],
  ])("carries over what %s says", async (_where, file, paging) => {
    expect((await importFile(file)).connector).toContain(paging);
  });

  it("quotes what it does not understand", async () => {
    const description = { content: "All shops. Results are paginated by a marker from the status line." };
    const { connector, missing } = await importFile(
      collectionOf([{ name: "S", item: [{ name: "Shops", request: list, response }], description }]),
    );
    expect(missing).toContain('"Results are paginated by a marker from the status line."');
    expect(connector).toContain("The paging is not carried over");
  });
});

describe("a request by POST that may write", () => {
  it.each([
    ["/orders", { note: "x" }],
    ["/orders/create-list", {}],
    ["/rpc", { method: "orders.create" }],
    ["/graphql", { query: "mutation M { x }" }],
    ["/graphql", { query: "query Q { x } mutation M { y }", operationName: "M" }],
  ])("is named and not repeated: %s %j", async (at, sent) => {
    const other = { at: "/flags", body: two };
    const { connector, missing } = await importFile(har([other, { at, sent, body: { items: two } }]));
    expect(missing).toContain(`- POST ${at}: it does not look like a search`);
    expect(connector).not.toContain("json:");
  });
});

describe("a HAR recording of a program that signs in", () => {
  it("becomes a connector with the header of its session and the search, and names the rest", async () => {
    const file = new URL("../../../../bench/authoring/tasks/clinic.har", import.meta.url);
    const { connector, missing } = await importFile(JSON.parse(await readFile(file, "utf8")) as object);
    expect(connector).toContain('send: { header: "x-session" }');
    expect(connector).toContain(
      '.pages<VisitsSearchItem>("visits/search", { json: { where: { } }, items: "hits", // Guess: the query has "offset". Check it in the documentation of the API. paging: offset({ parameter: "offset", total: "total.value", size: { parameter: "size", value: 30 }, totalStopsAt: 100 })',
    );
    expect(missing).toContain('- POST /session: it signs in and returns "session.token"');
    expect(missing).toContain("- POST /visits/search: it is read by POST: check that this changes nothing");
    expect(missing).toContain('- POST /visits/search: its argument "where.ward"');
    expect(missing).toContain("- /session: it does not return a JSON list");
  });
});

import { check } from "@wellhead/contract";
import {
  synchronizerConfigResponse,
  synchronizerDatalistResponse,
  synchronizerDataResponse,
  synchronizerSchemaResponse,
} from "@wellhead/contract/synchronizer";
import { type Connector, defineConnector, text } from "@wellhead/sdk";
import { pick, pluck } from "@wellhead/test-support/json/pick";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hour, issues, began as now, tracker } from "../../../../test/sample-tracker.js";
import { type StartedApp, startApp } from "../../../../test/start-app.js";

let service: StartedApp;
let small: StartedApp;
const secret = "a secret of the deployment, which replicas share";
const accounts = { variables: { WELLHEAD_SECRET: secret } };
beforeAll(async () => {
  const options = { now: () => new Date(now), accounts };
  service = await startApp([tracker(), keyless()], options);
  small = await startApp([tracker()], { ...options, limits: { maxPageRows: 10 } });
});
afterAll(() => Promise.all([service.app.close(), small.app.close()]));

function keyless(): Connector {
  return defineConnector({
    id: "keyless",
    name: "Keyless",
    version: "1",
    description: "Rows without a key",
    sources: (source) => ({ lines: source({ name: "Lines", fields: { line: text() }, rows: () => [] }) }),
  });
}

const account = { auth: "none" };

async function ask(path: string, body: object, at = service, base = ""): Promise<[number, unknown]> {
  const prefix = at === service ? base || "/tracker" : "";
  const response = await at.post(`${prefix}/api/v1/synchronizer/${path}`, body);
  return [response.status, await response.json()];
}

/** Reads all pages of a type. */
async function readAll(request: object, at = small): Promise<{ pages: unknown[]; items: unknown[] }> {
  const pages: unknown[] = [];
  let pagination: unknown;
  do {
    const [status, page] = await ask(
      "data",
      { account, ...request, ...(pagination !== undefined && { pagination }) },
      at,
    );
    expect([status, page]).toEqual([200, expect.anything()]);
    expect(check(synchronizerDataResponse, page)).toMatchObject({ ok: true });
    pages.push(page);
    pagination = pick(page, "pagination", "nextPageConfig");
  } while (pagination !== undefined);
  return { pages, items: pages.flatMap((page) => pick(page, "items") as unknown[]) };
}

describe("POST config", () => {
  it("lists the types with a key, and the filter they share", async () => {
    const [status, body] = await ask("config", { account });
    expect(check(synchronizerConfigResponse, body)).toMatchObject({ ok: true });
    expect([status, pluck(pick(body, "types"), "id"), pluck(pick(body, "filters"), "id")]).toEqual([
      200,
      ["issues", "projects"],
      ["project"],
    ]);
    expect(pick(body, "types", 0)).toEqual({
      id: "issues",
      name: "Issues",
      description: "What is to be done",
      default: true,
    });
    expect(await ask("config", {}, small)).toMatchObject([200, body]);
  });

  it("is told by GET /, and is not there without a key", async () => {
    const told = async (path: string) =>
      pick(await (await fetch(service.url + path)).json(), "responsibleFor", "dataSynchronization");
    expect([await told("/tracker"), await told("/keyless")]).toEqual([true, false]);
    expect(await ask("config", {}, service, "/keyless")).toMatchObject([404, { code: "not_found" }]);
  });
});

describe("POST schema", () => {
  it("describes the fields and relations of the types", async () => {
    const [status, body] = await ask("schema", { types: ["issues"], account });
    expect(check(synchronizerSchemaResponse, body)).toMatchObject({ ok: true });
    expect([status, body]).toEqual([
      200,
      {
        issues: {
          id: { name: "Id", type: "id", readonly: true, order: 0 },
          name: { name: "Title", type: "text", subType: "title", order: 1 },
          name_: { name: "Short name", type: "text", order: 2 },
          open: { name: "Open", type: "text", subType: "boolean", order: 3 },
          project: {
            name: "Project",
            type: "text",
            order: 4,
            relation: {
              cardinality: "many-to-one",
              name: "Project",
              targetName: "Issues",
              targetType: "projects",
              targetFieldId: "id",
            },
          },
          assignee: {
            name: "Assignee",
            type: "text",
            order: 5,
            relation: {
              cardinality: "many-to-one",
              name: "Assignee",
              targetName: "Assigned issues",
              targetType: "fibery/user",
              targetFieldId: "user/email",
              kind: "native",
            },
          },
          updated: { name: "Updated", type: "date", order: 6 },
          due: { name: "Due", type: "date", subType: "day", order: 7 },
        },
      },
    ]);
  });

  it.each([[{}], [{ types: [] }], [{ types: null }]])(
    "describes all types when it is asked with %j",
    async (types) => {
      expect(Object.keys((await ask("schema", { account, ...types }))[1] as object)).toEqual([
        "issues",
        "projects",
      ]);
    },
  );
});

describe("POST data", () => {
  it("returns all rows in pages, each as an entity", async () => {
    const { pages, items } = await readAll({ requestedType: "issues" });
    expect(items).toHaveLength(25);
    expect(pluck(items, "id")).toEqual(issues.map((issue) => String(issue.number)));
    expect(items[0]).toEqual({
      id: "1",
      name: "Task 1",
      name_: "#1",
      open: "true",
      project: "p1",
      assignee: "ada@example.org",
      updated: "2026-03-04T05:06:07.000Z",
      due: "2026-03-04",
    });
    expect(
      pages.map((page) => [pick(page, "synchronizationType"), (pick(page, "items") as []).length]),
    ).toEqual([
      ["full", 10],
      ["full", 10],
      ["full", 5],
    ]);
    expect(pick(pages[0], "pagination", "nextPageConfig")).toMatchObject({ page: 2, rows: 10 });
  });

  it("writes composite keys as JSON, and large numbers with all digits", async () => {
    expect((await readAll({ requestedType: "projects" })).items).toEqual([
      { id: '["a","p1"]', name: '["a","p1"]', owner: "a", code: "p1", budget: "12345678901234567890" },
      { id: '["a","p2"]', name: '["a","p2"]', owner: "a", code: "p2", budget: null },
    ]);
  });

  it("returns the same rows for a page that is asked for twice, here and on another replica", async () => {
    const [, first] = await ask("data", { requestedType: "issues", account }, small);
    const next = pick(first, "pagination", "nextPageConfig");
    const replica = await startApp([tracker()], {
      now: () => new Date(now),
      accounts,
      limits: { maxPageRows: 10 },
    });
    const spellings = [next, { nextPageConfig: next }, { hasNext: true, nextPageConfig: next }];
    for (const at of [small, replica, small]) {
      for (const pagination of spellings) {
        const [status, page] = await ask("data", { requestedType: "issues", account, pagination }, at);
        expect([status, pluck(pick(page, "items"), "id")]).toEqual([
          200,
          issues.slice(10, 20).map((issue) => String(issue.number)),
        ]);
      }
    }
    await replica.app.close();
  });

  it("returns changes, with a lookback, then the keys of deleted rows", async () => {
    const lastSynchronizedAt = new Date(now - 1.5 * hour).toISOString();
    const { pages, items } = await readAll({ requestedType: "issues", lastSynchronizedAt, operationId: "r" });
    expect(items).toEqual([
      ...["1", "2", "3", "4"].map((key) => expect.objectContaining({ id: key }) as unknown),
      { id: "100", __syncAction: "REMOVE" },
    ]);
    expect(pages.map((page) => pick(page, "synchronizationType"))).toEqual(["delta", "delta"]);
    // The platform's clock is fast.
    const ahead = new Date(now + hour).toISOString();
    expect(
      pluck((await readAll({ requestedType: "issues", lastSynchronizedAt: ahead })).items, "id"),
    ).toEqual(["1", "2", "3", "100"]);
  });

  it.each([
    ["the source has no changes", { requestedType: "projects", lastSynchronizedAt: "2026-03-04T00:00:00Z" }],
    ["a full run is due", { requestedType: "issues", lastSynchronizedAt: "2024-03-04T00:00:00Z" }],
    ["it is the first run", { requestedType: "issues", lastSynchronizedAt: null }],
  ])("returns everything when %s", async (_why, request) => {
    const { pages } = await readAll(request);
    expect(pages.every((page) => pick(page, "synchronizationType") === "full")).toBe(true);
  });

  it("reads the filter of the type", async () => {
    expect(
      (await readAll({ requestedType: "issues", filter: { project: "p2", other: 1 } })).items,
    ).toHaveLength(5);
  });
});

describe("POST datalist and POST filter/validate", () => {
  it("list options and check values", async () => {
    const [status, body] = await ask("datalist", {
      types: ["projects", "issues"],
      account,
      field: "project",
    });
    expect(check(synchronizerDatalistResponse, body)).toMatchObject({ ok: true });
    expect([status, pluck(pick(body, "items"), "value")]).toEqual([200, ["p1", "p2"]]);
    expect((await ask("filter/validate", { account, filter: { project: "p1" } })).slice(0, 2)).toEqual([
      200,
      {},
    ]);
    expect(await ask("filter/validate", { account, filter: { project: { a: 1 } } })).toMatchObject([
      400,
      { code: "invalid_field", field: "project" },
    ]);
  });
});

describe("an error", () => {
  it.each<[string, string, object, number, string, string | undefined]>([
    ["no type", "data", { account }, 400, "missing_field", "requestedType"],
    ["an unknown type", "data", { account, requestedType: "no" }, 400, "unknown_source", "requestedType"],
    ["an inherited type", "schema", { account, types: ["constructor"] }, 400, "unknown_source", "types"],
    ["types that are no list", "schema", { account, types: "issues" }, 400, "malformed_request", "types"],
    ["no account", "data", { requestedType: "issues" }, 400, "malformed_request", "auth"],
    [
      "a time in words",
      "data",
      { account, requestedType: "issues", lastSynchronizedAt: "soon" },
      400,
      "malformed_request",
      "lastSynchronizedAt",
    ],
    ["an unknown field", "datalist", { account, field: "no" }, 400, "unknown_field", "field"],
    ["a type without a key", "data", { account, requestedType: "log" }, 400, "invalid_field", "filter"],
  ])("for %s has the body of this interface", async (_what, path, request, status, code, field) => {
    const answer = await ask(path, request);
    expect(answer).toEqual([
      status,
      { message: expect.any(String) as string, code, status, field, requestId: expect.any(String) as string },
    ]);
  });

  it("for an unknown path or method has it too", async () => {
    expect(await ask("nothing", {})).toMatchObject([404, { code: "not_found" }]);
    const wrong = await fetch(`${service.url}/tracker/api/v1/synchronizer/data`);
    expect([wrong.status, wrong.headers.get("allow"), await wrong.json()]).toMatchObject([
      405,
      "POST, OPTIONS",
      { code: "method_not_allowed", requestId: wrong.headers.get("x-request-id") },
    ]);
  });
});

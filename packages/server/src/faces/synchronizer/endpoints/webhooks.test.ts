import { createHmac } from "node:crypto";
import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { pick } from "@wellhead/test-support/json/pick";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connector, manual, registered, runs } from "../../../../test/sample-webhooks.js";
import { type StartedApp, startApp } from "../../../../test/start-app.js";

let upstream: TestUpstream;
let service: StartedApp;
let rotated: StartedApp;
const secret = "a secret of the deployment that replicas share";
beforeAll(async () => {
  upstream = await startUpstream(({ method, url: { pathname } }) => ({
    // The id of some webhooks ends with the status for deleting it.
    status: method === "DELETE" ? Number(/\d{3}$/.exec(pathname) ?? 204) : 200,
    ...(method === "POST" && { body: { id: "h1" } }),
  }));
  configureEgress({ allow: `127.0.0.1/32:${new URL(upstream.url).port}` });
  const start = (variables: Record<string, string>) =>
    startApp(
      [
        connector("hooks", upstream.url, registered),
        connector("shared", upstream.url, manual),
        connector("plain", upstream.url),
      ],
      { accounts: { variables } },
    );
  service = await start({ WELLHEAD_SECRET: secret });
  rotated = await start({
    WELLHEAD_SECRET: "another secret that has replaced the first one",
    WELLHEAD_SECRET_PREVIOUS: secret,
  });
});
afterAll(async () => {
  await Promise.all([service.app.close(), rotated.app.close()]);
  configureEgress({});
  await upstream.close();
});

const account = { auth: "token", token: "t0ken" };

async function ask(
  path: string,
  body: unknown,
  { method = "POST", at = service, headers = {} } = {},
): Promise<[number, unknown]> {
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method, headers: { "content-type": "application/json", ...headers }, body: sent };
  const response = await fetch(`${at.url}/${path}`, init);
  return [response.status, await response.json()];
}

const hooks = "hooks/api/v1/synchronizer/webhooks";
const url = "https://platform.example/w/1";
const digest: unknown = expect.stringMatching(/^[\w-]{22}$/);
const callsSince = (count: number) =>
  upstream.requests.slice(count).map(({ method, url: { pathname } }) => `${method} ${pathname}`);

describe("webhooks that the connector registers", () => {
  it("are announced, made, kept, replaced and deleted", async () => {
    expect(pick((await ask("hooks/api/v1/synchronizer/config", {}))[1], "webhooks")).toEqual({
      enabled: true,
    });
    const made = await ask(hooks, { account, types: ["issues"], url });
    expect(made).toEqual([200, { id: "h1", types: ["issues"], settings: digest }]);
    const [webhook] = made.slice(1);
    const before = upstream.requests.length;
    expect(await ask(hooks, { account, types: ["issues"], webhook, url })).toEqual(made);
    expect(upstream.requests.length).toBe(before);
    expect(await ask(hooks, { account, types: [], webhook, url })).toEqual([
      200,
      { id: "h1", types: ["issues", "notes"], settings: digest },
    ]);
    expect(await ask(hooks, { account, webhook }, { method: "DELETE" })).toEqual([200, { ok: true }]);
    expect(callsSince(0)).toEqual(["POST /hooks", "POST /hooks", "DELETE /hooks/h1", "DELETE /hooks/h1"]);
    expect(new Set(upstream.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer t0ken"]),
    );
  });

  it("are replaced when the types, the filter, the address or the secret differ", async () => {
    const before = { account, types: ["notes", "issues"], filter: {}, url };
    const [, webhook] = await ask(hooks, before);
    const calls = async (changed: object, at = service) => {
      const count = upstream.requests.length;
      expect(await ask(hooks, { ...before, webhook, ...changed }, { at })).toMatchObject([200, { id: "h1" }]);
      return callsSince(count);
    };
    const replaced = ["POST /hooks", "DELETE /hooks/h1"];
    expect(await calls({})).toEqual([]);
    expect(await calls({ types: ["issues", "notes"] })).toEqual([]);
    expect(await calls({ types: ["issues"] })).toEqual(replaced);
    expect(await calls({ filter: { project: "p1" } })).toEqual(replaced);
    expect(await calls({ url: `${url}2` })).toEqual(replaced);
    expect(await calls({}, rotated)).toEqual(replaced);
    // A webhook that an earlier version has made.
    expect(await calls({ webhook: { id: "h1", types: before.types } })).toEqual(replaced);
  });

  it.each([404, 410])("that the upstream no longer has (%i) are deleted and replaced", async (status) => {
    const webhook = { id: `gone-${status}` };
    const count = upstream.requests.length;
    expect(await ask(hooks, { account, webhook }, { method: "DELETE" })).toEqual([200, { ok: true }]);
    expect(await ask(hooks, { account, webhook, types: ["issues"], url })).toMatchObject([200, { id: "h1" }]);
    const deleted = `DELETE /hooks/gone-${status}`;
    expect(callsSince(count)).toEqual([deleted, "POST /hooks", deleted]);
  });

  it("are known to the platform even if the one that they replace cannot be deleted", async () => {
    const webhook = { id: "kept-403" };
    expect(await ask(hooks, { account, webhook, url })).toMatchObject([200, { id: "h1" }]);
    expect(await ask(hooks, { account, webhook }, { method: "DELETE" })).toMatchObject([
      401,
      { code: "account_invalid" },
    ]);
  });

  it("have events whose signature is checked over the text as it was received", async () => {
    const { secret: key } = JSON.parse(upstream.requests[0]?.body ?? "{}") as { secret: string };
    const payload =
      '{ "id": 12345678901234567890, "n": 1.0,\n "payload": "\\u00e9\\"]}", "list": [1, {"payload": 2}] }';
    const signature = createHmac("sha256", key).update(payload).digest("hex");
    const body = (text: string, name = "X-Signature") =>
      `{"a":[{"payload":1}],"payload":${text},"params":{"${name}":"${signature}"}}`;
    expect(await ask(`${hooks}/verify`, body(payload))).toEqual([200, { id: "h1" }]);
    expect(await ask(`${hooks}/verify`, body(JSON.stringify(payload)))).toEqual([200, { id: "h1" }]);
    expect(await ask(`${hooks}/verify`, body(payload), { at: rotated })).toEqual([200, { id: "h1" }]);
    const refused = [
      400,
      expect.objectContaining({ code: "invalid_field", message: expect.any(String) as string }),
    ];
    expect(await ask(`${hooks}/verify`, body(payload.replace("1.0", "1")))).toEqual(refused);
    expect(await ask(`${hooks}/verify`, body(payload, "other"))).toEqual(refused);
    // Of two payloads the last one counts, for the signature too.
    expect(
      await ask(
        `${hooks}/verify`,
        `{"payload":${payload},"pay\\u006coad":{},"params":{"x-signature":"${signature}"}}`,
      ),
    ).toEqual(refused);
    expect(
      await ask(
        `${hooks}/verify`,
        `{"payload":{},"pay\\u006coad":${payload},"params":{"x-signature":"${signature}"}}`,
      ),
    ).toEqual([200, { id: "h1" }]);
  });

  it("turn events into changes of the types that are wanted", async () => {
    const transformed = (payload: unknown, types = ["issues"]) =>
      ask(`${hooks}/transform`, { payload, params: {}, account, types, filter: { project: "p1" } });
    expect(await transformed({ kind: "set", key: "7" })).toEqual([
      200,
      { data: { issues: [{ id: "7", name: "issues p1", title: "issues p1", __syncAction: "SET" }] } },
    ]);
    expect(await transformed({ kind: "gone", key: "7" })).toEqual([
      200,
      { data: { issues: [{ id: "7", __syncAction: "REMOVE" }] } },
    ]);
    for (const unknown of [{ kind: "new" }, {}, "text", 7, null, []])
      expect(await transformed(unknown ?? {})).toEqual([200, { data: {} }]);
    expect(await transformed({ kind: "odd" })).toMatchObject([500, { code: "internal" }]);
    expect(await transformed({ kind: "throw" })).toMatchObject([504, { tryLater: true }]);
    expect(await transformed({ kind: "set", key: null })).toMatchObject([502, { code: "upstream_invalid" }]);
    expect(await transformed({}, ["none"])).toMatchObject([400, { code: "unknown_source" }]);
  });

  it.each([
    ["no url", { types: ["issues"] }, "missing_field"],
    ["a url that is not a web address", { url: "file:///etc/passwd" }, "invalid_field"],
    ["a long url", { url: `https://a.example/${"a".repeat(3000)}` }, "invalid_field"],
    ["a url that is not text", { url: { a: 1 } }, "malformed_request"],
    ["a webhook without an id", { url, webhook: {} }, "malformed_request"],
    ["a webhook that is text", { url, webhook: "h1" }, "malformed_request"],
    ["an unknown type", { url, types: ["x"] }, "unknown_source"],
    ["an invalid filter", { url, filter: { project: [1, {}] } }, "invalid_field"],
  ])("refuse %s", async (_what, body, code) => {
    expect(await ask(hooks, { account, ...body })).toMatchObject([
      400,
      { code, message: expect.any(String) as string },
    ]);
  });

  it("refuse to be deleted without being named, and a path as a name", async () => {
    expect(await ask(hooks, { account }, { method: "DELETE" })).toMatchObject([
      400,
      { code: "missing_field" },
    ]);
    const webhook = { id: "../users/1" };
    expect(await ask(hooks, { account, webhook }, { method: "DELETE" })).toMatchObject([
      400,
      { code: "invalid_field" },
    ]);
    expect(await ask(hooks, "[]", { method: "DELETE" })).toMatchObject([400, { code: "malformed_request" }]);
  });
});

describe("webhooks that a person sets up", () => {
  const shared = "shared/api/v1/synchronizer/webhooks";

  it("are announced, and read the event as the upstream sent it", async () => {
    expect(pick((await ask("shared/api/v1/synchronizer/config", {}))[1], "webhooks")).toEqual({
      enabled: true,
      type: "ui",
    });
    expect(await ask(shared, { account, types: ["issues"] })).toEqual([
      200,
      { id: "w-token", workspaceId: "acme", types: ["issues"], settings: digest },
    ]);
    const body = '{"challenge": "c",  "n": 1.0}';
    const signature = createHmac("sha1", "shared").update(body).digest("base64");
    const headers = { "X-Signature": signature, "content-type": "text/plain" };
    expect(await ask(`${shared}/pre-process`, body, { headers })).toEqual([
      200,
      { reply: { challenge: "c" }, workspaceIds: ["acme"] },
    ]);
    expect(await ask(`${shared}/pre-process`, `${body} `, { headers })).toMatchObject([
      400,
      { code: "invalid_field" },
    ]);
    expect(await ask(`${shared}/pre-process`, "a=1&b=2")).toMatchObject([400, { code: "invalid_field" }]);
    expect(await ask(`${shared}/verify`, {})).toMatchObject([404, { code: "not_found" }]);
  });

  it("are not there when the connector has none", async () => {
    expect(await ask("plain/api/v1/synchronizer/webhooks", { account, url })).toMatchObject([
      404,
      { code: "not_found" },
    ]);
    expect(await ask("plain/api/v1/automations/action/execute", { account })).toMatchObject([
      404,
      { code: "not_found" },
    ]);
    const described: unknown = await (await fetch(`${service.url}/plain`)).json();
    expect([
      pick(described, "responsibleFor", "automations"),
      Object.hasOwn(described as object, "actions"),
    ]).toEqual([false, false]);
  });
});

describe("actions", () => {
  const path = "hooks/api/v1/automations/action/execute";
  const run = (action: string, args: unknown) => ask(path, { action: { action, args }, account });

  it("are told by GET / and run with their arguments", async () => {
    const described: unknown = await (await fetch(`${service.url}/hooks`)).json();
    expect(pick(described, "responsibleFor", "automations")).toBe(true);
    expect(pick(described, "actions", 0)).toEqual({
      action: "comment",
      name: "Comment",
      args: [
        { id: "issue", name: "Issue", type: "text" },
        { id: "text", name: "Text", type: "textarea", textTemplateSupported: true },
        { id: "as", name: "As", type: "text" },
      ],
    });
    runs.length = 0;
    expect(await run("comment", { issue: 7, text: "post", other: 1 })).toEqual([200, {}]);
    expect(runs).toEqual([{ issue: "7", text: "post", as: undefined }]);
    expect(upstream.requests.at(-1)).toMatchObject({ method: "PATCH", body: '{"issue":"7","text":"post"}' });
  });

  it.each([
    ["an unknown action", { action: { action: "no-such", args: {} } }, "invalid_field", "action"],
    ["a name of every object", { action: { action: "constructor", args: {} } }, "invalid_field", "action"],
    ["no action", {}, "missing_field", "action"],
    ["an action that is text", { action: "comment" }, "malformed_request", "action"],
    ["arguments that are a list", { action: { action: "comment", args: [] } }, "malformed_request", "args"],
    ["no argument", { action: { action: "comment" } }, "missing_field", "issue"],
    [
      "an argument that is not text",
      { action: { action: "comment", args: { issue: {}, text: "a" } } },
      "invalid_field",
      "issue",
    ],
    [
      "an unknown account kind",
      { action: { action: "repeat" }, account: { auth: "x" } },
      "unknown_account_kind",
      "auth",
    ],
  ])("refuse %s", async (_what, body, code, field) => {
    expect(await ask(path, { account, ...body })).toMatchObject([
      400,
      { code, field, message: expect.any(String) as string },
    ]);
  });

  it("are only asked for again where they were not done, or may be done twice", async () => {
    const [status, late] = await run("comment", { issue: "1", text: "late" });
    expect([status, late]).toMatchObject([502, { code: "upstream_invalid" }]);
    expect(late).not.toHaveProperty("tryLater");
    expect(await run("comment", { issue: "1", text: "limit" })).toMatchObject([429, { tryLater: true }]);
    expect(await run("repeat", {})).toMatchObject([504, { tryLater: true }]);
  });
});

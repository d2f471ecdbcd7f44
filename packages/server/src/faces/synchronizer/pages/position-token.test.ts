import { pick } from "@wellhead/test-support/json/pick";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { began, hour, tracker } from "../../../../test/sample-tracker.js";
import { type StartedApp, startApp } from "../../../../test/start-app.js";

let now = began;
let service: StartedApp;
const accounts = { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } };
beforeAll(async () => {
  service = await startApp([tracker()], { now: () => new Date(now), accounts, limits: { maxPageRows: 10 } });
});
afterAll(() => service.app.close());

const account = { auth: "none" };

async function read(body: object, at = service): Promise<[number, unknown]> {
  const response = await at.post("/api/v1/synchronizer/data", body);
  return [response.status, await response.json()];
}

describe("a token", () => {
  const request = { requestedType: "issues", account, operationId: "run 1", filter: { project: "p1" } };
  async function tokenOf(body: object = request): Promise<object> {
    return pick((await read(body))[1], "pagination", "nextPageConfig") as object;
  }
  async function refusal(body: object, at = service): Promise<unknown> {
    const [status, answer] = await read(body, at);
    expect(answer).toMatchObject({ status, field: "pagination" });
    return [status, pick(answer, "message")];
  }
  const refused = (reason: string): unknown => [
    400,
    expect.stringMatching(`${reason}.*Start the synchronization again`),
  ];

  it.each<[string, object]>([
    ["another run", { operationId: "run 2" }],
    ["another filter", { filter: {} }],
    ["another type", { requestedType: "projects" }],
    ["another account", { account: { auth: "token", token: "secret-token" } }],
  ])("of a run is refused for %s", async (_what, change) => {
    const pagination = await tokenOf();
    expect(await refusal({ ...request, ...change, pagination })).toEqual(
      refused("not made for this account"),
    );
    expect((await read({ ...request, pagination }))[0]).toBe(200);
  });

  it("is refused when any part of it was changed or it comes from another deployment", async () => {
    const p = String(pick(await tokenOf(), "p"));
    expect(p.length).toBeLessThanOrEqual(4096);
    for (const index of [0, 10, 20, 40, p.length - 2]) {
      const changed = p.slice(0, index) + (p[index] === "A" ? "B" : "A") + p.slice(index + 1);
      expect(await refusal({ ...request, pagination: { p: changed } })).toEqual(refused("it was changed"));
    }
    for (const forged of ["x", p.slice(0, -5), "e30", "__proto__"])
      expect(await refusal({ ...request, pagination: { p: forged } })).toEqual(refused("it was changed"));
    const other = await startApp([tracker()], { now: () => new Date(now) });
    expect(await refusal({ ...request, pagination: { p } }, other)).toEqual(refused("it was changed"));
    await other.app.close();
  });

  it("is valid for a week", async () => {
    const pagination = await tokenOf();
    try {
      now = began + 7 * 24 * hour - 1000;
      expect((await read({ ...request, pagination }))[0]).toBe(200);
      now = began + 7 * 24 * hour + 1000;
      expect(await refusal({ ...request, pagination })).toEqual(refused("older than a week"));
      now = began - hour;
      expect(await refusal({ ...request, pagination })).toEqual(refused("made in the future"));
    } finally {
      now = began;
    }
  });

  it("that is missing is asked for", async () => {
    expect(await read({ ...request, pagination: { page: 2 } })).toMatchObject([
      400,
      {
        code: "malformed_request",
        field: "pagination",
        message: expect.stringContaining("nextPageConfig") as string,
      },
    ]);
    expect((await read({ ...request, pagination: {} }))[0]).toBe(200);
  });
});

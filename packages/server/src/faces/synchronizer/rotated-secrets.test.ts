import { defineConnector, file, id, none, oauth2, text, token } from "@wellhead/sdk";
import { pick } from "@wellhead/test-support/json/pick";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedApp, startApp } from "../../../test/start-app.js";

const rows = Array.from({ length: 50 }, (_, index) => ({
  key: `k${String(index).padStart(2, "0")}`,
  title: `Row ${index}`,
  content: `file ${index}`,
}));

const connector = defineConnector({
  id: "rotated",
  name: "Rotated",
  version: "1",
  description: "Rows of a deployment whose secret is replaced",
  accounts: {
    none: none(),
    token: token(),
    oauth2: oauth2({
      name: "Provider",
      authorize: "https://provider.example/authorize",
      token: "https://provider.example/token",
      clientId: "client",
    }),
  },
  sources: (source) => {
    const shared = {
      fields: { key: id(), title: text({ subType: "title" }), content: file() },
      resource: ({ file: name }: { readonly file: string }) => ({ body: Buffer.from(name), name: "a.txt" }),
    };
    return {
      // Positions of an array, and a reading that is parked between two pages.
      list: source({ name: "List", ...shared, rows: () => rows }),
      stream: source({
        name: "Stream",
        ...shared,
        async *rows() {
          yield rows;
        },
      }),
    };
  },
});

const first = "the first secret of the deployment which is replaced";
const second = "the second secret of the deployment which replaces it";
const start = (variables: Record<string, string>) =>
  startApp([connector], {
    accounts: { variables },
    limits: { maxPageRows: 7 },
  });
let before: StartedApp;
let during: StartedApp;
let after: StartedApp;
/** Still uses the first secret, and accepts what the second one has sealed. */
let prepared: StartedApp;
beforeAll(async () => {
  before = await start({ WELLHEAD_SECRET: first });
  during = await start({ WELLHEAD_SECRET: second, WELLHEAD_SECRET_PREVIOUS: first });
  after = await start({ WELLHEAD_SECRET: second });
  prepared = await start({ WELLHEAD_SECRET: first, WELLHEAD_SECRET_PREVIOUS: second });
});
afterAll(() => Promise.all([before, during, after, prepared].map(({ app }) => app.close())));

async function page(at: StartedApp, body: object): Promise<readonly [status: number, body: unknown]> {
  const response = await at.post("/api/v1/synchronizer/data", body);
  return [response.status, await response.json()];
}

/** Reads a type, each page from the next service. */
async function readOver(services: readonly StartedApp[], request: object): Promise<unknown[]> {
  const ids: unknown[] = [];
  let pagination: unknown;
  for (let turn = 0; ; turn += 1) {
    const at = services[Math.min(turn, services.length - 1)];
    if (at === undefined) throw new Error("expected a service");
    const [status, body] = await page(at, { ...request, ...(pagination !== undefined && { pagination }) });
    expect([status, body]).toMatchObject([200, {}]);
    ids.push(...(pick(body, "items") as { id: string }[]).map(({ id: key }) => key));
    if (pick(body, "pagination", "hasNext") !== true) return ids;
    pagination = pick(body, "pagination", "nextPageConfig");
  }
}

const accounts = [
  { auth: "none" },
  { auth: "token", token: "t0ken-of-somebody" },
  { auth: "oauth2", access_token: "access-of-somebody", refresh_token: "refresh-of-somebody" },
];

describe.each(accounts)("an account of the kind $auth", (account) => {
  it.each(["list", "stream"])(
    "continues a run of %s after the secret was replaced",
    async (requestedType) => {
      const request = { requestedType, account, operationId: "run" };
      expect(await readOver([before, before, during, during, after], request)).toEqual(
        rows.map(({ key }) => key),
      );
    },
  );

  it("continues a run whose next secret is listed already", async () => {
    const request = { requestedType: "list", account };
    expect(await readOver([during, prepared, before, prepared], request)).toHaveLength(rows.length);
  });

  it("is told to start again when the secret of a position is unknown", async () => {
    for (const [made, used] of [
      [before, after],
      [during, before],
    ] as const) {
      const [, body] = await page(made, { requestedType: "list", account });
      const pagination = pick(body, "pagination", "nextPageConfig");
      expect(await page(used, { requestedType: "list", account, pagination })).toMatchObject([
        400,
        {
          code: "invalid_field",
          field: "pagination",
          message: expect.stringContaining("Start the synchronization again"),
        },
      ]);
    }
  });

  it("opens files of addresses that were made before, while their secret is listed", async () => {
    const [, body] = await page(before, { requestedType: "list", account });
    const address = new URL(String(pick(body, "items", 3, "content")));
    const params = Object.fromEntries(address.searchParams);
    const open = (at: StartedApp, opener: object = account) =>
      at.post("/api/v1/synchronizer/resource", { account: opener, params });
    for (const at of [before, during]) {
      const response = await open(at);
      expect([response.status, await response.text()]).toEqual([200, "file 3"]);
    }
    expect((await open(after)).status).toBe(400);
    // Nobody else may use it, whatever the secret.
    const other = accounts.find(({ auth }) => auth !== account.auth) ?? {};
    for (const at of [before, during, after]) expect((await open(at, other)).status).toBe(400);
    const again: unknown = (await page(during, { requestedType: "list", account }))[1];
    const renewed = new URL(String(pick(again, "items", 3, "content")));
    expect(renewed.searchParams.get("__file-key")).toBe(address.searchParams.get("__file-key"));
  });
});

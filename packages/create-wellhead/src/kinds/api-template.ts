import type { KindTemplate } from "../project-kind.js";

/** The accounts of an API: their definition, and the account of the tape. */
interface ApiAccounts {
  readonly title: string;
  readonly imports: string;
  readonly accounts: string;
  readonly account: Readonly<Record<string, string>>;
}

const rest: ApiAccounts = {
  title: "A REST API with an access token",
  imports: "token",
  accounts: `{ token: token({ title: "Access token", help: "https://api.example.org/settings" }) }`,
  account: { auth: "token", token: "tape-token" },
};

const oauth2: ApiAccounts = {
  title: "An API that people sign in to with OAuth 2",
  imports: "oauth2",
  accounts: `{
    oauth2: oauth2({
      name: "Example",
      authorize: "https://api.example.org/oauth/authorize",
      token: "https://api.example.org/oauth/token",
      scopes: ["read"],
    }),
  }`,
  account: { auth: "oauth2", access_token: "tape-access_token" },
};

/** A REST API. */
export const restTemplate: KindTemplate = apiTemplate(rest);

/** An API with OAuth 2. */
export const oauth2Template: KindTemplate = apiTemplate(oauth2);

function apiTemplate(given: ApiAccounts): KindTemplate {
  return {
    title: given.title,
    packages: [],
    serve: "connector.ts --tape tape.json",
    account: given.account,
    files: (name) => ({
      "connector.ts": connectorOf(name, given),
      "connector.test.ts": testText,
      "tape.json": `${JSON.stringify(tapeOf(name, given.account), undefined, 2)}\n`,
    }),
  };
}

function connectorOf(name: string, { imports, accounts }: ApiAccounts): string {
  return `import { defineConnector, date, id, linkHeader, text, ${imports} } from "@wellhead/sdk";

interface Order {
  readonly id: number;
  readonly customer: string;
  readonly ordered: string;
}

export default defineConnector({
  id: "${name}",
  name: "${name}",
  version: "1.0.0",
  description: "Orders of the example API",
  // Replace the address, the paths and the columns by those of your API.
  http: { baseUrl: "https://api.example.org", paging: linkHeader() },
  accounts: ${accounts},
  identify: async ({ http }) => ({ name: (await http.get("me").json<{ readonly name: string }>()).name }),
  sources: (source) => ({
    orders: source({
      name: "Orders",
      fields: { id: id(), customer: text(), ordered: date() },
      rows: ({ http }) => http.pages<Order>("orders").map((order) => ({ ...order, id: String(order.id) })),
    }),
  }),
});
`;
}

const testText = `import { readFile } from "node:fs/promises";
import { parseTape, replay, startConnector } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "./connector.js";

it("reads every page of the orders", async () => {
  const tape = parseTape(await readFile(new URL("tape.json", import.meta.url), "utf8"));
  const service = await startConnector(connector, { upstream: replay(tape), account: tape.account });
  expect(await service.validate()).toMatchObject({ name: "Ada" });
  const { rows, verdict } = await service.rows("orders");
  // The rows of the tape. Once you have recorded your own, replace them and the name above.
  expect(rows.map(({ customer }) => customer)).toEqual(["Ada", "Grace", "Edsger"]);
  expect(verdict.ending).toBe("whole");
  // Fails if a page of the tape was left unread.
  await service.close();
});
`;

function tapeOf(name: string, account: Readonly<Record<string, string>>): object {
  const address = "https://api.example.org";
  const interaction = (path: string, json: unknown, headers: Readonly<Record<string, string>> = {}) => ({
    request: { method: "GET", url: address + path, headers: { authorization: "[secret]" } },
    response: { status: 200, headers: { "content-type": "application/json", ...headers }, body: { json } },
  });
  const next = { link: `<${address}/orders?page=2>; rel="next"` };
  return {
    tape: 1,
    connector: name,
    upstream: "Written by create-wellhead; record your own with wellhead record",
    recordedAt: "2026-03-08T12:00:00.000Z",
    seed: 1,
    account,
    reads: [{ source: "orders" }],
    interactions: [
      interaction("/me", { name: "Ada" }),
      interaction("/orders", [order(1, "Ada"), order(2, "Grace")], next),
      interaction("/orders?page=2", [order(3, "Edsger")]),
    ],
  };
}

function order(id: number, customer: string): object {
  return { id, customer, ordered: `2026-03-0${id}T10:00:00Z` };
}

import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterEach, expect, test } from "vitest";
import { runConformance } from "../run/run-conformance.js";

let connector: ForeignConnector;

afterEach(() => connector.close());

const options = [{ title: "Open", name: "Open", value: "open" }];
const text = { title: "Token", name: "Token", type: "password", description: "" };

/** Judges a connector that returns the options of a field to anybody. */
async function judge(field: object): Promise<unknown> {
  const state = { id: "state", title: "State", name: "State", type: "list", optional: true, datalist: true };
  connector = await startForeignConnector({
    application: {
      authentication: [{ id: "token", name: "Token", description: "", fields: [{ id: "token", ...text }] }],
      sources: [{ id: "things", name: "Things", description: "", filter: [{ ...state, ...field }] }],
    },
    validate: (response, { fields }) => {
      const isRight = (fields as { readonly token?: unknown }).token === "right";
      response
        .writeHead(isRight ? 200 : 401)
        .end(JSON.stringify(isRight ? { name: "Ada" } : { error: "No" }));
    },
    rows: (response) => response.end('[{"id":1}]'),
    post: { "/datalist": (response) => response.end(JSON.stringify(options)) },
  });
  const account = { auth: "token", token: "right" };
  const { results } = await runConformance(connector.url, { account, only: ["datalist.refuses"] });
  return results.map(({ verdict }) => verdict);
}

test("options that only POST /datalist shows are refused to an invalid account", async () => {
  expect(await judge({})).toEqual(["warn"]);
});

test.each([{ data: options }, { choices: ["open"] }])(
  "options that GET / shows to anybody need no account: %j",
  async (field) => {
    expect(await judge(field)).toEqual(["not-applicable"]);
  },
);

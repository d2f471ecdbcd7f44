import { setTimeout as delay } from "node:timers/promises";
import { defineConnector, text, token } from "@wellhead/sdk";
import { pluck } from "@wellhead/test-support/json/pick";
import { expect, test } from "vitest";
import { startApp } from "../../test/start-app.js";

/** A source whose every row carries the account it was read with. */
function tagging() {
  return defineConnector({
    id: "tagging",
    name: "Tagging",
    version: "1",
    description: "Tags its rows",
    accounts: { token: token() },
    identify: async ({ account }) => {
      await delay(Math.random() * 3);
      return {
        name: `T${account.token.reveal().length}`,
        members: { tag: account["tag" as keyof typeof account] },
      };
    },
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: {
          own: text(),
        },
        async *rows({ account, filter }) {
          for (let batch = 0; batch < 4; batch += 1) {
            await delay(Math.random() * 3);
            yield [{ token: account.token.reveal(), own: filter.own }];
          }
        },
      }),
    }),
  });
}

test("requests side by side never see each other's account, filter or rows", async () => {
  const started = await startApp([tagging()]);
  const ask = async (tenant: string): Promise<void> => {
    const account = { auth: "token", token: `token-of-${tenant}`, tag: tenant };
    const answer = started.post("/", { source: "rows", account, filter: { own: tenant } });
    const validated = started.post("/validate", { id: "token", fields: account });
    const rows: unknown = await (await answer).json();
    expect(pluck(rows, "own")).toStrictEqual(Array.from({ length: 4 }, () => tenant));
    expect(pluck(rows, "token")).toStrictEqual(Array.from({ length: 4 }, () => `token-of-${tenant}`));
    expect(await (await validated).json()).toMatchObject({ tag: tenant });
  };
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(Array.from({ length: 32 }, (_unused, tenant) => ask(`t${round}-${tenant}`)));
  }
  await started.app.close();
});

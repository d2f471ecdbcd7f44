import { configureEgress, MemoryStore, type Store } from "@wellhead/runtime";
import { QuirksServer } from "@wellhead/test-support/oauth/quirks-server";
import { guardedConnector } from "@wellhead/test-support/services/guarded-connector";
import { expect, test } from "vitest";
import { openOAuthApp } from "../../../test/oauth-app.js";
import { startApp } from "../../../test/start-app.js";
import { createApp } from "../../fastify/create-app.js";
import { FailureTable } from "./failure-table.js";

const callback = "https://platform.example/callback";

test("wrong codes of sign-ins wait, however many states come with them", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const provider = new QuirksServer();
  provider.reply = { status: 400, body: { error: "invalid_grant" } };
  const { app, call } = await openOAuthApp({ provider: await provider.listen(), failures: { target: 4 } });
  const statuses: number[] = [];
  for (let index = 0; index < 8; index += 1) {
    statuses.push(
      (
        await call("/oauth2", {
          fields: { callback_uri: callback },
          code: `code-${index}`,
          state: `state-${index}`,
        })
      ).status,
    );
  }
  expect(statuses).toStrictEqual([401, 401, 401, 401, 429, 429, 429, 429]);
  expect(provider.seen.length).toBeGreaterThanOrEqual(4);
  await app.close();
  provider.close();
});

test("what is kept has a maximum, and is forgotten", () => {
  let time = 0;
  const limit = { free: 2, maxWaitMs: 8000, drainMs: 1000, maxKeys: 100, countsOnce: true };
  const table = new FailureTable(limit, () => time);
  for (let index = 0; index < 5000; index += 1)
    for (const value of ["a", "b", "c"]) table.fail(`key ${index}`, value);
  expect(table.size).toBe(100);
  expect([table.waitOf("key 4999"), table.waitOf("key 0")]).toStrictEqual([2000, 0]);
  time += 3600_000;
  expect([table.size, table.waitOf("key 4999")]).toStrictEqual([0, 0]);
});

test.each([
  ["account=0", /got "account=0"/],
  ["acount=5", /with the names same, account, .+; got "acount=5"/],
  ["account", /got "account"/],
  ["yes", /expected "off" or numbers/],
])("WELLHEAD_FAILURES=%s stops the start and says why", async (value, message) => {
  const accounts = { variables: { WELLHEAD_FAILURES: value } };
  await expect(createApp({ connectors: [guardedConnector()], logger: false, accounts })).rejects.toThrow(
    message,
  );
});

test("replicas that share a store add up their failures", async () => {
  const store = new MemoryStore();
  const replicas = await Promise.all(
    [1, 2, 3].map(() =>
      startApp([guardedConnector()], {
        failures: { account: 6 },
        accounts: { store: { ...shared(store) }, secret: "0123456789abcdef0123456789abcdef", variables: {} },
        limits: { drainDelay: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
      }),
    ),
  );
  const statuses: number[] = [];
  for (let index = 0; index < 9; index += 1) {
    const { status } = await replicas[index % 3]!.post("/validate", {
      id: "basic",
      fields: { user: "ada", password: `wrong ${index}` },
    });
    statuses.push(status);
  }
  // Each replica learns the shared count when it counts its own next failure.
  expect(statuses.slice(0, 6)).toStrictEqual([401, 401, 401, 401, 401, 401]);
  expect(statuses.filter((status) => status === 429)).not.toStrictEqual([]);
  await Promise.all(replicas.map(({ app }) => app.close()));
});

/** A store that is not recognized as the memory of this process. */
function shared(store: MemoryStore): Store {
  return {
    get: (key) => store.get(key),
    set: (key, value, lifetime) => store.set(key, value, lifetime),
    setIfAbsent: (key, value, lifetime) => store.setIfAbsent(key, value, lifetime),
    setIfEqual: (key, replacement) => store.setIfEqual(key, replacement),
    deleteIfEqual: (key, value) => store.deleteIfEqual(key, value),
    increment: (key, amount, lifetime) => store.increment(key, amount, lifetime),
  };
}

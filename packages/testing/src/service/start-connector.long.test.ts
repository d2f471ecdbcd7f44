import { setTimeout as delay } from "node:timers/promises";
import { defineConnector, id } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { startConnector } from "./start-connector.js";

const slow = defineConnector({
  id: "slow",
  name: "Slow",
  version: "1.0.0",
  description: "Three rows, each a moment after the one before",
  sources: (source) => ({
    rows: source({
      name: "Rows",
      fields: { id: id() },
      rows: async function* () {
        for (const row of ["1", "2", "3"]) {
          yield [{ id: row }];
          await delay(50);
        }
      },
    }),
  }),
});

it("startConnector() lets requests wait while the process is busy with something else", async () => {
  const service = await startConnector(slow);
  const busy = setInterval(() => {
    for (const until = Date.now() + 600; Date.now() < until; );
  });
  // The service notices within a second and a half.
  await delay(1500);
  const body = JSON.stringify({ source: "rows", account: {}, filter: {} });
  const headers = { "content-type": "application/json" };
  const calls = Array.from({ length: 12 }, () => fetch(service.url, { method: "POST", headers, body }));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  clearInterval(busy);
  await service.stop();
  expect(statuses).toEqual(calls.map(() => 200));
});

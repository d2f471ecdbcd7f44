// Serves a small connector and reads it with the client. Exits non-zero when the sum is wrong or a broken stream passes.
import assert from "node:assert/strict";
import { date, dateRange, defineConnector, number, token, upstreamUnavailable } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { worthOfOrders } from "./main.js";
import { totalOfOrders } from "./read-arrow.js";

let breaks = false;

const shop = defineConnector({
  id: "shop",
  name: "Shop",
  version: "1.0.0",
  description: "Orders of a shop",
  accounts: { token: token({ title: "Token" }) },
  identify: async () => ({ name: "Ada" }),
  sources: (source) => ({
    orders: source({
      name: "Orders",
      filter: { ordered: dateRange({ title: "Ordered", optional: true }) },
      fields: { amount: number(), ordered: date() },
      async *rows() {
        yield [{ amount: 10, ordered: new Date() }];
        if (breaks) throw upstreamUnavailable("The shop is closed");
        yield [{ amount: 32.5, ordered: new Date() }];
      },
    }),
  }),
});

const app = await createApp({ connectors: [shop], logger: false });
const { url } = await app.listen({ port: 0 });
try {
  const account: Record<string, unknown> = { auth: "token", token: "t" };
  assert.equal(await worthOfOrders(url, account), 42.5);
  assert.equal(account["name"], "Ada");
  assert.equal(await totalOfOrders(url, account), 42.5);
  breaks = true;
  await assert.rejects(worthOfOrders(url, account), /Rows are missing/);
  // The types of the columns are chosen before the first rows are sent.
  await assert.rejects(totalOfOrders(url, account), /The shop is closed/);
} finally {
  await app.close();
}

import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { breakAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { stripeConnector } from "../stripe-connector.js";
import { key, startStripe } from "./start-stripe.js";
import { stripeLists } from "./stripe-lists.js";

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const upstream = await startStripe(() => stripeLists(1));
  try {
    const { faults, tried } = await breakAnswers({
      upstream: upstream.url,
      serve: async (address) => {
        const connectors = [stripeConnector({ baseUrl: `${address}/v1` })];
        const app = await createApp({ connectors, logger: false });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: () => ({ auth: "token", token: key }),
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  } finally {
    await upstream.close();
  }
}, 600_000);

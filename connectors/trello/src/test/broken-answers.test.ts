import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { breakAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { trelloConnector } from "../trello-connector.js";
import { client } from "./oauth1-legs.js";
import { startTrello, token } from "./start-trello.js";
import { trelloBoard } from "./trello-board.js";

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const upstream = await startTrello(trelloBoard({ cards: 3, actions: 3 }));
  try {
    const { faults, tried } = await breakAnswers({
      upstream: upstream.url,
      serve: async (address) => {
        const connectors = [trelloConnector({ baseUrl: `${address}/1`, site: address, signIn: false })];
        const app = await createApp({ connectors, logger: false });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: () => ({ auth: "token", key: client.key, token }),
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  } finally {
    await upstream.close();
  }
}, 600_000);

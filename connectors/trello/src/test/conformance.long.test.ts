import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { trelloConnector } from "../trello-connector.js";
import { client } from "./oauth1-legs.js";
import { startTrello, token } from "./start-trello.js";
import { ids, trelloBoard } from "./trello-board.js";

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    skipWaits();
    const trello = await startTrello(trelloBoard({ cards: 60, actions: 120 }));
    const connector = trelloConnector({ baseUrl: `${trello.url}/1`, site: trello.url, signIn: true });
    const variables = { TRELLO_CLIENT_ID: client.key, TRELLO_CLIENT_SECRET: client.secret };
    const app = await createApp({ connectors: [connector], logger: false, accounts: { variables } });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await trello.close();
      },
    };
  },
  {
    profile: "all",
    account: { auth: "token", key: client.key, token },
    source: "actions",
    filter: { board: ids.board },
    concurrency: 2,
  },
);

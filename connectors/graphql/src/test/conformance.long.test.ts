import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { graphqlConnector } from "../graphql-connector.js";
import { startFleet } from "./start-fleet.js";

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    const fleet = await startFleet({ token: "t1-of-ada" });
    const connector = graphqlConnector({
      url: fleet.url,
      name: "Fleet",
      accounts: ["token"],
    });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await fleet.upstream.close();
      },
    };
  },
  {
    profile: "all",
    account: { auth: "token", token: "t1-of-ada" },
    source: "list",
    filter: { list: "ships" },
  },
);

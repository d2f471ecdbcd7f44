import { testConformance } from "@wellhead/conformance/vitest";
import { createApp } from "@wellhead/server";
import library from "./library-connector.js";

testConformance(
  async () => {
    const app = await createApp({ connectors: [library], logger: false });
    const { url } = await app.listen({ port: 0 });
    return { url, close: () => app.close() };
  },
  { profile: "all", account: { auth: "card", card: "L-100", pin: "4711" } },
);

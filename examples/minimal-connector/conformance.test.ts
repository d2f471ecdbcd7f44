import { testConformance } from "@wellhead/conformance/vitest";
import { createApp } from "@wellhead/server";
import moons from "./moons.js";

testConformance(async () => {
  const app = await createApp({ connectors: [moons], logger: false });
  const { url } = await app.listen({ port: 0 });
  return { url, close: () => app.close() };
});

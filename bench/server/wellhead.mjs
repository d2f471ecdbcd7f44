import { createApp, isolated } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";
import { connector } from "./connector.mjs";

const words = process.argv.slice(2);
const app = await createApp({
  connectors: [
    words.includes("isolated")
      ? isolated(new URL("./connector.mjs", import.meta.url), { exportName: "connector" })
      : connector,
  ],
  ...(words.includes("silent") && { logger: false }),
  // The streams that keep it busy must not be refused because it is.
  ...(words.includes("admin") && {
    admin: { port: 0 },
    limits: { maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
  }),
});
announce(await app.listen({ port: 0 }));

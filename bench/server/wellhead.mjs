import { defineConnector, token } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { batches } from "./rows.mjs";

const connector = defineConnector({
  id: "bench",
  name: "Bench",
  version: "1.0.0",
  description: "Rows made in memory",
  accounts: { token: token() },
  identify: async () => ({ name: "Ada Lovelace" }),
  sources: (source) =>
    Object.fromEntries(
      Array.from({ length: 12 }, (_unused, index) => [
        index === 0 ? "rows" : `rows${index}`,
        source({
          name: `Rows ${index}`,
          description: "Orders of customers, made in memory, none of them true",
          async *rows({ limit }) {
            yield* batches(limit ?? 1000);
          },
          pages: true,
        }),
      ]),
    ),
});

const app = await createApp({
  connectors: [connector],
  ...(process.argv[2] === "silent" && { logger: false }),
});
const { url } = await app.listen({ port: 0 });
process.send?.({ url });
process.on("message", () => process.send?.({ rss: process.memoryUsage().rss }));
process.once("disconnect", () => process.exit());

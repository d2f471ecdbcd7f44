import { defineConnector, token } from "@wellhead/sdk";
import { batches } from "./rows.mjs";

export const connector = defineConnector({
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

import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type Connector, defineConnector, text } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";

/** Holds the event loop until a file exists. */
function holdUntil(file: string): void {
  while (!existsSync(file));
}

/** Returns a connector that holds the event loop when its filter names a file. */
function held(id: string): Connector {
  return defineConnector({
    id,
    name: "Held",
    version: "1",
    description: "Holds the event loop",
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: { until: text({ optional: true }) },
        async *rows({ filter }) {
          // Wait first, so that no frame of the request handling is left on the stack.
          await delay(5);
          if (filter.until !== undefined) holdUntil(filter.until);
          yield [{ id: 1 }];
        },
      }),
    }),
  });
}

const app = await createApp({
  connectors: [held("innocent"), held("guilty")],
  limits: { maxLoopHold: 300, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
  admin: { port: 0 },
});
const { url, adminUrl } = await app.listen({ port: 0 });
process.send?.({ url, adminUrl });
process.once("disconnect", () => void app.close());

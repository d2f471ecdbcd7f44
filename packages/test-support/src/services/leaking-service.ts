import { defineConnector } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";

const kept: unknown[] = [];
let release: (() => void) | undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});

/** Makes about a megabyte of objects. */
function megabyte(): unknown {
  return Array.from({ length: 20_000 }, (_unused, index) => ({ index }));
}

const leaky = defineConnector({
  id: "leaky",
  name: "Leaky",
  version: "1",
  description: "Keeps what it made",
  sources: (source) => ({
    held: source({
      name: "Held",
      async *rows() {
        await released;
        yield [{ id: 1 }];
      },
    }),
    leak: source({
      name: "Leak",
      rows: () => {
        kept.push(megabyte());
        return [{ id: 1 }];
      },
    }),
    garbage: source({ name: "Garbage", rows: () => [{ id: String(megabyte()).length }] }),
  }),
});

const app = await createApp({
  connectors: [leaky],
  limits: { maxHeapPercent: 40, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
  admin: { port: 0 },
});
const { url, adminUrl } = await app.listen({ port: 0 });
process.on("message", () => {
  kept.length = 0;
  release?.();
});
process.once("disconnect", () => process.exit(0));
process.send?.({ url, adminUrl });

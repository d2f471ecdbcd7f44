import { setTimeout as delay } from "node:timers/promises";
import { defineConnector, token } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";

/** Response time of the upstream in milliseconds, and computation for each row, so that a stream takes some ten milliseconds. */
const upstreamMs = 20;
const workSteps = 100_000;

function compute() {
  let sum = 0;
  for (let step = 0; step < workSteps; step += 1) sum = (sum * 31 + step) % 1_000_003;
  return sum;
}

const shop = defineConnector({
  id: "shop",
  name: "Shop",
  version: "1.0.0",
  description: "Has many tenants",
  accounts: { token: token() },
  sources: (source) => ({
    orders: source({
      name: "Orders",
      async *rows() {
        await delay(upstreamMs);
        yield Array.from({ length: 20 }, (_unused, id) => ({ id, name: `${compute() % 7}` }));
      },
    }),
  }),
});

const [maxStreamsPerAccount = "0"] = process.argv.slice(2);
const limits = { maxStreamsPerAccount: Number(maxStreamsPerAccount), maxConnections: 4000 };
const app = await createApp({ connectors: [shop], logger: false, limits });
const { url } = await app.listen({ port: 0 });
announce({ url });

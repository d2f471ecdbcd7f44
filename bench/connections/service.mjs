import { defineConnector, id, none, text } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";

const [maxConnections] = process.argv.slice(2).map(Number);
const padding = "x".repeat(200);

/** @yields {object[]} Batches of rows without end. */
async function* rows() {
  for (let batch = 0; ; batch += 1)
    yield Array.from({ length: 100 }, (_unused, index) => ({ id: batch * 100 + index, text: padding }));
}

const calm = defineConnector({
  id: "calm",
  name: "Calm",
  version: "1.0.0",
  description: "Does next to nothing",
  accounts: { none: none() },
  identify: async () => ({ name: "Everybody" }),
  sources: (source) => ({ many: source({ name: "Many", fields: { id: id(), text: text() }, rows }) }),
});

const app = await createApp({ connectors: [calm], logger: false, limits: { maxConnections } });
const { url } = await app.listen({ port: 0 });
announce({ url });

import { setTimeout as delay } from "node:timers/promises";
import { defineConnector, id, list, none, text } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";

/** Amount of computation per response: some ten milliseconds. */
const workSteps = 2_000_000;

/** Response time of the upstream in milliseconds. */
const upstreamMs = 20;

/** Number of batches in a stream, and of rows in a batch. */
const batchCount = 20;
const batchRows = 25;

/** Keeps the processor busy. */
function compute(steps) {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) % 1_000_003;
  return sum;
}

/** What most connectors do: send a request to an upstream, then process its response. */
async function work() {
  await delay(upstreamMs);
  return compute(workSteps);
}

/** @yields {object[]} A batch of rows, with the computation spread evenly. */
async function* rows() {
  for (let batch = 0; batch < batchCount; batch += 1) {
    const sum = compute(workSteps / batchCount);
    yield Array.from({ length: batchRows }, (_unused, index) => ({
      id: batch * batchRows + index,
      name: `${sum}`,
    }));
  }
}

const busy = defineConnector({
  id: "busy",
  name: "Busy",
  version: "1.0.0",
  description: "Keeps the processor busy",
  accounts: { none: none() },
  identify: async () => {
    await work();
    return { name: "Everybody" };
  },
  sources: (source) => ({
    rows: source({
      name: "Rows",
      filter: { kind: list({ optional: true, options: () => work().then((sum) => ["a", `${sum}`]) }) },
      fields: () => work().then(() => ({ id: id(), name: text() })),
      rows,
    }),
  }),
});

const calm = defineConnector({
  id: "calm",
  name: "Calm",
  version: "1.0.0",
  description: "Does next to nothing",
  accounts: { none: none() },
  identify: async () => ({ name: "Everybody" }),
  sources: (source) => ({ rows: source({ name: "Rows", fields: { id: id() }, rows: () => [{ id: 1 }] }) }),
});

const app = await createApp({ connectors: [busy, calm], logger: false });
const { url } = await app.listen({ port: 0 });
announce({ url });

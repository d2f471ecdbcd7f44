import { configureEgress } from "@wellhead/runtime";
import {
  type Connector,
  defineConnector,
  fields,
  type Http,
  list,
  nextUrlInBody,
  password,
  text,
} from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { carriers } from "./carriers.js";
import { connectorOf, type MatrixFault } from "./fault-cell.js";
import { matrixFaults } from "./matrix-faults.js";
import { streamFaults } from "./stream-faults.js";

/** Maximum wait for a rate limit of the upstream, in milliseconds; more than is waited where the upstream does not say it. */
const timeoutMs = 1300;

/** Limits for faults that only a timeout detects; long enough for a busy machine. */
const clocked = { firstByte: 1400, idle: 1400, page: 2800, answer: 2800 };

/** Runs a service whose connectors each have one fault, and sends its URLs to the parent process. */
async function main(): Promise<void> {
  const asked = new Map<string, number>();
  configureEgress({
    allow: "127.0.0.0/8:*",
    resolve: (name) => {
      const times = asked.get(name) ?? 0;
      asked.set(name, times + 1);
      return resolveFault(name, times);
    },
  });
  process.on("disconnect", () => process.exit(0));
  const app = await createApp({
    connectors: [...matrixFaults, ...streamFaults].map((fault, index) =>
      faultConnector(connectorOf(index), fault),
    ),
    admin: { port: 0 },
    limits: {
      maxEventLoopDelay: 60_000,
      maxQueueDelay: 60_000,
      maxStreams: 10_000,
      maxConnections: 10_000,
      drainDelay: 0,
    },
  });
  const { url, adminUrl } = await app.listen({ port: 0 });
  process.on("message", () => {
    void app.close().then(() => process.disconnect());
  });
  process.send?.([url, adminUrl]);
}

/** Resolves a host name, which states the outcome of the lookup and how many lookups succeed before it. */
async function resolveFault(name: string, times: number): Promise<readonly string[]> {
  const [way, good] = name.split("-");
  if (times < Number(good)) return ["127.0.0.1"];
  if (way === "unknown") throw new Error("ENOTFOUND");
  if (way === "silent") return await new Promise<never>(() => {});
  // Nothing listens at 127.0.0.2. The queue of 127.0.0.3 is full. 127.0.0.4 accepts connections and never responds.
  if (way === "refused") return ["127.0.0.2"];
  if (way === "dropped") return ["127.0.0.3"];
  return [way === "stalled" ? "127.0.0.4" : "127.0.0.1"];
}

function faultConnector(name: string, fault: Pick<MatrixFault, "definition">): Connector {
  const limits = { ...fault.definition?.limits, wait: timeoutMs, interactiveWait: timeoutMs };
  return defineConnector({
    id: name,
    name: "Faults",
    version: "1",
    description: "Meets one fault",
    accounts: {
      keyed: fields({
        title: "Key",
        fields: { site: text(), carrier: text(), user: text({ optional: true }), key: password() },
        authorize: (request, { carrier, key }) => carriers[carrier]?.(request, key.reveal()),
      }),
    },
    http: {
      baseUrl: ({ site }) => site,
      paging: nextUrlInBody(),
      ...fault.definition,
      limits: limits.firstByte === undefined ? limits : { ...limits, ...clocked },
    },
    identify: async ({ http }) => ({ name: `Account ${(await idsOf(http)).join()}` }),
    sources: (source) => ({
      pages: source({
        name: "Pages",
        filter: { pick: list({ optional: true, options: async ({ http }) => await idsOf(http) }) },
        rows: ({ http }) => pagesOf(http).map((found) => ({ id: found })),
      }),
      items: source({ name: "Items", rows: ({ http }) => http.get("list").items<Item>("items").map(rowOf) }),
      lines: source({ name: "Lines", rows: ({ http }) => http.get("list").lines<Item>().map(rowOf) }),
    }),
  });
}

interface Item {
  readonly id: unknown;
}

function rowOf({ id }: Item): { readonly id: string } {
  return { id: String(id) };
}

function pagesOf(http: Http) {
  return http.pages<Item>("list", { items: "items" }).map(({ id }) => String(id));
}

async function idsOf(http: Http): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const batch of pagesOf(http)) ids.push(...batch);
  return ids;
}

await main();

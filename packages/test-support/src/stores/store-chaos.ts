import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { type Connector, defineConnector, id, list, oauth1, oauth2, token } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { callJson } from "../http/call-json.js";
import { type OAuth1Server, startOAuth1Server } from "../oauth/oauth1-server.js";
import { StrictProvider } from "../oauth/strict-provider.js";
import { type StoreStage, type StoreState, storeStates } from "./store-states.js";
import { TcpProxy } from "./tcp-proxy.js";
import { startRedis } from "./throwaway-redis.js";

/** The responses of the endpoints in one state of the store. */
export interface ChaosColumn {
  readonly state: string;
  /** Status by endpoint, in the order of the calls. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Duration of the slowest response, in milliseconds. */
  readonly slowest: number;
  /** Endpoints that did not return 200 again after the store had recovered. */
  readonly unrecovered: readonly string[];
}

const callback = "https://platform.example/callback";
const expired = { access_token: "old", expires_on: "2020-01-01T00:00:00.000Z" };

/**
 * Defines a connector with every endpoint that may use the store: for rate budgets, sign-ins, and refreshes with both
 * kinds of refresh tokens.
 */
function chaosConnector(name: string, provider: string, oauth1Address: string): Connector {
  return defineConnector({
    id: name,
    name,
    version: "1.0.0",
    description: "Everything that may use the store",
    http: { baseUrl: provider, rate: { requests: 1000, seconds: 10 } },
    accounts: {
      token: token(),
      oauth: oauth1({
        name: "Boards",
        requestToken: `${oauth1Address}/request_token`,
        authorize: `${oauth1Address}/authorize`,
        accessToken: `${oauth1Address}/access_token`,
        clientId: "client",
        clientSecret: "client-secret-canary",
      }),
      oauth2: oauth2({
        name: "Tracker",
        authorize: `${provider}/authorize`,
        token: `${provider}/token`,
        clientId: "client",
        clientSecret: "client-secret-canary",
        rotation: name === "kept" ? "none" : "single-use",
      }),
    },
    identify: async ({ http, account }) => {
      await http.get("list").json();
      return { name: account.kind };
    },
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: {
          one: list({
            optional: true,
            options: async ({ http }) =>
              (await http.get("list").json<{ id: number }[]>()).map((row) => row.id),
          }),
        },
        fields: { id: id() },
        rows: async ({ http }) => await http.get("list").json<{ id: number }[]>(),
      }),
    }),
  });
}

/** The providers at which users sign in. */
interface ChaosProviders {
  readonly provider: StrictProvider;
  /** Address of `provider`. */
  readonly address: string;
  readonly oauth1Server: OAuth1Server;
}

/** A service and its providers. */
interface ChaosService extends Omit<ChaosProviders, "address"> {
  readonly adminUrl: string;
  readonly url: string;
}

type Call = (path: string, body?: unknown) => Promise<number>;

/** Returns the endpoint calls in order, each with the data it needs from the providers. */
function endpointsOf({ provider, oauth1Server, adminUrl, url }: ChaosService) {
  const call: Call = async (path, body) => (await callJson(new URL(path, url), body)).status;
  const key = { token: "t" };
  const refreshed = (): object => ({ id: "oauth2", fields: { ...expired, refresh_token: provider.grant() } });
  const good = { access_token: "good", refresh_token: "r", expires_on: "2100-01-01" };
  const finishOAuth1 = async (): Promise<number> => {
    const begun = await callJson(new URL(`/strict/oauth1?callback_uri=${callback}`, url), undefined);
    const back = await oauth1Server.signIn(String(begun.body["redirect_uri"]));
    const { token: temporary, secret } = begun.body;
    const returned = Object.fromEntries(back.searchParams);
    return await call("/strict/oauth1", { fields: { token: temporary, secret }, ...returned });
  };
  let codes = 0;
  return new Map<string, () => Promise<number>>([
    ["`GET /`", () => call("/strict")],
    ["`POST /`", () => call("/strict", { source: "rows", account: { auth: "token", ...key } })],
    ["`POST /datalist`", () => call("/strict/datalist?source=rows&field=one", { auth: "token", ...key })],
    ["`POST /validate`", () => call("/strict/validate", { id: "token", fields: key })],
    [
      "`POST /validate`, tokens that still work",
      () => call("/strict/validate", { id: "oauth2", fields: good }),
    ],
    ["`POST /validate`, refresh token is kept", () => call("/kept/validate", refreshed())],
    ["`POST /validate`, refresh token is good for one use", () => call("/strict/validate", refreshed())],
    ["`GET /oauth2`", () => call(`/strict/oauth2?callback_uri=${callback}&state=s`)],
    [
      "`POST /oauth2`",
      () =>
        call("/strict/oauth2", { fields: { callback_uri: callback }, code: `good ${codes++}`, state: "s" }),
    ],
    ["`GET /oauth1`", () => call(`/strict/oauth1?callback_uri=${callback}`)],
    ["`POST /oauth1`", finishOAuth1],
    ["`GET /ready` (admin port)", async () => (await fetch(`${adminUrl}/ready`)).status],
  ]);
}

/**
 * Calls every endpoint in one state of the store.
 *
 * @param state - The state
 * @param providers - Providers, which do not depend on the store
 * @param recovers - Whether to call every endpoint again after the store has recovered
 * @returns The responses
 */
async function proveState(
  state: StoreState,
  { provider, address, oauth1Server }: ChaosProviders,
  recovers: boolean,
): Promise<ChaosColumn> {
  const redis = await startRedis();
  const proxy = new TcpProxy(redis.port);
  const port = await proxy.listen();
  const stage: StoreStage = { redis, proxy, others: [] };
  const app = await createApp({
    connectors: ["strict", "kept"].map((name) => chaosConnector(name, address, oauth1Server.address)),
    logger: false,
    limits: { maxEventLoopDelay: 60_000, maxQueueDelay: 60_000, drainDelay: 0 },
    admin: { port: 0 },
    accounts: { secret: "s".repeat(32), store: `redis://127.0.0.1:${port}/0`, replicas: 2, variables: {} },
  });
  try {
    const { url, adminUrl = "" } = await app.listen({ port: 0 });
    const endpoints = endpointsOf({ provider, oauth1Server, adminUrl, url });
    await state.begin(stage);
    const statuses = new Map<string, number>();
    let slowest = 0;
    for (const [name, ask] of endpoints) {
      const start = performance.now();
      statuses.set(name, await ask());
      slowest = Math.max(slowest, performance.now() - start);
    }
    await state.end?.(stage);
    const unrecovered = !recovers || state.end === undefined ? [] : await unrecoveredOf(endpoints);
    return { state: state.name, statuses, slowest, unrecovered };
  } finally {
    redis.resume();
    await app.close();
    configureStore(new MemoryStore());
    proxy.close();
    await Promise.all([redis, ...stage.others].map((one) => one.remove()));
  }
}

/**
 * Calls the endpoints repeatedly until all of them return 200 or 40 s have passed. A store that is empty after its
 * restart needs this time.
 */
async function unrecoveredOf(
  endpoints: ReadonlyMap<string, () => Promise<number>>,
): Promise<readonly string[]> {
  const open = new Map(endpoints);
  const end = performance.now() + 40_000;
  while (open.size > 0 && performance.now() < end) {
    for (const [name, ask] of open) if ((await ask()) === 200) open.delete(name);
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  return [...open.keys()];
}

/**
 * Formats the statuses as a table: one row per endpoint, one column per state of the store.
 *
 * @param columns - The responses in each state
 * @returns Rows of Markdown
 */
export function chaosTable(columns: readonly ChaosColumn[]): string {
  const names = [...(columns[0]?.statuses.keys() ?? [])];
  const rows = [
    ["endpoint", ...columns.map(({ state }) => state)],
    ["---", ...columns.map(() => "---")],
    ...names.map((name) => [name, ...columns.map(({ statuses }) => String(statuses.get(name)))]),
  ];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/**
 * Compares the statuses with a table, cell by cell.
 *
 * @param text - Text with a table as {@link chaosTable} writes it
 * @param columns - The responses in each state
 * @returns A line for each cell that differs, and for each row or column that the table lacks or has in addition
 */
export function chaosDifferences(text: string, columns: readonly ChaosColumn[]): readonly string[] {
  const documented = readCells(/^\| endpoint [\s\S]*?(?=\n\n|$(?![\s\S]))/m.exec(text)?.[0] ?? "");
  const seen = readCells(chaosTable(columns));
  return [...new Set([...documented.keys(), ...seen.keys()])]
    .filter((cell) => documented.get(cell) !== seen.get(cell))
    .map(
      (cell) => `${cell}: expected ${documented.get(cell) ?? "nothing"}, got ${seen.get(cell) ?? "nothing"}`,
    );
}

/** Returns the cells of a table by the names of their row and column. */
function readCells(table: string): ReadonlyMap<string, string> {
  const [head = [], , ...rows] = table.split("\n").map((line) => line.split(" | ").map(plainCell));
  return new Map(
    rows.flatMap(([endpoint, ...cells]) =>
      cells.map((cell, index): [string, string] => [`${endpoint} while ${head[index + 1]}`, cell]),
    ),
  );
}

function plainCell(cell: string): string {
  return cell.replaceAll(/^\| | \|$/g, "");
}

/**
 * Calls every endpoint in every state, one state after the other.
 *
 * @param recovers - Whether to call every endpoint again after the store has recovered
 * @returns The responses in each state
 */
export async function proveStore(recovers: boolean): Promise<readonly ChaosColumn[]> {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const provider = new StrictProvider();
  const [address, oauth1Server] = await Promise.all([provider.listen(), startOAuth1Server()]);
  const columns: ChaosColumn[] = [];
  try {
    const providers = { provider, address, oauth1Server };
    for (const state of storeStates) columns.push(await proveState(state, providers, recovers));
  } finally {
    provider.close();
    oauth1Server.close();
  }
  return columns;
}

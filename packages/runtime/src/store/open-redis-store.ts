import type * as ioredis from "ioredis";
import type { Cluster, Redis } from "ioredis";
import { withinTime } from "../egress/within-time.js";
import { defaultTimeoutMs, lateStore, type RedisClient, RedisStore } from "./redis-store.js";

/** Options of {@link openRedisStore}. */
export interface OpenRedisStoreOptions {
  /** Prefix of every key, for a server that others use too. Default: `wellhead:`. */
  readonly prefix?: string;
  /** Timeout of a command, in milliseconds. Default: 2,000. */
  readonly timeout?: number;
  /** Called when the connection fails or breaks; the text contains no address. Default: a no-op. */
  readonly onFault?: (fault: string) => void;
}

/** A queued or resent command would act on a state that may have changed since the caller read it. */
const sendOnce = { enableOfflineQueue: false, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 };

/**
 * Opens a store in Redis or Valkey. Needs the package `ioredis`.
 *
 * A server that cannot be reached is not an error: the store keeps reconnecting, and until it is connected every call
 * fails at once.
 *
 * @param address - `redis://` URL, with user, password and database where needed; `redis-sentinel://` with Sentinels and
 *   the name of the server as fragment; or `redis-cluster://` with some servers of a cluster. With TLS they begin with
 *   `rediss`
 * @param options - Key prefix, timeout and the callback for connection faults
 * @returns The store
 * @throws TypeError when the address has another form, `ioredis` is not installed, or a server that `redis://` names is part of a
 *   cluster
 */
export async function openRedisStore(
  address: string,
  options: OpenRedisStoreOptions = {},
): Promise<RedisStore> {
  const { timeout = defaultTimeoutMs, onFault = () => undefined } = options;
  const parsed = parseStoreAddress(address);
  if (parsed === undefined) {
    throw new TypeError(
      "Could not open the store: expected an address such as redis://127.0.0.1:6379/0, got another.",
    );
  }
  const library = await loadClient();
  const settings = { prefix: options.prefix ?? "wellhead:", timeout };
  if (parsed.kind === "cluster") {
    const cluster = new library.Cluster([...parsed.nodes], clusterSettings(parsed, settings));
    await connect(cluster, { timeout, onFault });
    return new RedisStore(clusterClient(cluster), timeout);
  }
  const client = new library.Redis(serverSettings(parsed, settings));
  await connect(client, { timeout, onFault });
  await refuseCluster(client, timeout);
  return new RedisStore(client, timeout);
}

/** Waits for the first attempt. When it fails, the client retries. */
async function connect(
  client: Redis | Cluster,
  { timeout, onFault }: Required<Omit<OpenRedisStoreOptions, "prefix">>,
): Promise<void> {
  client.on("error", (error: Error) => onFault("code" in error ? String(error.code) : error.name));
  await withinTime(client.connect(), { timeoutMs: timeout, timeoutError: lateStore }).catch(() => undefined);
}

interface ClientSettings {
  readonly prefix: string;
  readonly timeout: number;
}

/** What connections to every kind of server have in common. */
function connectionSettings({ username, password, isEncrypted }: StoreAddress, timeout: number) {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: {} }),
    // Addresses of both versions of IP; the client's default is the fourth only.
    family: 0,
    connectTimeout: timeout,
    // Commands have a timeout of their own. This one closes connections to a server that never finishes the handshake.
    socketTimeout: 5 * timeout,
  };
}

/** Returns the milliseconds until the next attempt to connect. */
function retryDelay(attempt: number): number {
  return Math.min(50 * attempt, 1000);
}

function serverSettings(address: StoreAddress, { prefix, timeout }: ClientSettings) {
  const { kind, nodes, primary, isEncrypted, sentinelPassword, database } = address;
  return {
    ...connectionSettings(address, timeout),
    ...sendOnce,
    ...(kind === "server" && nodes[0]),
    ...(kind === "sentinel" && {
      sentinels: [...nodes],
      name: primary ?? "",
      ...(sentinelPassword !== undefined && { sentinelPassword }),
      ...(isEncrypted && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
      sentinelRetryStrategy: retryDelay,
      sentinelCommandTimeout: timeout,
      // `failoverDetector` stays off: a client that it disconnects while it reconnects never does so again.
    }),
    db: database,
    keyPrefix: prefix,
    lazyConnect: true,
    retryStrategy: retryDelay,
    // A server that has become a replica accepts no writes; the address may lead to the new primary by now.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  };
}

function clusterSettings(address: StoreAddress, { prefix, timeout }: ClientSettings) {
  return {
    keyPrefix: prefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    // The servers name each other by address, and the certificate is checked for it.
    dnsLookup: (host: string, done: (error: null, host: string) => void) => done(null, host),
    clusterRetryStrategy: retryDelay,
    slotsRefreshTimeout: timeout,
    slotsRefreshInterval: 5000,
    // Commands are not sent again, see `sendOnce`; a server that moved a key has not acted on them.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    redisOptions: { ...connectionSettings(address, timeout), ...sendOnce },
  };
}

/** Makes a cluster look like one server, whose data is that of all primaries. */
function clusterClient(cluster: Cluster): RedisClient {
  return {
    changesServers: true,
    on: (event, listener) => cluster.on(event, listener),
    info: async (section) => {
      const texts = await Promise.all(cluster.nodes("master").map((node) => node.info(section)));
      return texts.join("\n");
    },
    get: (key) => cluster.get(key),
    // oxlint-disable-next-line max-params -- the form of the command
    set: (key, value, unit, lifetimeMs, condition?: "NX") =>
      condition === undefined
        ? cluster.set(key, value, unit, lifetimeMs)
        : cluster.set(key, value, unit, lifetimeMs, condition),
    eval: (script, keyCount, ...parameters) => cluster.eval(script, keyCount, ...parameters),
    zrem: (key, member) => cluster.zrem(key, member),
    disconnect: () => cluster.disconnect(),
  };
}

/** @throws TypeError when the server is part of a cluster: it would refuse most keys. */
async function refuseCluster(client: Redis, timeoutMs: number): Promise<void> {
  const info = withinTime(client.info("cluster"), { timeoutMs, timeoutError: lateStore });
  const text = await info.catch(() => "");
  if (!text.includes("cluster_enabled:1")) return;
  client.disconnect();
  throw new TypeError(
    "Could not open the store: the server is part of a cluster. Begin its address with redis-cluster:// or rediss-cluster://.",
  );
}

async function loadClient(): Promise<Pick<typeof ioredis, "Redis" | "Cluster">> {
  try {
    return await import("ioredis");
  } catch (error) {
    throw new TypeError(
      'Could not open the store: the package "ioredis" is not installed. Install it next to the service.',
      { cause: error },
    );
  }
}

/** Where a store is, parsed from its address. */
export interface StoreAddress {
  /** One server; one that Sentinels name; or a cluster. */
  readonly kind: "server" | "sentinel" | "cluster";
  /** The server, the Sentinels, or some servers of the cluster. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly isEncrypted: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Number of the database. */
  readonly database: number;
  /** The name that Sentinels know the server by. */
  readonly primary: string | undefined;
  /** Password of the Sentinels. */
  readonly sentinelPassword: string | undefined;
}

const form =
  /^(?<encrypted>rediss|redis)(?:-(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^@/]*)@)?(?<hosts>[^/?#@]+)(?:\/(?<database>\d*))?(?:\?(?<query>[^#]*))?(?:#(?<primary>.+))?$/;

const defaultPorts = { server: 6379, sentinel: 26_379, cluster: 6379 };

/**
 * Parses the address of a store. The form with several servers is that of the client Lettuce.
 *
 * @param address - The address
 * @returns Its parts; `undefined` when it has another form
 * @see https://redis.github.io/lettuce/user-guide/connecting-redis/#uri-syntax
 */
export function parseStoreAddress(address: string): StoreAddress | undefined {
  const parts = form.exec(address)?.groups;
  if (parts === undefined || !canDecode(address)) return undefined;
  // The expression allows no other kind.
  const kind = (parts["kind"] ?? "server") as StoreAddress["kind"];
  const nodes = (parts["hosts"] ?? "").split(",").map((host) => parseNode(host, defaultPorts[kind]));
  if (!nodes.every((node) => node !== undefined)) return undefined;
  const query = new URLSearchParams(parts["query"]);
  if ([...query.keys()].some((name) => name !== "sentinelPassword")) return undefined;
  const [username = "", password = ""] = (parts["user"] ?? "").split(/:(.*)/s).map(decodeURIComponent);
  const parsed = {
    kind,
    nodes,
    isEncrypted: parts["encrypted"] === "rediss",
    username: username || undefined,
    password: password || undefined,
    database: Number(parts["database"] ?? 0),
    primary: parts["primary"] === undefined ? undefined : decodeURIComponent(parts["primary"]),
    sentinelPassword: query.get("sentinelPassword") ?? undefined,
  };
  return suitsKind(parsed) ? parsed : undefined;
}

/** Checks that an address has the parts of its kind only. */
function suitsKind({ kind, nodes, database, primary, sentinelPassword }: StoreAddress): boolean {
  if (kind === "sentinel") return primary !== undefined;
  if (primary !== undefined || sentinelPassword !== undefined) return false;
  // A cluster has database 0 only.
  return kind === "cluster" ? database === 0 : nodes.length === 1;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function parseNode(text: string, defaultPort: number): { host: string; port: number } | undefined {
  if (!URL.canParse(`http://${text}/`)) return undefined;
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(text.replace(/^\[(.*)\]/, "$1 ")) ?? [];
  return { host: host.trim(), port: port === undefined ? defaultPort : Number(port) };
}

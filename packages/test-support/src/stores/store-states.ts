import type { TcpProxy } from "./tcp-proxy.js";
import { startRedis, type ThrowawayRedis } from "./throwaway-redis.js";

/** The servers that a state of the store can change. */
export interface StoreStage {
  readonly redis: ThrowawayRedis;
  /** Proxy between the service and Redis. */
  readonly proxy: TcpProxy;
  /** Servers to remove at the end. */
  readonly others: ThrowawayRedis[];
}

/** A state of the store. */
export interface StoreState {
  readonly name: string;
  readonly begin: (stage: StoreStage) => Promise<void>;
  /** Makes the store work again; absent if it still works in this state. */
  readonly end?: (stage: StoreStage) => Promise<void>;
}

/** Delay in milliseconds, longer than the service's timeout of a command. */
const slowMs = 3000;

/** Maximum time in milliseconds until a replica has a copy of its primary; long enough for a busy machine. */
const maxLinkMs = 60_000;

async function replicaOf(stage: StoreStage): Promise<ThrowawayRedis> {
  const other = await startRedis();
  stage.others.push(other);
  other.command("replicaof", "127.0.0.1", String(stage.redis.port));
  for (const start = performance.now(); performance.now() - start < maxLinkMs; ) {
    if (other.command("info", "replication").includes("master_link_status:up")) return other;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error("Could not start a replica of Redis: it has no link to its primary after 60 s");
}

/** All states; the working one comes first. */
export const storeStates: readonly StoreState[] = [
  { name: "up", begin: () => Promise.resolve() },
  {
    name: "paused",
    begin: ({ redis }) => Promise.resolve(redis.pause()),
    end: ({ redis }) => Promise.resolve(redis.resume()),
  },
  { name: "flushed", begin: ({ redis }) => Promise.resolve(void redis.command("flushall")) },
  { name: "killed", begin: ({ redis }) => redis.stop(), end: ({ redis }) => redis.start() },
  {
    name: "slow",
    begin: ({ proxy }) => {
      proxy.delayMs = slowMs;
      return Promise.resolve();
    },
    end: ({ proxy }) => {
      proxy.delayMs = 0;
      return Promise.resolve();
    },
  },
  {
    name: "full",
    begin: ({ redis }) => {
      redis.command("config", "set", "maxmemory-policy", "noeviction");
      redis.command("config", "set", "maxmemory", "1");
      return Promise.resolve();
    },
    end: ({ redis }) => Promise.resolve(void redis.command("config", "set", "maxmemory", "0")),
  },
  {
    name: "read-only",
    begin: async (stage) => await stage.proxy.leadTo((await replicaOf(stage)).port),
    end: async ({ redis, proxy }) => await proxy.leadTo(redis.port),
  },
  {
    name: "failed over",
    begin: async (stage) => {
      const other = await replicaOf(stage);
      await stage.redis.stop();
      other.command("replicaof", "no", "one");
      await stage.proxy.leadTo(other.port);
    },
  },
];

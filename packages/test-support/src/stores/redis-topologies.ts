import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../programs/free-port.js";
import { makeCertificates } from "../programs/make-certificates.js";
import { startRedis, type ThrowawayRedis } from "./throwaway-redis.js";

/** Servers of Redis that form a store. */
export interface RedisTopology {
  /** Address in the form the service accepts. */
  readonly address: string;
  /** Path of the authority that has signed the certificates of the servers. Absent without TLS. */
  readonly authority?: string;
  /** Kills a primary, and waits until another server has taken over. Absent where none can. */
  readonly failOver?: () => Promise<void>;
  /** Stops the servers and removes their folders. */
  readonly remove: () => Promise<void>;
}

/** Milliseconds without an answer after which the other servers replace a primary. */
const downAfterMs = 1000;

/** Maximum time in milliseconds for the servers to agree; long enough for a busy machine. */
const maxAgreementMs = 120_000;

/** @returns A server that speaks TLS only */
export async function startRedisWithTls(): Promise<RedisTopology> {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-redis-tls-"));
  makeCertificates(folder, {});
  const at = (name: string) => join(folder, name);
  const port = await freePort();
  const files = ["--tls-cert-file", at("server.crt"), "--tls-key-file", at("server.key")];
  const callers = ["--tls-ca-cert-file", at("ca.crt"), "--tls-auth-clients", "no"];
  const redis = await startRedis({
    settings: ["--tls-port", String(port), ...files, ...callers],
  });
  return {
    address: `rediss://127.0.0.1:${port}/0`,
    authority: at("ca.crt"),
    remove: async () => {
      await redis.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns A primary with a replica, and three Sentinels that replace the primary when it fails */
export async function startSentinels(): Promise<RedisTopology> {
  const primary = await startRedis();
  const replica = await startRedis({ settings: ["--replicaof", "127.0.0.1", String(primary.port)] });
  const configuration = [
    `sentinel monitor tokens 127.0.0.1 ${primary.port} 2`,
    `sentinel down-after-milliseconds tokens ${downAfterMs}`,
    "sentinel failover-timeout tokens 5000",
  ].join("\n");
  await until(() => replica.command("info", "replication").includes("master_link_status:up"));
  const sentinels = await Promise.all([1, 2, 3].map(() => startRedis({ sentinel: configuration })));
  await until(() =>
    sentinels.every((one) => one.command("info", "sentinel").includes("slaves=1,sentinels=3")),
  );
  return {
    address: `redis-sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")}/0#tokens`,
    failOver: async () => {
      await primary.stop();
      await until(() => replica.command("info", "replication").includes("role:master"));
    },
    remove: () => removeAll([primary, replica, ...sentinels]),
  };
}

/** @returns A cluster of three primaries, each with a replica */
export async function startCluster(): Promise<RedisTopology> {
  const servers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const bus = ["--cluster-port", String(await freePort())];
      const timeout = ["--cluster-node-timeout", String(downAfterMs)];
      return await startRedis({ settings: ["--cluster-enabled", "yes", ...bus, ...timeout] });
    }),
  );
  const nodes = servers.map(({ port }) => `127.0.0.1:${port}`);
  servers[0]?.command("--cluster", "create", ...nodes, "--cluster-replicas", "1", "--cluster-yes");
  const primaries = (): readonly ThrowawayRedis[] =>
    servers.filter((one) => one.command("info", "replication").includes("role:master"));
  await until(() => primaries().length === 3 && servers.every(agrees) && primaries().every(hasReplica));
  return {
    address: `redis-cluster://${nodes.slice(0, 3).join(",")}`,
    failOver: async () => {
      const [victim, ...others] = primaries();
      await victim?.stop();
      await until(() => primaries().length === 3 && others.every(agrees));
    },
    remove: () => removeAll(servers),
  };
}

function agrees(one: ThrowawayRedis): boolean {
  return one.command("cluster", "info").includes("cluster_state:ok");
}

function hasReplica(one: ThrowawayRedis): boolean {
  return one.command("info", "replication").includes("connected_slaves:1");
}

async function removeAll(servers: readonly ThrowawayRedis[]): Promise<void> {
  await Promise.all(servers.map((one) => one.remove()));
}

async function until(holds: () => boolean): Promise<void> {
  for (const start = performance.now(); performance.now() - start < maxAgreementMs; ) {
    if (holds()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error("Could not start or replace servers of Redis: they do not agree within two minutes");
}

import { StrictProvider } from "../oauth/strict-provider.js";
import {
  type RedisTopology,
  startCluster,
  startRedisWithTls,
  startSentinels,
} from "../stores/redis-topologies.js";
import type { ProofResult } from "./refresh-proofs.js";
import { countPairs, presentEverywhere } from "./refresh-rounds.js";
import { type ReplicaProcess, startReplicas } from "./replica-process.js";

/** Servers of Redis that replicas can share. */
export interface TopologyProof {
  readonly name: string;
  readonly start: () => Promise<RedisTopology>;
}

/** All topologies. */
export const topologyProofs: readonly TopologyProof[] = [
  { name: "Redis with TLS", start: startRedisWithTls },
  { name: "Redis by Sentinel, whose primary is killed", start: startSentinels },
  { name: "a Redis cluster, of which a primary is killed", start: startCluster },
];

/** Maximum time in milliseconds until accounts recover from a failover: the wait of 15 s, on a busy machine. */
const maxHealingMs = 90_000;

/**
 * Presents accounts to four replicas at once, kills a primary while the provider works, and checks that no token is sent
 * twice and that every account recovers.
 *
 * @param proof - The topology
 * @param rounds - Number of accounts before the failover
 * @returns The result
 */
export async function runTopologyProof({ start }: TopologyProof, rounds: number): Promise<ProofResult> {
  const provider = new StrictProvider();
  const [topology, address] = await Promise.all([start(), provider.listen()]);
  const { address: store, authority, failOver } = topology;
  const replicas = await startReplicas(4, {
    provider: address,
    store,
    ...(authority !== undefined && { authority }),
  });
  try {
    let failures = 0;
    for (let round = 0; round < rounds; round += 1) {
      const answers = await presentEverywhere(replicas, provider.grant(), 40);
      failures += answers.filter(({ status }) => status !== 200).length + countPairs(answers) - 1;
    }
    const once = provider.presented === rounds;
    const recovered: Readonly<Record<string, number>> =
      failOver === undefined ? {} : await strike({ provider, replicas, failOver });
    const { presented, reuses, revoked } = provider;
    const facts = { accounts: rounds, failures, presented, reuses, revoked, ...recovered };
    const heals = recovered["seconds"] !== Number.POSITIVE_INFINITY;
    return { facts, holds: once && heals && failures + reuses + revoked === 0 };
  } finally {
    for (const replica of replicas) replica.kill();
    provider.close();
    await topology.remove();
  }
}

interface Strike {
  readonly provider: StrictProvider;
  readonly replicas: readonly ReplicaProcess[];
  readonly failOver: () => Promise<void>;
}

/** Kills a primary while four accounts are refreshed, and returns the seconds until all four work at every replica. */
async function strike({ provider, replicas, failOver }: Strike): Promise<Readonly<Record<string, number>>> {
  const tokens = Array.from({ length: 4 }, () => provider.grant());
  const before = provider.presented;
  provider.behaviour.answerDelay = 500;
  const pending = Promise.all(tokens.map((token) => presentEverywhere(replicas, token, replicas.length)));
  while (provider.presented === before) await pause(10);
  const start = performance.now();
  await failOver();
  await pending;
  provider.behaviour.answerDelay = 0;
  const isHealed = async (token: string): Promise<boolean> => {
    const answers = await presentEverywhere(replicas, token, replicas.length);
    return answers.every(({ status }) => status === 200) && countPairs(answers) === 1;
  };
  while (performance.now() - start < maxHealingMs) {
    const healed = await Promise.all([...tokens, provider.grant()].map(isHealed));
    if (healed.every(Boolean)) return { seconds: Math.ceil((performance.now() - start) / 1000) };
    await pause(500);
  }
  return { seconds: Number.POSITIVE_INFINITY };
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

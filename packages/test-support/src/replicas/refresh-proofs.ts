import { setTimeout as sleep } from "node:timers/promises";
import { StrictProvider } from "../oauth/strict-provider.js";
import { startRedis, type ThrowawayRedis } from "../stores/throwaway-redis.js";
import { countPairs, presentEverywhere, sumUpFaults } from "./refresh-rounds.js";
import { type ReplicaProcess, startReplicas } from "./replica-process.js";

/** The result of a proof. */
export interface ProofResult {
  /** Measured values, in the order they are printed. */
  readonly facts: Readonly<Record<string, number>>;
  /** Whether the values are as expected. */
  readonly holds: boolean;
}

/** The provider, the store and the replicas of a proof. */
export interface Stage {
  readonly provider: StrictProvider;
  readonly address: string;
  readonly redis: ThrowawayRedis;
  readonly replicas: ReplicaProcess[];
  /** Number of rounds of the plain proof. The others derive a smaller number from it. */
  readonly rounds: number;
}

/** A guarantee about refreshes, and the function that checks it. */
export interface RefreshProof {
  readonly name: string;
  readonly prove: (stage: Stage) => Promise<ProofResult>;
}

const requests = 200;
const hour = 3_600_000;

/** All proofs; the plain one comes first. */
export const refreshProofs: readonly RefreshProof[] = [
  { name: "200 requests, 4 replicas", prove: provePlain },
  { name: "store emptied while the provider works", prove: proveFlushed },
  { name: "the same old token 10 minutes and 23.9 hours later", prove: proveStale },
  { name: "planted fault: replicas share nothing", prove: provePlanted },
];

/**
 * Starts the stage of a proof, runs the proof and stops the stage.
 *
 * @param proof - The proof
 * @param rounds - Number of rounds of the plain proof
 * @returns The result
 */
export async function runProof(proof: RefreshProof, rounds: number): Promise<ProofResult> {
  const provider = new StrictProvider();
  const [redis, address] = await Promise.all([startRedis(), provider.listen()]);
  const replicas = await startReplicas(4, {
    provider: address,
    store: redis.address,
  });
  try {
    return await proof.prove({ provider, address, redis, replicas, rounds });
  } finally {
    for (const replica of replicas) replica.kill();
    provider.close();
    await redis.remove();
  }
}

async function provePlain({ provider, replicas, rounds }: Stage): Promise<ProofResult> {
  let failures = 0;
  let pairs = 0;
  provider.behaviour.delay = 5;
  for (let round = 0; round < rounds; round += 1) {
    const answers = await presentEverywhere(replicas, provider.grant(), requests);
    failures += answers.filter(({ status }) => status !== 200).length;
    for (const fault of sumUpFaults(answers)) process.stderr.write(`round ${round}: ${fault}\n`);
    pairs += countPairs(answers);
  }
  const { presented, refreshes, revoked } = provider;
  const facts = { rounds, requests: rounds * requests, presented, refreshes, pairs, failures, revoked };
  return { facts, holds: refreshes === rounds && pairs === rounds && failures + revoked === 0 };
}

async function proveFlushed({ provider, redis, replicas, rounds }: Stage): Promise<ProofResult> {
  const tries = Math.ceil(rounds / 25);
  let later = 0;
  for (let round = 0; round < tries; round += 1) {
    provider.behaviour.answerDelay = 0;
    await presentEverywhere(replicas, provider.grant(), 4);
    provider.behaviour.answerDelay = 400;
    const token = provider.grant();
    const pending = presentEverywhere(replicas, token, 40);
    await sleep(200);
    redis.command("flushall");
    await presentEverywhere(replicas, token, 40);
    await pending;
    // The replicas refuse the token until the lock expires. Then they find the result that was written meanwhile.
    await sleep(15_500);
    const answers = await presentEverywhere(replicas, token, 8);
    later += answers.filter(({ status }) => status === 200).length;
  }
  const { presented, reuses, revoked } = provider;
  const facts = { rounds: tries, presented, "served afterwards": later, reuses, revoked };
  return { facts, holds: reuses + revoked === 0 && later === tries * 8 };
}

async function proveStale({ provider, replicas }: Stage): Promise<ProofResult> {
  provider.behaviour.lifetime = 100 * 3600;
  const token = provider.grant();
  const answers = [...(await presentEverywhere(replicas, token, requests))];
  for (const ahead of [600_000, 23.9 * hour]) {
    await Promise.all(replicas.map((replica) => replica.setClock(ahead)));
    answers.push(...(await presentEverywhere(replicas, token, requests)));
  }
  const { presented, reuses, revoked } = provider;
  const failures = answers.filter(({ status }) => status !== 200).length;
  const facts = {
    requests: answers.length,
    presented,
    pairs: countPairs(answers),
    failures,
    reuses,
    revoked,
  };
  return { facts, holds: presented === 1 && countPairs(answers) === 1 && failures + revoked === 0 };
}

/** Holds if the harness detects the damage: a coordinator in each process is not enough without a shared store. */
async function provePlanted({ provider, address, rounds }: Stage): Promise<ProofResult> {
  const tries = Math.ceil(rounds / 10);
  const replicas = await startReplicas(4, { provider: address });
  provider.behaviour.delay = 5;
  let failures = 0;
  for (let round = 0; round < tries; round += 1) {
    const answers = await presentEverywhere(replicas, provider.grant(), requests);
    failures += answers.filter(({ status }) => status !== 200).length;
  }
  for (const replica of replicas) replica.kill();
  const { presented, refreshes, revoked } = provider;
  const facts = { rounds: tries, presented, refreshes, failures, revoked };
  return { facts, holds: revoked === tries && failures > 0 };
}

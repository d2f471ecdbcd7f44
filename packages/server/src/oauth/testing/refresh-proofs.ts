import { setTimeout as sleep } from "node:timers/promises";
import { countPairs, presentEverywhere, sumUpFaults } from "./refresh-rounds.js";
import { type ReplicaProcess, startReplicas } from "./replica-process.js";
import { StrictProvider } from "./strict-provider.js";
import { startRedis, type ThrowawayRedis } from "./throwaway-redis.js";

/** What a proof found. */
export interface ProofResult {
  /** Facts in the order they are shown. */
  readonly facts: Readonly<Record<string, number>>;
  /** Whether they are what was promised. */
  readonly holds: boolean;
}

/** What a proof works with. */
export interface Stage {
  readonly provider: StrictProvider;
  readonly address: string;
  readonly redis: ThrowawayRedis;
  readonly replicas: ReplicaProcess[];
  /** How many rounds the plain proof has; the others have their own, smaller number. */
  readonly rounds: number;
}

/** A promise about refreshes, and what shows that it is kept. */
export interface RefreshProof {
  readonly name: string;
  readonly prove: (stage: Stage) => Promise<ProofResult>;
}

const requests = 200;
const hour = 3_600_000;

/** Every proof, the plain one first. */
export const refreshProofs: readonly RefreshProof[] = [
  { name: "200 requests, 4 replicas", prove: provePlain },
  { name: "store emptied while the provider works", prove: proveFlushed },
  { name: "the same old token 10 minutes and 23.9 hours later", prove: proveStale },
  { name: "planted fault: replicas share nothing", prove: provePlanted },
];

/**
 * Sets the stage for a proof, runs it and clears the stage.
 *
 * @param proof - The proof
 * @param rounds - Rounds of the plain proof
 * @returns What it found
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
    // The replicas refuse for as long as a lock lives; then they find what was written down meanwhile.
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

/** Holds when the harness sees the damage: one coordinator per process is not enough. */
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

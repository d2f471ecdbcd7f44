import { StrictProvider } from "@wellhead/test-support/oauth/strict-provider";
import { countPairs, presentEverywhere } from "@wellhead/test-support/replicas/refresh-rounds";
import { type ReplicaProcess, startReplicas } from "@wellhead/test-support/replicas/replica-process";
import { runTopologyProof, topologyProofs } from "@wellhead/test-support/replicas/topology-proofs";
import { startRedis, type ThrowawayRedis } from "@wellhead/test-support/stores/throwaway-redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** `npm run proof refresh` runs many more. */
const rounds = 2;
const requests = 40;

describe("RefreshCoordinator", () => {
  let redis: ThrowawayRedis;
  let provider: StrictProvider;
  let address: string;
  let replicas: ReplicaProcess[] = [];

  beforeAll(async () => {
    provider = new StrictProvider();
    provider.behaviour.delay = 20;
    [redis, address] = await Promise.all([startRedis(), provider.listen()]);
    replicas = await startReplicas(4, { provider: address, store: redis.address });
  });

  afterAll(async () => {
    for (const replica of replicas) replica.kill();
    provider.close();
    await redis.remove();
  });

  it("lets 4 replicas present a single-use token once, and return one pair", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const answers = await presentEverywhere(replicas, provider.grant(), requests);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(requests);
      expect(countPairs(answers)).toBe(1);
    }
    expect(provider).toMatchObject({ presented: rounds, refreshes: rounds, revoked: 0 });
  });

  it("keeps no token readable in the store", async () => {
    const token = provider.grant();
    const [answer] = await presentEverywhere(replicas, token, 1);
    const keys = redis.command("keys", "*").trim().split("\n");
    const dump = keys.map((key) => `${key} ${redis.command("get", key)}`).join("\n");
    expect(keys.length).toBeGreaterThan(1);
    for (const secret of [token, answer?.accessToken, answer?.refreshToken]) {
      expect(dump).not.toContain(secret);
    }
  });
});

describe.each(topologyProofs)("replicas that share $name", (proof) => {
  it("send each token once, and recover", async () => {
    expect(await runTopologyProof(proof, 1)).toMatchObject({ holds: true });
  });
});

describe("replicas that share nothing", () => {
  it("present a token more than once and lose the grant: the harness sees what it is there for", async () => {
    const provider = new StrictProvider();
    provider.behaviour.delay = 20;
    const replicas = await startReplicas(2, { provider: await provider.listen() });
    await presentEverywhere(replicas, provider.grant(), 20);
    for (const replica of replicas) replica.kill();
    provider.close();
    expect(provider).toMatchObject({ reuses: 1, revoked: 1 });
    expect(provider.presented).toBeGreaterThan(1);
  });
});

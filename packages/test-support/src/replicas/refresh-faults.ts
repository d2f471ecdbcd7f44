import { setTimeout as sleep } from "node:timers/promises";
import { StrictProvider } from "../oauth/strict-provider.js";
import { startRedis, type ThrowawayRedis } from "../stores/throwaway-redis.js";
import { countPairs, presentEverywhere } from "./refresh-rounds.js";
import { type ReplicaProcess, startReplicas } from "./replica-process.js";

/** The provider, the store and the replicas that a fault affects. */
export interface FaultStage {
  readonly provider: StrictProvider;
  readonly address: string;
  readonly redis: ThrowawayRedis;
  /** Replicas of one service; a fault may replace some. */
  readonly replicas: ReplicaProcess[];
  /** Timeout of a call to the provider, in milliseconds. */
  readonly callTimeout: number;
  /** How far the clocks of the replicas are fast, in milliseconds. */
  readonly clock: { ahead: number };
}

/** A fault during refreshes. */
export interface RefreshFault {
  readonly name: string;
  /** Presents the refresh tokens while the fault is active, and returns when everything works again. */
  readonly strike: (stage: FaultStage, tokens: readonly string[]) => Promise<void>;
  /**
   * Whether the clocks are left alone while the accounts recover: they would end the period early in which the replicas
   * present no token, while one of them still has to write what it received.
   */
  readonly recoversInRealTime?: boolean;
}

/** The outcome for the accounts. */
export interface FaultResult {
  readonly accounts: number;
  /** Refresh tokens that the provider still accepted after the fault. */
  readonly unspent: number;
  /** Accounts for which every replica returns the same new pair of tokens. */
  readonly healed: number;
  /** Accounts that were lost although the provider still accepted their refresh token. */
  readonly lost: number;
  /** Grants that the provider revoked because a token was used twice. */
  readonly revoked: number;
  /** Number of refresh requests the provider received. */
  readonly presented: number;
}

/** Presents each token to every replica, and waits for all responses. */
async function present({ replicas }: FaultStage, tokens: readonly string[]): Promise<void> {
  await Promise.all(tokens.map((token) => presentEverywhere(replicas, token, replicas.length)));
}

async function untilPresented({ provider }: FaultStage, count: number): Promise<void> {
  for (let look = 0; look < 1000 && provider.presented < count; look += 1) await sleep(20);
}

async function moveClocks({ clock, replicas }: FaultStage, milliseconds: number): Promise<void> {
  clock.ahead += milliseconds;
  await Promise.all(replicas.map((replica) => replica.setClock(clock.ahead)));
}

/** The four faults that must cost no account. */
export const refreshFaults: readonly RefreshFault[] = [
  {
    name: "the provider answers 503 and does not act",
    strike: async (stage, tokens) => {
      stage.provider.behaviour.answer = "refuse";
      await present(stage, tokens);
      stage.provider.behaviour.answer = "send";
    },
  },
  {
    name: "the provider takes longer than a caller waits",
    strike: async (stage, tokens) => {
      stage.provider.behaviour.answerDelay = stage.callTimeout * 1.2;
      await present(stage, tokens);
      stage.provider.behaviour.answerDelay = 0;
    },
  },
  {
    name: "the replica that refreshes is killed",
    strike: async (stage, tokens) => {
      const { provider, address, redis, replicas, callTimeout } = stage;
      const [victim, ...others] = replicas;
      if (victim === undefined) return;
      provider.behaviour.delay = 2000;
      provider.behaviour.actsForTheGone = false;
      const before = provider.presented;
      const pending = Promise.all(tokens.map((token) => presentEverywhere([victim], token, 1)));
      await untilPresented(stage, before + tokens.length);
      victim.kill();
      await pending;
      const started = await startReplicas(1, { provider: address, store: redis.address, callTimeout });
      replicas.splice(0, replicas.length, ...others, ...started);
      provider.behaviour.delay = 0;
    },
  },
  {
    name: "Redis is lost while the provider works, and comes back empty",
    recoversInRealTime: true,
    strike: async (stage, tokens) => {
      const { provider, redis, callTimeout } = stage;
      // After an earlier loss of Redis the replicas present no token for a while.
      await moveClocks(stage, callTimeout + 10_000);
      provider.behaviour.answerDelay = 500;
      const before = provider.presented;
      const pending = present(stage, tokens);
      await untilPresented(stage, before + tokens.length);
      await redis.stop();
      await pending;
      await redis.start();
      provider.behaviour.answerDelay = 0;
    },
  },
];

/** Seconds by which the clocks are moved before each attempt, longer than the cooldown after the previous attempt. */
const aheadSeconds = [0, 31, 61, 121, 241, 481, 961];

/** Maximum time to wait for the accounts to recover, in milliseconds. */
const maxHealing = 90_000;

async function healedOf(
  stage: FaultStage,
  tokens: readonly string[],
  recoversInRealTime: boolean,
): Promise<ReadonlySet<string>> {
  const healed = new Set<string>();
  const end = performance.now() + maxHealing;
  for (let look = 0; performance.now() < end && healed.size < tokens.length; look += 1) {
    if (!recoversInRealTime) await moveClocks(stage, 1000 * (aheadSeconds[look] ?? 3600));
    const open = tokens.filter((token) => !healed.has(token));
    await Promise.all(
      open.map(async (token) => {
        const answers = await presentEverywhere(stage.replicas, token, stage.replicas.length);
        const good = answers.every(({ status }) => status === 200) && countPairs(answers) === 1;
        if (good) healed.add(token);
      }),
    );
    if (healed.size < tokens.length) await sleep(500);
  }
  return healed;
}

/**
 * Starts the provider, Redis and the replicas.
 *
 * @param options - Number of replicas, and timeout of a call to the provider
 * @returns Provider, Redis and replicas, running
 */
export async function openFaultStage(options: {
  readonly callTimeout: number;
  readonly replicas: number;
}): Promise<FaultStage> {
  const { callTimeout } = options;
  const provider = new StrictProvider();
  const [redis, address] = await Promise.all([startRedis(), provider.listen()]);
  // The old tokens are presented hours later, as by a platform restored from an old snapshot.
  provider.behaviour.lifetime = 1000 * 3600;
  const replicas = await startReplicas(options.replicas, {
    provider: address,
    store: redis.address,
    callTimeout,
  });
  return { provider, address, redis, replicas, callTimeout, clock: { ahead: 0 } };
}

/**
 * Stops the replicas, the provider and Redis.
 *
 * @param stage - The stage
 */
export async function closeFaultStage({ replicas, provider, redis }: FaultStage): Promise<void> {
  for (const replica of replicas) replica.kill();
  provider.close();
  await redis.remove();
}

/**
 * Runs a fault, then checks whether the accounts recover.
 *
 * @param fault - The fault
 * @param stage - The stage it affects
 * @param accounts - Number of accounts that are refreshed during the fault
 * @returns The outcome for these accounts
 */
export async function proveFault(
  fault: RefreshFault,
  stage: FaultStage,
  accounts: number,
): Promise<FaultResult> {
  const { provider } = stage;
  const before = { revoked: provider.revoked, presented: provider.presented };
  const tokens = Array.from({ length: accounts }, () => provider.grant());
  await fault.strike(stage, tokens);
  const unspent = tokens.filter((token) => provider.has(token));
  const healed = await healedOf(stage, tokens, fault.recoversInRealTime === true);
  const lost = unspent.filter((token) => !healed.has(token)).length;
  const revoked = provider.revoked - before.revoked;
  const presented = provider.presented - before.presented;
  return { accounts, unspent: unspent.length, healed: healed.size, lost, revoked, presented };
}

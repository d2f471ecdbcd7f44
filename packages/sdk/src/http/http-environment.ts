import { setTimeout as sleep } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import type { Egress } from "../egress/egress.js";
import { guardedConnector } from "../egress/guarded-connector.js";
import { processEgress } from "../egress/process-egress.js";
import { asCache, processStore } from "../store/process-store.js";
import type { Store } from "../store/store.js";
import { RetryBudget } from "./retry-budget.js";

/** What all HTTP clients of a process share; every part can be replaced in a test. */
export interface HttpEnvironment {
  /** Connections, guarded by the egress policy. */
  readonly dispatcher: Dispatcher;
  /** What replicas share: rate budgets. One that fails holds up no call. */
  readonly store: Store;
  readonly retryBudget: RetryBudget;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Waits some milliseconds, or until the signal is aborted; then it throws the reason. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Connections to one origin; more requests wait for one to be free. */
const connectionsPerOrigin = 64;

/**
 * Makes what HTTP clients share, over one way out.
 *
 * @param egress - The way out
 * @param parts - Parts to replace
 * @returns The environment
 */
export function makeHttpEnvironment(egress: Egress, parts: Partial<HttpEnvironment> = {}): HttpEnvironment {
  const now = parts.now ?? Date.now;
  const dispatcher = new Agent({
    connect: guardedConnector(egress),
    connections: connectionsPerOrigin,
    pipelining: 1,
  });
  return {
    dispatcher,
    retryBudget: new RetryBudget(now),
    now,
    random: Math.random,
    wait: waitFor,
    ...parts,
    store: asCache(parts.store ?? processStore()),
  };
}

let current: { readonly egress: Egress; readonly environment: HttpEnvironment } | undefined;

/**
 * Gives the environment of this process; it follows the configured egress.
 *
 * @returns What all HTTP clients share
 */
export function processHttpEnvironment(): HttpEnvironment {
  const egress = processEgress();
  if (current?.egress !== egress) current = { egress, environment: makeHttpEnvironment(egress) };
  return current.environment;
}

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import type { Egress } from "../egress/egress.js";
import { type ClientCertificate, guardedConnector } from "../egress/guarded-connector.js";
import { processEgress } from "../egress/process-egress.js";
import { asCache, processStore } from "../store/process-store.js";
import type { Store } from "../store/store.js";
import { CertifiedAgents } from "./certified-agents.js";
import { Leases } from "./leases.js";
import { RetryBudget } from "./retry-budget.js";

/** What all HTTP clients of a process share; every part can be replaced in a test. */
export interface HttpEnvironment {
  /** Connections, guarded by the egress policy. */
  readonly dispatcher: Dispatcher;
  /** Finds the connections that present a client certificate; no other request uses them. */
  readonly certifiedDispatcher: (certificate: ClientCertificate) => Dispatcher;
  /** What replicas share: rate budgets. One that fails holds up no call. */
  readonly store: Store;
  readonly retryBudget: RetryBudget;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Waits some milliseconds, or until the signal is aborted; then it throws the reason. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Does some work every so many milliseconds until what it returns is called; it keeps no process alive. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
  /** Requests under way, where an upstream limits how many there may be. */
  readonly leases: Leases;
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
export function makeHttpEnvironment(
  egress: Egress,
  parts: Partial<Omit<HttpEnvironment, "leases">> = {},
): HttpEnvironment {
  const now = parts.now ?? Date.now;
  const makeAgent = (certificate?: ClientCertificate): Agent =>
    new Agent({
      connect: guardedConnector(egress, { certificate }),
      connections: connectionsPerOrigin,
      pipelining: 1,
    });
  const certified = new CertifiedAgents(makeAgent);
  const store = asCache(parts.store ?? processStore());
  const timing = { now, wait: parts.wait ?? waitFor, every: parts.every ?? workEvery };
  return {
    dispatcher: makeAgent(),
    certifiedDispatcher: (certificate) => certified.find(certificate),
    retryBudget: new RetryBudget(now),
    random: Math.random,
    ...parts,
    ...timing,
    store,
    leases: new Leases({ ...timing, store }),
  };
}

const environments = new WeakMap<Egress, HttpEnvironment>();

/**
 * Returns the environment of the way out of the work under way; connections are shared by those with the same one.
 *
 * @returns What all HTTP clients share
 */
export function processHttpEnvironment(): HttpEnvironment {
  const egress = processEgress();
  const known = environments.get(egress);
  if (known !== undefined) return known;
  const made = makeHttpEnvironment(egress);
  environments.set(egress, made);
  return made;
}

/**
 * Replaces parts of what the HTTP clients of the present way out share, such as the clock. For tests.
 *
 * @param parts - The parts
 */
export function replaceHttpParts(parts: Parameters<typeof makeHttpEnvironment>[1]): void {
  const egress = processEgress();
  environments.set(egress, makeHttpEnvironment(egress, parts));
}

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

function workEvery(milliseconds: number, work: () => void): () => void {
  const timer = setInterval(work, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientCertificate } from "@wellhead/sdk";
import type { Agent, Dispatcher } from "undici";
import { type Egress, processEgress } from "../egress/egress.js";
import { guardedConnector, loadUndici } from "../egress/guarded-connector.js";
import type { HttpLayer } from "../egress/http-layer.js";
import { asCache, processStore } from "../store/cache-store.js";
import { MemoryStore } from "../store/memory-store.js";
import type { Store } from "../store/store.js";
import { Leases } from "./leases.js";
import { RetryBudget } from "./retry-budget.js";

/** What all HTTP clients of a process share; tests can replace every part. */
export interface HttpEnvironment {
  /** What requests pass on their way to the network. Default: nothing. */
  readonly layer?: HttpLayer | undefined;
  /** Returns the connection pool, guarded by the egress policy. A client certificate has a pool of its own. */
  readonly dispatcher: (certificate?: ClientCertificate) => Dispatcher;
  /** What replicas share: rate budgets. If it fails, calls continue without it. */
  readonly store: Store;
  readonly retryBudget: RetryBudget;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Waits some milliseconds; throws the reason of the signal when it is aborted first. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Runs work at an interval until the returned function is called; does not keep the process alive. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
  /** Concurrent requests, where an upstream limits them. */
  readonly leases: Leases;
  /** Whether log lines about calls have their query and the beginnings of their bodies, for development. */
  readonly inspects: boolean;
}

/** Maximum connections per origin; further requests wait for a free one. */
const connectionsPerOrigin = 64;

/**
 * Creates what HTTP clients of one egress share.
 *
 * @param egress - The egress
 * @param parts - Parts to replace
 * @returns The environment
 */
export function makeHttpEnvironment(
  egress: Egress,
  parts: Partial<Omit<HttpEnvironment, "leases">> = {},
): HttpEnvironment {
  const { layer } = egress;
  const now = parts.now ?? layer?.now ?? Date.now;
  const agents = new Agents((certificate) => {
    const { Agent } = loadUndici();
    const connect = guardedConnector(egress, { certificate });
    return new Agent({ connect, connections: connectionsPerOrigin, pipelining: 1 });
  });
  // A layer has its own clock, so its limits are not those of the other requests of this process.
  const store = asCache(parts.store ?? (layer === undefined ? processStore() : new MemoryStore(now)));
  const timing = { now, wait: parts.wait ?? layer?.wait ?? waitFor, every: parts.every ?? workEvery };
  return {
    dispatcher: (certificate) => agents.find(certificate),
    retryBudget: new RetryBudget(now),
    layer,
    random: layer?.random ?? Math.random,
    inspects: false,
    ...parts,
    ...timing,
    store,
    leases: new Leases({ ...timing, store }),
  };
}

let inspects = false;

/**
 * Makes log lines about calls to upstreams include the query and the beginnings of the bodies, for development. Secrets of
 * the account are removed from them as from every line. Call it before the first connector is opened.
 */
export function inspectUpstreamCalls(): void {
  inspects = true;
}

const environments = new WeakMap<Egress, HttpEnvironment>();

/**
 * Returns the environment of the current egress; all work with the same egress shares its connections.
 *
 * @returns What all HTTP clients share
 */
export function processHttpEnvironment(): HttpEnvironment {
  const egress = processEgress();
  const known = environments.get(egress);
  if (known !== undefined) return known;
  const made = makeHttpEnvironment(egress, { inspects });
  environments.set(egress, made);
  return made;
}

/**
 * Replaces parts of what the HTTP clients of the current egress share, such as the clock. For tests.
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

/** Maximum number of certificates with open connections; a renewed certificate counts as another one. */
const maxAgents = 32;

/** Connection pools by client certificate: a connection never serves a request with another certificate. */
class Agents {
  readonly #make: (certificate?: ClientCertificate) => Agent;
  readonly #certified = new Map<string, Agent>();
  #plain: Agent | undefined;

  /** @param make - Creates a connection pool */
  constructor(make: (certificate?: ClientCertificate) => Agent) {
    this.#make = make;
  }

  /**
   * Returns a connection pool, creating it if needed.
   *
   * @param certificate - Certificate and key of the client. Default: none
   * @returns Its connection pool
   */
  find(certificate?: ClientCertificate): Agent {
    if (certificate === undefined) {
      this.#plain ??= this.#make();
      return this.#plain;
    }
    const id = createHash("sha256").update(JSON.stringify(certificate)).digest("base64");
    const agent = this.#certified.get(id) ?? this.#make(certificate);
    this.#certified.delete(id);
    this.#certified.set(id, agent);
    for (const [oldest, unused] of this.#certified) {
      if (this.#certified.size <= maxAgents) break;
      this.#certified.delete(oldest);
      // Closing waits for requests in progress.
      unused.close().catch(() => undefined);
    }
    return agent;
  }
}

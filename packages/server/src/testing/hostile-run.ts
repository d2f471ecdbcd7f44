import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sampleConnector } from "./sample-connector.js";
import { type StartedApp, startApp } from "./start-app.js";

/** How many requests are made; another seed or count may be asked for, to look further or to repeat a find. */
export const count = Number(process.env["HOSTILE_COUNT"] ?? 2_500);
export const seed = Number(process.env["HOSTILE_SEED"] ?? 20_261_121);

/** Which part of them is sent as bytes over connections; the others are requests that a client of HTTP can make. */
export const connectionShare = 0.2;

/** How often the heap is looked at: each look is a full collection. */
const looks = count < 100_000 ? 3 : 10;

/**
 * Bytes the heap may grow from the second look to the last. A request that leaves 100 bytes exceeds it in a million
 * requests, one that leaves 4 kB in a few thousand.
 */
export const maxGrowth = count < 100_000 ? 6 * 1024 * 1024 : 16 * 1024 * 1024;

/** A request that is right. */
const good = { method: "POST", url: "/", payload: { source: "moons", account: { auth: "none" } } } as const;

/** @returns A service without a log: a million lines would be the only thing that grows */
export function startSilent(): Promise<StartedApp> {
  return startApp([sampleConnector()], { logger: false, limits: { headersTimeout: 3_000 } });
}

/** What is repeated. */
export interface Repetition {
  readonly app: StartedApp["app"];
  /** How many requests are made in all. */
  readonly requests: number;
  /** How many pieces of work are done at once. */
  readonly concurrency: number;
}

/**
 * Does a piece of work again and again until so many requests are made.
 *
 * @param repetition - How often, and at which service
 * @param work - The work; resolves to the number of its requests
 * @returns How many bytes the heap grew meanwhile, and the statuses of right requests on the way
 */
export async function repeat(
  { app, requests, concurrency }: Repetition,
  work: () => Promise<number>,
): Promise<{ readonly growth: number; readonly answered: readonly number[] }> {
  const heap: number[] = [];
  const answered = new Set<number>();
  for (let done = 0; done < requests; ) {
    const numbers = await Promise.all(Array.from({ length: concurrency }, work));
    done += numbers.reduce((sum, number) => sum + number, 0);
    if (done < (heap.length + 1) * (requests / looks)) continue;
    heap.push(heapAfterCollection());
    answered.add((await app.fastify.inject(good)).statusCode);
  }
  // Whatever a request leaves, there are as many again between two looks.
  return { growth: (heap.at(-1) ?? 0) - (heap[1] ?? 0), answered: [...answered] };
}

function heapAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
  return process.memoryUsage().heapUsed;
}

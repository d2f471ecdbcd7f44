import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { type StartedApp, startApp } from "./start-app.js";

/** Number of requests. Set another seed or count to search further or to reproduce a failure. */
export const count = Number(
  process.env["HOSTILE_COUNT"] ?? (process.env["WELLHEAD_LONG"] === undefined ? 1000 : 2500),
);
export const seed = Number(process.env["HOSTILE_SEED"] ?? 20_261_121);

/** Share of the requests sent as raw bytes over connections; the others are requests that an HTTP client can send. */
export const connectionShare = 0.2;

/** Number of heap measurements; each is a full collection. */
const looks = count < 100_000 ? 3 : 10;

/**
 * Maximum growth of the heap from the second measurement to the last, in bytes. A leak of 100 bytes per request exceeds
 * it in a million requests, a leak of 4 kB in a few thousand.
 */
export const maxGrowth = count < 100_000 ? 6 * 1024 * 1024 : 16 * 1024 * 1024;

/** A valid request. */
const good = { method: "POST", url: "/", payload: { source: "moons", account: { auth: "none" } } } as const;

/** @returns A service without a log, because a million stored lines would grow the heap */
export function startSilent(): Promise<StartedApp> {
  return startApp([sampleConnector()], { logger: false, limits: { headersTimeout: 3_000 } });
}

/** Options of {@link repeat}. */
export interface Repetition {
  readonly app: StartedApp["app"];
  /** Total number of requests. */
  readonly requests: number;
  /** Number of pieces of work that run concurrently. */
  readonly concurrency: number;
}

/**
 * Repeats a piece of work until the total number of requests is reached.
 *
 * @param repetition - The number of requests and the service
 * @param work - The work; resolves to the number of its requests
 * @returns The growth of the heap in bytes, and the statuses of the valid requests in between
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
  // Each interval between two measurements has the same number of requests, so a leak also shows after the second one.
  return { growth: (heap.at(-1) ?? 0) - (heap[1] ?? 0), answered: [...answered] };
}

function heapAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
  return process.memoryUsage().heapUsed;
}

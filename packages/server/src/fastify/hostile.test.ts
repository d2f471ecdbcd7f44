import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { check, errorResponse } from "@wellhead/contract";
import { expect, test } from "vitest";
import { hostileRequest } from "../testing/hostile-requests.js";
import { parse } from "../testing/pick.js";
import { randomOf } from "../testing/random.js";
import { sampleConnector } from "../testing/sample-connector.js";
import { startApp } from "../testing/start-app.js";

/** How many requests are made; another seed or count may be asked for, to look further or to repeat a find. */
const count = Number(process.env["HOSTILE_COUNT"] ?? 2_500);
const seed = Number(process.env["HOSTILE_SEED"] ?? 20_261_121);

/** Requests between two looks at the memory. */
const measured = Math.ceil(count / 10);

/**
 * Bytes the heap may grow from the second look to the last. A request that leaves 100 bytes exceeds it in a million
 * requests, one that leaves 4 kB in a few thousand.
 */
const maxGrowth = count < 100_000 ? 6 * 1024 * 1024 : 16 * 1024 * 1024;

function heapAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
  return process.memoryUsage().heapUsed;
}

test(`no hostile request among ${count} (seed ${seed}) is an unhandled fault, and the next right one is answered`, {
  timeout: 120_000 + count * 20,
}, async () => {
  // Lines are dropped: a million of them would be the only thing that grows.
  const started = await startApp([sampleConnector()], { logger: false });
  const heap: number[] = [];
  const { fastify } = started.app;
  const random = randomOf(seed);
  const statuses = new Map<number, number>();
  const faults: unknown[] = [];
  const answered: number[] = [];
  const good = {
    method: "POST",
    url: "/",
    payload: { source: "moons", account: { auth: "none" } },
  } as const;
  for (let done = 0; done < count; done += 1) {
    const request = hostileRequest(random);
    // The method is one of Fastify's own; the type of the option lists them.
    const response = await fastify.inject({ ...request, method: request.method as "POST" });
    const { statusCode } = response;
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    const readable =
      statusCode < 400 || request.method === "HEAD" || check(errorResponse, parse(response.payload)).ok;
    const stored = response.headers["cache-control"] === undefined;
    if (statusCode >= 500 || !readable || stored)
      faults.push({ done, request, statusCode, payload: response.payload });
    if (done % measured === measured - 1) heap.push(heapAfterCollection());
    if (done % 500 === 499) answered.push((await fastify.inject(good)).statusCode);
  }
  // Whatever a request leaves behind, there are as many again in each tenth.
  expect((heap.at(-1) ?? 0) - (heap[1] ?? 0)).toBeLessThan(maxGrowth);
  expect(faults.slice(0, 3)).toStrictEqual([]);
  expect([...statuses.keys()].toSorted((left, right) => left - right)).toStrictEqual(
    expect.arrayContaining([200, 204, 400, 404, 405, 415]),
  );
  expect(new Set(answered)).toStrictEqual(new Set([200]));
  expect(Object.keys(Object.prototype)).toStrictEqual([]);
  const body = await (await started.post("/", { source: "moons", account: { auth: "none" } })).json();
  expect(body).toHaveLength(3);
  await started.app.close();
});

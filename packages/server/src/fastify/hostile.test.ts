import { check, errorResponse } from "@wellhead/contract";
import { type HostileRequest, hostileRequest } from "@wellhead/test-support/hostile/hostile-requests";
import { randomOf } from "@wellhead/test-support/hostile/random";
import { parse } from "@wellhead/test-support/json/pick";
import { expect, test } from "vitest";
import { connectionShare, count, maxGrowth, repeat, seed, startSilent } from "../../test/hostile-run.js";

/** Number of requests to send. */
const requests = Math.ceil(count * (1 - connectionShare));

/** Requests that are in progress at once. */
const concurrency = 32;

test(`no hostile request among ${requests} (seed ${seed}) is an unhandled fault, and the next right one is answered`, {
  timeout: 120_000 + requests * 20,
}, async () => {
  const started = await startSilent();
  const { app } = started;
  const random = randomOf(seed);
  const statuses = new Set<number>();
  const faults: unknown[] = [];
  const inject = async (request: HostileRequest): Promise<number> => {
    // The type of the option lists the methods that Fastify supports. Every method here is one of them.
    const response = await app.fastify.inject({ ...request, method: request.method as "POST" });
    const { statusCode } = response;
    statuses.add(statusCode);
    const readable =
      statusCode < 400 || request.method === "HEAD" || check(errorResponse, parse(response.payload)).ok;
    const stored = response.headers["cache-control"] === undefined;
    // With so many requests at once, some may be refused. That is not a fault.
    const refused = statusCode === 503 && response.headers["retry-after"] !== undefined;
    if ((statusCode >= 500 && !refused) || !readable || stored)
      faults.push({ request, statusCode, payload: response.payload });
    return 1;
  };
  const { growth, answered } = await repeat({ app, concurrency, requests }, () =>
    inject(hostileRequest(random)),
  );
  expect(faults.slice(0, 3)).toStrictEqual([]);
  expect([...statuses].toSorted((left, right) => left - right)).toStrictEqual(
    expect.arrayContaining([200, 204, 400, 403, 404, 405, 415]),
  );
  expect(answered).toStrictEqual([200]);
  expect(growth).toBeLessThan(maxGrowth);
  expect(Object.keys(Object.prototype)).toStrictEqual([]);
  const body = await (await started.post("/", { source: "moons", account: { auth: "none" } })).json();
  expect(body).toHaveLength(3);
  await app.close();
});

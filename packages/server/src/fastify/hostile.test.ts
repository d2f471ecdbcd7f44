import { check, errorResponse } from "@wellhead/contract";
import { expect, test } from "vitest";
import { hostileRequest } from "../testing/hostile-requests.js";
import { parse } from "../testing/pick.js";
import { randomOf } from "../testing/random.js";
import { sampleConnector } from "../testing/sample-connector.js";
import { startApp } from "../testing/start-app.js";

/** How many requests are made; another seed or count may be asked for, to look further or to repeat a find. */
const count = Number(process.env["HOSTILE_COUNT"] ?? 20_000);
const seed = Number(process.env["HOSTILE_SEED"] ?? 20_261_121);

test(`no hostile request among ${count} (seed ${seed}) is an unhandled fault, and the next right one is answered`, {
  timeout: 120_000,
}, async () => {
  const started = await startApp([sampleConnector()]);
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
    if (done % 500 === 499) answered.push((await fastify.inject(good)).statusCode);
  }
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

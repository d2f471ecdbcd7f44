import { array, assert, boolean, constantFrom, integer, oneof, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { noQuotas, type QuotaMaximums, quotaLimits, rateLimits } from "../settings/limits.js";
import { Maximums, type QuotaRefusal, type QuotaRequest, Quotas } from "./quotas.js";

const maxQueueDelay = 500;

const plain = { address: "a", caller: "c", connector: "k", isStream: true, endpoint: "data" };

/** Quotas with a clock and timers of the test, and what became of each request. */
class Run {
  readonly maximums: Maximums;
  readonly quotas: Quotas;
  readonly requests: {
    readonly request: QuotaRequest;
    readonly end: () => void;
    readonly since: number;
    readonly decided: (QuotaRefusal | undefined)[];
    hasEnded: boolean;
  }[] = [];
  now = 0;
  #timers: { readonly at: number; readonly call: () => void }[] = [];

  constructor(limits: Partial<QuotaMaximums>) {
    this.maximums = new Maximums({ ...noQuotas, ...limits });
    this.quotas = new Quotas({
      maximums: this.maximums,
      maxQueueDelayMs: maxQueueDelay,
      now: () => this.now,
      after: (milliseconds, call) => this.#timers.push({ at: this.now + milliseconds, call }),
    });
  }

  /** Number of timers that have not ended. */
  get timers(): number {
    return this.#timers.length;
  }

  ask(request: Partial<QuotaRequest> = {}): (QuotaRefusal | undefined)[] {
    const whole = { ...plain, account: "x", ...request };
    const decided: (QuotaRefusal | undefined)[] = [];
    const end = this.quotas.enter(whole, (refusal) => decided.push(refusal));
    this.requests.push({ request: whole, end, since: this.now, decided, hasEnded: false });
    return decided;
  }

  end(index: number): void {
    const one = this.requests[index];
    if (one === undefined) return;
    one.hasEnded = true;
    one.end();
  }

  wait(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.now = next.at;
      next.call();
    }
    this.now = end;
  }

  get active() {
    return this.requests.filter(
      ({ hasEnded, decided }) => !hasEnded && decided[0] === undefined && decided.length,
    );
  }

  get waiting() {
    return this.requests.filter(({ hasEnded, decided }) => !hasEnded && decided.length === 0);
  }
}

const request = record({
  address: constantFrom("a1", "a2"),
  caller: constantFrom("c1", "c2", "c3"),
  account: constantFrom("x1", "x2", undefined),
  connector: constantFrom("k1", "k2"),
  isStream: boolean(),
});
const maximum = integer({ min: 0, max: 3 });
const maximums = record(
  Object.fromEntries(Object.keys(noQuotas).map((name) => [name, maximum])) as Record<
    keyof QuotaMaximums,
    typeof maximum
  >,
);
const step = oneof(
  { weight: 5, arbitrary: record({ ask: request }) },
  { weight: 4, arbitrary: record({ end: integer({ min: 0, max: 60 }) }) },
  { weight: 1, arbitrary: record({ wait: integer({ min: 0, max: 700 }) }) },
);

/** The holders of a request that have a maximum, with what each of them has in progress. */
function usedBy(run: Run, { isStream, ...holders }: QuotaRequest, limits: QuotaMaximums) {
  return Object.entries(quotaLimits).flatMap(([name, { requests, streams }]) => {
    const holder = name as keyof typeof quotaLimits;
    if (holders[holder] === undefined) return [];
    const own = run.active.filter((other) => other.request[holder] === holders[holder]);
    const ownStreams = own.filter((other) => other.request.isStream);
    const all = [{ used: own.length, max: limits[requests] }];
    if (isStream) all.push({ used: ownStreams.length, max: limits[streams] });
    return all.filter(({ max }) => max > 0);
  });
}

describe("Quotas", () => {
  test("let nobody exceed a maximum, use every free slot, and end every wait, in any order of events", () => {
    assert(
      property(maximums, array(step, { maxLength: 60, size: "max" }), (limits, steps) => {
        const run = new Run(limits);
        for (const one of steps) {
          if ("ask" in one) run.ask(one.ask);
          else if ("end" in one) run.end(one.end);
          else run.wait(one.wait);
          for (const { request: asked } of run.active)
            for (const { used, max } of usedBy(run, asked, limits)) expect(used).toBeLessThanOrEqual(max);
          for (const { request: asked, since } of run.waiting) {
            expect(usedBy(run, asked, limits).some(({ used, max }) => used >= max)).toBe(true);
            // The timer has a quarter of the maximum.
            expect(run.now - since).toBeLessThanOrEqual(maxQueueDelay * 1.25);
          }
          for (const { decided } of run.requests) expect(decided.length).toBeLessThanOrEqual(1);
        }
        run.wait(2 * maxQueueDelay);
        for (const index of run.requests.keys()) run.end(index);
        expect(run.requests.filter(({ decided, hasEnded }) => decided.length === 0 && !hasEnded)).toEqual([]);
        expect(run.quotas.size).toBe(0);
      }),
      { numRuns: process.env["WELLHEAD_LONG"] ? 1000 : 50 },
    );
  });

  test("take no slot of one holder for a request that waits for another", () => {
    const run = new Run({ maxStreamsPerAccount: 1, maxStreamsPerConnector: 2 });
    expect(run.ask({ account: "noisy" })).toEqual([undefined]);
    expect(run.ask({ account: "noisy" })).toEqual([]);
    expect(run.ask({ account: "quiet" })).toEqual([undefined]);
  });

  test("give turns to accounts, and replace the last one of who waits with the most", () => {
    const run = new Run({ maxRequestsPerAccount: 9, maxStreamsPerConnector: 4 });
    const first = Array.from({ length: 4 }, () => run.ask({ account: "noisy" }));
    const noisy = Array.from({ length: 4 }, () => run.ask({ account: "noisy" }));
    const quiet = run.ask({ account: "quiet" });
    expect(first.flat()).toEqual([undefined, undefined, undefined, undefined]);
    expect(noisy.at(-1)).toMatchObject([{ reason: "connector", limit: "maxStreamsPerConnector" }]);
    run.end(0);
    run.end(1);
    expect([noisy[0], quiet]).toEqual([[undefined], [undefined]]);
  });

  test("refuse on arrival only what would be refused later", () => {
    const run = new Run({ maxStreamsPerCaller: 1 });
    const asked = { ...plain, account: undefined };
    run.ask();
    expect(run.quotas.refusal(asked)).toBeUndefined();
    run.ask();
    expect(run.quotas.refusal(asked)).toMatchObject({ reason: "caller", limit: "maxStreamsPerCaller" });
    expect(run.quotas.refusal({ ...asked, isStream: false })).toBeUndefined();
    expect(run.quotas.refusal({ ...asked, caller: "d" })).toBeUndefined();
  });

  test("begin what waits when a maximum is raised or removed, and nothing when it is lowered", () => {
    const run = new Run({ maxStreamsPerCaller: 2 });
    const asked = [run.ask(), run.ask(), run.ask(), run.ask()];
    run.maximums.setLimits({ ...noQuotas, maxStreamsPerCaller: 1 });
    run.end(0);
    expect(asked.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
    run.end(1);
    expect(asked.map(({ length }) => length)).toEqual([1, 1, 1, 0]);
    run.maximums.setLimits(noQuotas);
    expect(asked.flat()).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("prefer the limits of a connector to those of the service", () => {
    const run = new Run({ maxStreamsPerAccount: 1 });
    run.maximums.setConnectors(new Map([["roomy", { maxStreamsPerAccount: 2 }]]));
    const asked = [run.ask({ connector: "roomy" }), run.ask({ connector: "roomy", account: "x" })];
    expect(asked).toEqual([[undefined], [undefined]]);
    expect([run.maximums.needAccount("roomy"), run.maximums.needAccount("k")]).toEqual([true, true]);
  });

  test("return when the next request may begin, if requests take as long as before", () => {
    const run = new Run({ maxRequestsPerCaller: 1 });
    run.ask();
    run.wait(7000);
    run.end(0);
    run.ask();
    run.wait(2000);
    run.ask();
    run.wait(600);
    // One that takes 7 s began 2.5 s ago.
    expect(run.requests.at(-1)?.decided[0]?.retryAfter).toBe(5);
    run.wait(17_400);
    run.ask();
    run.wait(600);
    expect(run.requests.at(-1)?.decided[0]?.retryAfter).toBeGreaterThanOrEqual(20);
  });
});

test("a request waits for its maximum time, and not longer than a quarter more", () => {
  const run = new Run({ [quotaLimits.caller.requests]: 1 });
  run.ask();
  run.wait(10);
  const waiting = run.ask();
  run.wait(maxQueueDelay - 1);
  expect(waiting).toEqual([]);
  run.wait(1 + maxQueueDelay / 4);
  expect(waiting).toEqual([expect.objectContaining({ limit: quotaLimits.caller.requests })]);
});

test("as many requests wait for a holder as it may have in progress, and a further one replaces none of equals", () => {
  const run = new Run({ maxRequestsPerConnector: 2 });
  const asked = ["x1", "x1", "x1", "x2", "x3"].map((account) => run.ask({ account }));
  const refused = [expect.objectContaining({ reason: "connector", limit: "maxRequestsPerConnector" })];
  expect(asked).toEqual([[undefined], [undefined], [], [], refused]);
  run.end(0);
  expect(asked.slice(2)).toEqual([[undefined], [], refused]);
});

test("requests that wait are listed with the time of their arrival, the oldest first", () => {
  const run = new Run({ maxRequestsPerAccount: 1 });
  run.ask({ name: "bi" });
  run.wait(10);
  run.ask({ name: "bi", endpoint: "validate" });
  run.wait(10);
  run.ask({ account: "other" });
  run.ask({ account: "other" });
  expect(run.quotas.queued()).toEqual([
    { connector: "k", endpoint: "validate", name: "bi", since: 10 },
    { connector: "k", endpoint: "data", name: undefined, since: 20 },
  ]);
});

test("nothing is kept of requests whose holders have no maximum", () => {
  const run = new Run({ maxStreamsPerCaller: 1 });
  expect(run.ask({ isStream: false })).toEqual([undefined]);
  expect(run.quotas.size).toBe(0);
  expect(run.ask()).toEqual([undefined]);
  expect(run.quotas.size).toBe(1);
});

test("requests that wait share one timer, which ends with them", () => {
  const run = new Run({ [quotaLimits.caller.requests]: 3 });
  for (let count = 0; count < 6; count += 1) run.ask();
  expect([run.waiting.length, run.timers]).toEqual([3, 1]);
  run.wait(2 * maxQueueDelay);
  expect(run.timers).toBe(0);
});

test.each([
  [{}, false],
  [{ [quotaLimits.account.requests]: 1 }, true],
  [{ [quotaLimits.account.streams]: 1 }, true],
  [{ [rateLimits.account]: 1 }, true],
  [{ [quotaLimits.caller.requests]: 1, [rateLimits.caller]: 1 }, false],
])("with the maximums %j, an account has to be known: %s", (limits, isNeeded) => {
  expect(new Maximums({ ...noQuotas, ...limits }).needAccount("k")).toBe(isNeeded);
});

import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { noQuotas, type QuotaMaximums } from "../settings/limits.js";
import { Maximums } from "./quotas.js";
import { Rates } from "./rates.js";

const holders = { caller: "c", account: "x", connector: "k" };

/** Rates with a clock of the test, and when how many bytes of which stream were sent. */
class Run {
  readonly maximums: Maximums;
  readonly rates: Rates;
  readonly sent: { readonly at: number; readonly count: number; readonly stream: number }[] = [];
  now = 0;
  #timers: { readonly at: number; readonly call: () => void }[] = [];

  /** Number of timers that have not ended. */
  get timers(): number {
    return this.#timers.length;
  }

  constructor(limits: Partial<QuotaMaximums>) {
    this.maximums = new Maximums({ ...noQuotas, ...limits });
    this.rates = new Rates({
      maximums: this.maximums,
      now: () => this.now,
      after: (milliseconds, call) => this.#timers.push({ at: this.now + milliseconds, call }),
    });
  }

  /** Sends bytes as a stream does, and returns a function that ends it. */
  stream(stream: number, bytes: number, request: Partial<typeof holders> = {}): () => void {
    const whole = { address: "a", endpoint: "data", ...holders, ...request, isStream: true };
    const paced = this.rates.begin(whole);
    let left = bytes;
    let cancel: (() => void) | undefined;
    const send = (count: number): void => {
      this.sent.push({ at: this.now, count, stream });
      left -= count;
    };
    const goOn = (): void => {
      while (left > 0) {
        const count = Math.min(left, paced?.pace.maxBytes ?? left);
        cancel = paced?.pace.take(count, () => {
          send(count);
          goOn();
        });
        if (cancel !== undefined) return;
        send(count);
      }
    };
    goOn();
    return () => {
      cancel?.();
      paced?.end();
    };
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

  sumOf(streams: readonly number[], from = 0, to = Number.POSITIVE_INFINITY): number {
    const own = this.sent.filter(({ at, stream }) => streams.includes(stream) && at >= from && at <= to);
    return own.reduce((sum, { count }) => sum + count, 0);
  }
}

const rate = integer({ min: 500, max: 50_000 });
const steps = array(
  record({
    bytes: integer({ min: 1, max: 8000 }),
    account: constantFrom("x1", "x2"),
    caller: constantFrom("c1", "c2"),
    pauseMs: integer({ min: 0, max: 400 }),
    ends: integer({ min: 0, max: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
);

describe("Rates", () => {
  test("never exceed a rate in any time, for any streams, and send everything", () => {
    assert(
      property(rate, rate, rate, steps, (caller, account, connector, asked) => {
        const run = new Run({
          maxBytesPerSecondPerCaller: caller,
          maxBytesPerSecondPerAccount: account,
          maxBytesPerSecondPerConnector: connector,
        });
        const ends = asked.map((one, index) => {
          const end = run.stream(index, one.bytes, { account: one.account, caller: one.caller });
          run.wait(one.pauseMs);
          return end;
        });
        // Some streams are given up, in the middle of a wait or not.
        const given = asked.map(({ ends: number }, index) => number === 0 && index % 2 === 0);
        for (const [index, end] of ends.entries()) if (given[index] === true) end();
        run.wait(1_000_000);
        const left = asked.filter(
          ({ bytes }, index) => given[index] !== true && run.sumOf([index]) !== bytes,
        );
        expect(left).toEqual([]);
        const groups = [
          { max: connector, streams: [...asked.keys()] },
          ...["x1", "x2"].map((id) => ({ max: account, streams: indexesOf(asked, "account", id) })),
          ...["c1", "c2"].map((id) => ({ max: caller, streams: indexesOf(asked, "caller", id) })),
        ];
        for (const { max, streams } of groups) expectBelow(run, max, streams);
        for (const [index, end] of ends.entries()) if (given[index] !== true) end();
        run.wait(1000);
        expect(run.rates.size).toBe(0);
      }),
      { numRuns: process.env["WELLHEAD_LONG"] ? 500 : 30 },
    );
  });

  test("send nearly what is allowed, and the same to each stream of a holder", () => {
    const run = new Run({ maxBytesPerSecondPerAccount: 10_000 });
    for (let stream = 0; stream < 5; stream += 1) run.stream(stream, 1e9);
    run.wait(20_000);
    const each = [0, 1, 2, 3, 4].map((stream) => run.sumOf([stream]));
    expect(run.sumOf([0, 1, 2, 3, 4])).toBeGreaterThan(0.98 * 20 * 10_000);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1000);
  });

  test("do not allow more to a holder that begins a new stream each time", () => {
    const run = new Run({ maxBytesPerSecondPerCaller: 10_000 });
    for (let stream = 0; stream < 100; stream += 1) {
      const end = run.stream(stream, 1000);
      run.wait(10);
      end();
      run.wait(10);
    }
    expect(run.sumOf(Array.from({ length: 100 }, (_unused, stream) => stream))).toBeLessThanOrEqual(22_000);
  });

  test("let nobody pass a stream that waits", () => {
    const run = new Run({ maxBytesPerSecondPerCaller: 10_000 });
    run.stream(0, 4000);
    for (let stream = 1; stream <= 200; stream += 1) {
      run.stream(stream, 100);
      run.wait(10);
    }
    expect(run.sumOf([0])).toBe(4000);
  });

  test("apply a new rate to streams in progress, and no rate at all", () => {
    const run = new Run({ maxBytesPerSecondPerConnector: 1000 });
    run.stream(0, 1e6);
    run.wait(1000);
    run.maximums.setConnectors(new Map([["k", { maxBytesPerSecondPerConnector: 100_000 }]]));
    const before = run.sumOf([0]);
    run.wait(1000);
    expect(run.sumOf([0]) - before).toBeGreaterThan(85_000);
    const left = 1e6 - run.sumOf([0]);
    run.maximums.setConnectors(new Map([["k", { maxBytesPerSecondPerConnector: 0 }]]));
    expect(run.sumOf([0])).toBe(1e6);
    // Only the bytes that waited were cut to the old rate.
    expect(run.sent.slice(-2).reduce((sum, { count }) => sum + count, 0)).toBe(left);
  });

  test("forget a holder without streams whose rate was removed", () => {
    const run = new Run({ maxBytesPerSecondPerConnector: 1000 });
    const end = run.stream(0, 5000);
    run.maximums.setLimits(noQuotas);
    end();
    run.wait(0);
    expect(run.rates.size).toBe(0);
  });

  test("send at once what has room, and the rest as soon as it has", () => {
    const run = new Run({ maxBytesPerSecondPerCaller: 10_000 });
    run.stream(0, 900);
    expect([run.sumOf([0]), run.timers]).toEqual([900, 0]);
    run.stream(1, 300);
    run.wait(20);
    expect(run.sumOf([1])).toBe(300);
  });

  test("limit the streams of a holder together when one begins as another ends", () => {
    const run = new Run({ maxBytesPerSecondPerCaller: 10_000 });
    run.stream(0, 1000)();
    run.stream(1, 1e9);
    run.wait(150);
    run.stream(2, 1e9);
    run.wait(1000);
    expectBelow(run, 10_000, [0, 1, 2]);
    expect(run.rates.size).toBe(1);
  });

  test("do not forget a holder whose rate was used again before it was available as a whole", () => {
    const run = new Run({ maxBytesPerSecondPerCaller: 10_000 });
    run.stream(0, 1000)();
    run.wait(99);
    run.stream(1, 900)();
    run.wait(2);
    run.stream(2, 1000)();
    run.wait(100);
    expectBelow(run, 10_000, [0, 1, 2]);
    expect(run.rates.size).toBe(0);
  });

  test("forget a holder once, not the one that has come after it", () => {
    const run = new Run({ maxBytesPerSecondPerCaller: 10_000 });
    run.stream(0, 1000)();
    run.wait(0.5);
    // Timers have whole milliseconds, so that of this stream ends after the first one has forgotten the holder.
    run.stream(1, 0)();
    run.wait(99.7);
    expect(run.rates.size).toBe(0);
    run.stream(2, 1e9);
    run.wait(10);
    run.stream(3, 1e9);
    run.wait(1000);
    expectBelow(run, 10_000, [2, 3]);
  });

  test("share one timer among streams that wait, also after a new rate", () => {
    const run = new Run({ maxBytesPerSecondPerConnector: 1000 });
    for (let stream = 0; stream < 3; stream += 1) run.stream(stream, 1e6);
    expect(run.timers).toBe(1);
    run.maximums.setConnectors(new Map([["k", { maxBytesPerSecondPerConnector: 2000 }]]));
    run.wait(1000);
    expect(run.timers).toBe(1);
  });

  test("do not touch a stream without a maximum", () => {
    const request = { address: "a", endpoint: "data", ...holders, isStream: true };
    expect(new Run({}).rates.begin(request)).toBeUndefined();
    const unknown = new Run({ maxBytesPerSecondPerAccount: 1 });
    expect(unknown.rates.begin({ ...request, account: undefined })).toBeUndefined();
  });
});

function indexesOf<Key extends "account" | "caller">(
  asked: readonly Readonly<Record<Key, string>>[],
  key: Key,
  id: string,
): readonly number[] {
  return asked.flatMap((one, index) => (one[key] === id ? [index] : []));
}

/** Expects that in no time more was sent than the rate allows in this time and a tenth of a second. */
function expectBelow(run: Run, max: number, streams: readonly number[]): void {
  const own = run.sent.filter(({ stream }) => streams.includes(stream));
  let excess = 0;
  for (const [first, { at: from }] of own.entries()) {
    let sum = 0;
    for (const { at, count } of own.slice(first)) {
      sum += count;
      excess = Math.max(excess, sum - ((at - from) / 1000) * max - Math.max(256, max / 10));
    }
  }
  expect(excess).toBeLessThan(0.01);
}

import { array, assert, asyncProperty, constantFrom, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { CacheStore } from "../store/cache-store.js";
import { MemoryStore } from "../store/memory-store.js";
import type { LeaseOptions } from "../store/store.js";
import { Leases, type ReleaseLease } from "./leases.js";

/** A clock that a test advances; due timers run in chronological order. */
class TestClock {
  now = 1_000_000_000;
  readonly #due: Array<{ readonly at: number; readonly run: () => void }> = [];

  readonly wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = (): void => reject(new Error("stopped"));
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      this.#due.push({ at: this.now + milliseconds, run: resolve });
    });

  readonly every = (milliseconds: number, work: () => void): (() => void) => {
    let isStopped = false;
    const next = (): void => {
      if (isStopped) return;
      work();
      this.#due.push({ at: this.now + milliseconds, run: next });
    };
    this.#due.push({ at: this.now + milliseconds, run: next });
    return () => {
      isStopped = true;
    };
  };

  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      await settled();
      this.#due.sort((one, other) => one.at - other.at);
      const [first] = this.#due;
      if (first === undefined || first.at > end) break;
      this.#due.shift();
      this.now = Math.max(this.now, first.at);
      first.run();
    }
    this.now = end;
    await settled();
  }
}

/** Runs everything that does not wait for the clock. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

/** A store whose server can become unavailable. */
class SharedStore extends MemoryStore {
  isGone = false;

  override lease(key: string, holder: string, options: LeaseOptions): Promise<boolean> {
    return this.isGone ? Promise.reject(new Error("ECONNREFUSED")) : super.lease(key, holder, options);
  }

  override release(key: string, holder: string): Promise<void> {
    return this.isGone ? Promise.reject(new Error("ECONNREFUSED")) : super.release(key, holder);
  }
}

const never = new AbortController().signal;

/** Creates replicas of a service that share one store and one clock. */
function fleet(count: number) {
  const clock = new TestClock();
  const shared = new SharedStore(() => clock.now);
  const replicas = Array.from({ length: count }, () => {
    let isKilled = false;
    const { wait } = clock;
    const now = () => clock.now;
    const every = (milliseconds: number, work: () => void) =>
      clock.every(milliseconds, () => {
        if (!isKilled) work();
      });
    const leases = new Leases({ store: new CacheStore({ shared, now }), now, wait, every });
    return {
      leases,
      isKilled: () => isKilled,
      kill: () => {
        isKilled = true;
      },
    };
  });
  return { clock, shared, replicas };
}

function request(maxHolders: number, signal: AbortSignal = never) {
  return { key: "k", maxHolders, maxWaitMs: 60_000, signal };
}

describe("Leases", () => {
  it("never exceed the maximum, whichever holder takes, keeps, crashes or disconnects", async () => {
    const step = record({
      what: constantFrom("take", "take", "take", "release", "leave", "kill"),
      replica: integer({ min: 0, max: 2 }),
      pick: integer({ min: 0, max: 50 }),
      passed: constantFrom(0, 1, 99, 100, 9_999, 10_000, 29_999, 30_000, 45_000),
    });
    await assert(
      asyncProperty(integer({ min: 1, max: 4 }), array(step, { maxLength: 60 }), async (max, steps) => {
        const { clock, replicas } = fleet(3);
        const held: Array<{ readonly replica: number; readonly release: ReleaseLease }> = [];
        const waiting: AbortController[] = [];
        const dead: Array<{ readonly since: number }> = [];
        const check = (): void => {
          // A dead replica's leases count until they expire; until then nobody can know that it is dead.
          const current = dead.filter(({ since }) => clock.now - since < 20_000).length;
          expect(held.length + current).toBeLessThanOrEqual(max);
        };
        for (const { what, replica: index, pick, passed } of steps) {
          const replica = replicas[index];
          if (what === "take" && replica?.isKilled() === false) {
            const controller = new AbortController();
            waiting.push(controller);
            void replica.leases.take(request(max, controller.signal)).then(
              (release) => {
                if (replica.isKilled()) return;
                if (release !== undefined) held.push({ replica: index, release });
                check();
              },
              () => undefined,
            );
          } else if (what === "release" && held.length > 0) {
            held.splice(pick % held.length, 1)[0]?.release();
          } else if (what === "leave" && waiting.length > 0) {
            waiting.splice(pick % waiting.length, 1)[0]?.abort(new Error("gone"));
          } else if (what === "kill" && index > 0 && replica?.isKilled() === false) {
            replica.kill();
            for (const lost of held.filter((one) => one.replica === index)) {
              held.splice(held.indexOf(lost), 1);
              dead.push({ since: clock.now });
            }
          }
          await clock.advance(passed);
          check();
        }
        for (const controller of waiting) controller.abort(new Error("gone"));
        for (const { release } of held.splice(0)) release();
        // Whatever happened, all leases are available again.
        await clock.advance(60_000);
        const all = await Promise.all(
          Array.from({ length: max }, async () => await replicas[0]?.leases.take(request(max))),
        );
        expect(all.every((release) => release !== undefined)).toBe(true);
      }),
      { numRuns: Number(process.env["WELLHEAD_RUNS"] ?? 40) },
    );
  });

  it("keeps a lease for as long as its holder lives, and returns that of one that was killed", async () => {
    const { clock, replicas } = fleet(2);
    const [one, two] = replicas;
    await one?.leases.take(request(1));
    await clock.advance(3_600_000);
    let taken: ReleaseLease | undefined;
    const waiting = two?.leases.take({ ...request(1), maxWaitMs: 600_000 }).then((release) => {
      taken = release;
    });
    await clock.advance(120_000);
    expect(taken).toBeUndefined();
    one?.kill();
    await clock.advance(30_100);
    expect(taken).toBeDefined();
    await waiting;
  });

  it("serves the callers of a process in the order they came, and skips those that hung up", async () => {
    const { clock, replicas } = fleet(1);
    const [one] = replicas;
    const first = await one?.leases.take(request(1));
    const served: number[] = [];
    const controllers = [1, 2, 3, 4].map((number) => {
      const controller = new AbortController();
      void one?.leases.take(request(1, controller.signal)).then(
        (release) => {
          served.push(number);
          release?.();
        },
        () => served.push(-number),
      );
      return controller;
    });
    await clock.advance(0);
    controllers[1]?.abort(new Error("gone"));
    await clock.advance(0);
    expect(served).toEqual([-2]);
    first?.();
    // A caller that arrives at the moment of a release must not overtake those who wait.
    void one?.leases.take(request(1)).then((release) => {
      served.push(5);
      release?.();
    });
    // Nobody waits for the next check of the store: the next waiter is woken.
    await clock.advance(0);
    expect(served).toEqual([-2, 1, 3, 4, 5]);
  });

  it("returns nothing to a caller who has waited long enough", async () => {
    const { clock, replicas } = fleet(1);
    await replicas[0]?.leases.take(request(1));
    const waiting = replicas[0]?.leases.take(request(1));
    await clock.advance(60_000);
    expect(await waiting).toBeUndefined();
  });

  it("lets a caller with a higher maximum pass those with a lower one", async () => {
    const { clock, replicas } = fleet(1);
    const [one] = replicas;
    await one?.leases.take(request(1));
    void one?.leases.take(request(1));
    await clock.advance(0);
    expect(await one?.leases.take(request(2))).toBeDefined();
  });

  it("counts alone while the shared store fails, from where it was", async () => {
    const { clock, shared, replicas } = fleet(2);
    const [one, two] = replicas;
    await one?.leases.take(request(2));
    shared.isGone = true;
    expect(await one?.leases.take(request(2))).toBeDefined();
    const waiting = one?.leases.take(request(2));
    expect(await two?.leases.take(request(2))).toBeDefined();
    await clock.advance(60_000);
    expect(await waiting).toBeUndefined();
  });
});

import { expect, test } from "vitest";
import { FakeLoop } from "../../test/fake-loop.js";
import { RefusalDelay } from "./refusal-delay.js";

/** How long reading and refusing one request takes, in milliseconds. */
const refusalMs = 0.8;

/** Callers whose every request is refused, and who send the next one `pauseMs` after each refusal. */
class Crowd {
  readonly loop = new FakeLoop();
  readonly delay = new RefusalDelay(this.loop.after);
  refused = 0;
  longestMs = 0;
  #intakeMs = 0;

  constructor() {
    const beat = (): void => {
      this.delay.beat(this.loop.now(), this.#intakeMs);
      this.loop.after(20, beat);
    };
    beat();
  }

  call(pauseMs: number): void {
    const start = this.loop.now();
    this.loop.work(refusalMs);
    this.#intakeMs += refusalMs;
    this.delay.hold(() => {
      this.refused += 1;
      this.longestMs = Math.max(this.longestMs, this.loop.now() - start);
      this.loop.after(pauseMs, () => this.call(pauseMs));
    });
  }
}

test("callers who send again at once are delayed until refusing them takes a tenth of the time", async () => {
  const crowd = new Crowd();
  for (let count = 0; count < 100; count += 1) crowd.loop.after(0, () => crowd.call(0.01));
  await crowd.loop.run(3000);
  const before = crowd.refused;
  await crowd.loop.run(6000);
  expect((crowd.refused - before) * refusalMs).toBeLessThanOrEqual(0.1 * 3000);
  // Shorter than the shortest Retry-After of a refusal.
  expect(crowd.longestMs).toBeLessThan(2000);
});

test("refusals that take a tenth of the time come at once", async () => {
  const crowd = new Crowd();
  for (let count = 0; count < 25; count += 1) crowd.loop.after(8 * count, () => crowd.call(200));
  await crowd.loop.run(3000);
  expect(crowd.refused).toBeGreaterThan(250);
  expect(crowd.longestMs).toBeLessThan(1);
});

test("refusals come at once again soon after the crowd has left", async () => {
  const crowd = new Crowd();
  for (let count = 0; count < 100; count += 1) crowd.loop.after(0, () => crowd.call(0.01));
  await crowd.loop.run(3000);
  let isDelayed = true;
  const later = crowd.loop.now() + 5000;
  crowd.call = () => undefined;
  await crowd.loop.run(later);
  crowd.delay.hold(() => {
    isDelayed = false;
  });
  expect(isDelayed).toBe(false);
});

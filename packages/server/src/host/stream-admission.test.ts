import { afterEach, expect, test } from "vitest";
import { FakeLoop } from "../../test/fake-loop.js";
import { workMeter } from "../deadline/current-request.js";
import { Turns } from "../stream/turns.js";
import { Admission } from "./admission.js";
import { beatMs } from "./event-loop.js";

afterEach(() => workMeter.stop());

/** How long reading and refusing a request keeps the event loop busy, in milliseconds. */
const intakeMs = 0.05;

/** Batches in a stream, and how long each keeps the event loop busy, in milliseconds. */
const stream = { batches: 20, batchMs: 0.5 };

/** A service of one connector, whose requests begin and whose rows are sent in turns of one event loop. */
class StreamService {
  readonly loop = new FakeLoop();
  readonly turns = new Turns(this.loop);
  readonly admission: Admission;
  readonly request = { connector: "busy", endpoint: "data", caller: "platform" };
  /** When each stream ended. */
  readonly ends: number[] = [];
  /** How long each refused request waited for its refusal, in milliseconds. */
  readonly refusals: number[] = [];

  constructor(maxActive = Number.POSITIVE_INFINITY) {
    const { loop, turns } = this;
    this.admission = new Admission({
      maxQueueDelayMs: 500,
      turns,
      isLate: () => false,
      isCrowded: ({ connector }, active) => active >= maxActive || turns.waitMs(connector, active) > 100,
      now: loop.now,
      after: loop.after,
    });
    let last = 0;
    const beat = (): void => {
      const now = loop.now();
      this.admission.beat(Math.max(0, now - last - beatMs));
      last = now;
      loop.after(beatMs, beat);
    };
    loop.after(beatMs, beat);
  }

  /** Sends a request every `everyMs` milliseconds until a time. */
  send(everyMs: number, { upstreamMs, end }: { readonly upstreamMs: number; readonly end: number }): void {
    const arrive = (arrival: number): void => {
      if (arrival >= end) return;
      this.#ask(arrival, upstreamMs);
      this.loop.after(arrival + everyMs - this.loop.now(), () => arrive(arrival + everyMs));
    };
    arrive(this.loop.now());
  }

  #ask(arrival: number, upstreamMs: number): void {
    const { loop, admission, request } = this;
    const refuse = (): void => void this.refusals.push(loop.now() - arrival);
    loop.work(intakeMs);
    if (admission.isOverloaded(request)) return refuse();
    admission.enter(request, (slot) => {
      if (slot === undefined) return refuse();
      const answer = (): void => {
        slot.leave();
        void this.#stream();
      };
      if (upstreamMs === 0) queueMicrotask(answer);
      else loop.after(upstreamMs, answer);
    });
  }

  async #stream(): Promise<void> {
    const pause = this.turns.clock(this.request.connector);
    for (let batch = 0; batch < stream.batches; batch += 1) {
      this.loop.work(stream.batchMs);
      await pause();
    }
    this.ends.push(this.loop.now());
  }
}

test.each([
  ["ten times what the processor can do", { everyMs: 1, upstreamMs: 0, settleMs: 0 }],
  ["three times as much", { everyMs: 3.3, upstreamMs: 0, settleMs: 0 }],
  ["thirty times as much", { everyMs: 0.33, upstreamMs: 0, settleMs: 0 }],
  ["ten times as much, after an upstream that takes 20 ms", { everyMs: 1, upstreamMs: 20, settleMs: 2000 }],
  [
    "three times as much, after an upstream that takes 50 ms",
    { everyMs: 3.3, upstreamMs: 50, settleMs: 2000 },
  ],
])(
  "of %s, nearly all that is possible is streamed, and 99 of 100 refusals come within 100 ms",
  async (_name, load) => {
    const service = new StreamService();
    service.send(load.everyMs, { ...load, end: 7000 });
    await service.loop.run(load.settleMs);
    const [refused, ended] = [service.refusals.length, service.ends.length];
    await service.loop.run(load.settleMs + 5000);
    const refusals = service.refusals.slice(refused);
    expect(refusals.filter((wait) => wait > 100).length).toBeLessThanOrEqual(refusals.length / 100);
    const processorMs = 5000 - intakeMs * (5000 / load.everyMs);
    expect(service.ends.length - ended).toBeGreaterThanOrEqual((0.95 * processorMs) / 10);
  },
);

test("streams begin as others end, not in groups between which none ends", async () => {
  const service = new StreamService();
  service.send(1, { upstreamMs: 0, end: 8000 });
  await service.loop.run(8000);
  const later = service.ends.filter((time) => time > 3000);
  const gaps = later.map((time, index) => time - (later[index - 1] ?? 3000));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(60);
});

test("a crowd counts the requests that have begun and have no rows yet", async () => {
  const service = new StreamService(3);
  service.send(1, { upstreamMs: 100, end: 50 });
  await service.loop.run(1000);
  // Three wait for the upstream at a time. What waits for half a second is refused.
  expect(service.ends.length).toBeGreaterThanOrEqual(12);
  expect(service.ends.length).toBeLessThanOrEqual(18);
});

import { afterEach, expect, test } from "vitest";
import { FakeLoop } from "../../test/fake-loop.js";
import { workMeter } from "../deadline/current-request.js";
import { Turns } from "../stream/turns.js";
import { Admission, type AdmissionOptions } from "./admission.js";
import { beatMs } from "./event-loop.js";

afterEach(() => workMeter.stop());

/** The time that a request needs. */
interface Work {
  /** How long an upstream takes, in milliseconds. */
  readonly upstreamMs: number;
  /** How long the processor works on what the upstream answered, in milliseconds. */
  readonly processorMs: number;
  /** Who asks. Default: `platform`. */
  readonly caller?: string;
}

/** How the requests of one connector ended. */
interface Outcome {
  done: number;
  /** How long refused requests waited for their refusal, in milliseconds. */
  readonly refusals: number[];
  /** How long the others took, in milliseconds. */
  readonly times: number[];
}

/** How long reading and refusing a request keeps the event loop busy, in milliseconds. */
const intakeMs = 0.05;

class Service {
  done = 0;
  readonly loop: FakeLoop;
  readonly turns: Turns;
  readonly admission: Admission;

  constructor(
    { maxQueueDelayMs = 500, isCrowded = () => false }: Partial<AdmissionOptions> = {},
    loop = new FakeLoop(),
  ) {
    this.loop = loop;
    this.turns = new Turns(loop);
    this.admission = new Admission({
      maxQueueDelayMs,
      turns: this.turns,
      isLate: () => false,
      isCrowded,
      now: this.loop.now,
      after: this.loop.after,
    });
    let last = 0;
    const beat = (): void => {
      const now = this.loop.now();
      this.admission.beat(Math.max(0, now - last - beatMs));
      last = now;
      this.loop.after(beatMs, beat);
    };
    this.loop.after(beatMs, beat);
  }

  /** Sends requests to each connector, or to the one that is named, every `everyMs` milliseconds for `duration` milliseconds. */
  async send(senders: Record<string, Work & { everyMs: number; connector?: string }>, duration: number) {
    const end = this.loop.now() + duration;
    const outcomes: Record<string, Outcome> = {};
    for (const [name, { everyMs, connector = name, ...work }] of Object.entries(senders)) {
      const outcome: Outcome = { done: 0, refusals: [], times: [] };
      outcomes[name] = outcome;
      const arrive = (arrival: number): void => {
        if (this.loop.now() >= end) return;
        this.ask(connector, work, { arrival, outcome });
        this.loop.after(arrival + everyMs - this.loop.now(), () => arrive(arrival + everyMs));
      };
      arrive(this.loop.now());
    }
    await this.loop.run(end);
    return (name: string): Outcome => outcomes[name] ?? { done: 0, refusals: [], times: [] };
  }

  ask(
    connector: string,
    { upstreamMs, processorMs, caller = "platform" }: Work,
    { arrival, outcome }: { readonly arrival: number; readonly outcome: Outcome },
  ): void {
    const { loop, admission } = this;
    loop.work(intakeMs);
    if (admission.isOverloaded({ connector, endpoint: "datalist", caller })) {
      outcome.refusals.push(loop.now() - arrival);
      return;
    }
    admission.enter({ connector, endpoint: "datalist", caller }, (slot) => {
      if (slot === undefined) {
        outcome.refusals.push(loop.now() - arrival);
        return;
      }
      loop.after(upstreamMs, () => {
        loop.work(processorMs);
        slot.metered.workMs += processorMs;
        this.done += 1;
        outcome.done += 1;
        outcome.times.push(loop.now() - arrival);
        slot.leave();
      });
    });
  }
}

const busy = { upstreamMs: 20, processorMs: 10 };

test("ten times what the processor can do leaves nine tenths of its work done, and refuses the others soon", async () => {
  const service = new Service();
  await service.send({ busy: { ...busy, everyMs: 1 } }, 2000);
  const before = service.done;
  const { refusals, times } = (await service.send({ busy: { ...busy, everyMs: 1 } }, 5000))("busy");
  expect(service.done - before).toBeGreaterThanOrEqual(0.9 * 500);
  expect(refusals.length).toBeGreaterThan(4000);
  expect(Math.max(...refusals)).toBeLessThanOrEqual(100);
  expect(Math.max(...times)).toBeLessThanOrEqual(800);
});

test.each([
  ["ten times", 1],
  ["a hundred times", 0.1],
])("a caller that asks for %s what the processor can do leaves another its turns", async (_name, everyMs) => {
  const service = new Service();
  const flood = { ...busy, everyMs, connector: "shared", caller: "flood" };
  const polite = { ...busy, everyMs: 200, connector: "shared", caller: "polite" };
  await service.send({ flood }, 2000);
  const outcome = await service.send({ flood, polite }, 10_000);
  expect(outcome("polite").refusals).toEqual([]);
  expect(outcome("polite").done).toBeGreaterThanOrEqual(48);
  expect(outcome("flood").done).toBeGreaterThan(350);
});

test.each([
  ["ten times what the processor can do", { ...busy, everyMs: 1 }, 450],
  ["fifty times what it can do", { ...busy, everyMs: 0.2 }, 350],
  ["three times what it can do", { ...busy, everyMs: 4 }, 450],
  [
    "ten times as much, as requests that begin to compute at once",
    { upstreamMs: 0, processorMs: 10, everyMs: 2 },
    450,
  ],
])("from the first request on, 99 of 100 refusals of %s come within 100 ms", async (_name, load, minDone) => {
  const { done, refusals } = (await new Service().send({ busy: load }, 5000))("busy");
  const late = refusals.filter((wait) => wait > 100);
  expect(late.length).toBeLessThanOrEqual(refusals.length / 100);
  expect(done).toBeGreaterThanOrEqual(minDone);
});

test("a burst of cheap requests is not held up by the caution with which the first ones begin", async () => {
  const service = new Service();
  const outcome = newOutcome();
  for (let count = 0; count < 200; count += 1)
    service.ask("cheap", { upstreamMs: 30, processorMs: 0.1 }, { arrival: 0, outcome });
  await service.loop.run(1000);
  expect([outcome.done, outcome.refusals]).toEqual([200, []]);
  expect(Math.max(...outcome.times)).toBeLessThanOrEqual(300);
});

test("an overload that has ended refuses no request a second later", async () => {
  const service = new Service();
  await service.send({ busy: { ...busy, everyMs: 1 } }, 3000);
  await service.send({ busy: { ...busy, everyMs: 20 } }, 1000);
  const { done, refusals } = (await service.send({ busy: { ...busy, everyMs: 20 } }, 2000))("busy");
  expect(refusals).toEqual([]);
  expect(done).toBeGreaterThanOrEqual(95);
});

test("the overload of one connector refuses no request of another, and holds it up for a tenth of a second at most", async () => {
  const service = new Service();
  const load = {
    busy: { ...busy, everyMs: 1 },
    calm: { upstreamMs: 5, processorMs: 1, everyMs: 50 },
    // Many requests in progress are not by themselves a reason to refuse one.
    patient: { upstreamMs: 2000, processorMs: 0, everyMs: 20 },
  };
  await service.send(load, 3000);
  const outcomeOf = await service.send(load, 5000);
  expect(outcomeOf("busy").refusals.length).toBeGreaterThan(3000);
  expect(outcomeOf("calm").refusals).toEqual([]);
  expect(Math.max(...outcomeOf("calm").times)).toBeLessThanOrEqual(100);
  expect(outcomeOf("patient").refusals).toEqual([]);
});

test("requests that begin as others end do not keep the event loop from reading what has arrived", async () => {
  const service = new Service({}, new FakeLoop({ repeatsTimers: true }));
  const { loop } = service;
  const outcome = newOutcome();
  let lastRead = 0;
  let maxGapMs = 0;
  const read = (): void => {
    maxGapMs = Math.max(maxGapMs, loop.now() - lastRead);
    lastRead = loop.now();
    loop.work(0.1);
    loop.nextTurn(read);
  };
  loop.nextTurn(read);
  for (let count = 0; count < 40; count += 1)
    service.ask("busy", { upstreamMs: 20, processorMs: 10 }, { arrival: 0, outcome });
  await loop.run(2000);
  expect(outcome.done + outcome.refusals.length).toBe(40);
  expect(outcome.done).toBeGreaterThanOrEqual(30);
  expect(maxGapMs).toBeLessThanOrEqual(150);
});

test("many concurrent requests to a slow upstream are not an overload", async () => {
  const service = new Service();
  const outcome: Outcome = { done: 0, refusals: [], times: [] };
  for (let count = 0; count < 100; count += 1)
    service.ask("slow", { upstreamMs: 1000, processorMs: 0.1 }, { arrival: 0, outcome });
  await service.loop.run(3000);
  expect(outcome.refusals).toEqual([]);
  expect(outcome.done).toBe(100);
});

test("requests that only make each other slower, because what they ask has a queue, are limited", async () => {
  const service = new Service();
  const outcome: Outcome = { done: 0, refusals: [], times: [] };
  // Ten connections, each of which serves one request in 100 ms.
  const free = Array.from({ length: 10 }, () => 0);
  const arrive = (): void => {
    const arrival = service.loop.now();
    if (arrival >= 20_000) return;
    service.loop.after(1, arrive);
    if (service.admission.isOverloaded({ connector: "pooled", endpoint: "data", caller: "platform" })) {
      outcome.refusals.push(arrival);
      return;
    }
    service.admission.enter({ connector: "pooled", endpoint: "data", caller: "platform" }, (slot) => {
      if (slot === undefined) {
        outcome.refusals.push(arrival);
        return;
      }
      const start = service.loop.now();
      free.sort((left, right) => left - right);
      const begin = Math.max(start, free[0] ?? 0);
      free[0] = begin + 100;
      service.loop.after(begin + 100 - start, () => {
        outcome.done += 1;
        outcome.times.push(service.loop.now() - arrival);
        slot.leave();
      });
    });
  };
  arrive();
  await service.loop.run(20_000);
  expect(outcome.done).toBeGreaterThanOrEqual(0.9 * 2000);
  expect(Math.max(...outcome.times.slice(-500))).toBeLessThanOrEqual(3000);
});

test("requests that keep the processor busy as they begin are refused by their wait", async () => {
  const service = new Service();
  const outcome: Outcome = { done: 0, refusals: [], times: [] };
  const arrive = (arrival: number): void => {
    if (arrival >= 5000) return;
    service.loop.after(arrival + 1 - service.loop.now(), () => arrive(arrival + 1));
    service.loop.work(intakeMs);
    if (service.admission.isOverloaded({ connector: "eager", endpoint: "validate", caller: "platform" })) {
      outcome.refusals.push(service.loop.now() - arrival);
      return;
    }
    service.admission.enter({ connector: "eager", endpoint: "validate", caller: "platform" }, (slot) => {
      if (slot === undefined) {
        outcome.refusals.push(service.loop.now() - arrival);
        return;
      }
      service.loop.work(10);
      slot.metered.workMs += 10;
      outcome.done += 1;
      slot.leave();
    });
  };
  arrive(0);
  await service.loop.run(5000);
  expect(outcome.done).toBeGreaterThanOrEqual(0.9 * 500);
  const late = outcome.refusals.slice(1000).filter((wait) => wait > 100);
  expect(late).toEqual([]);
});

test("requests that may wait for a minute are not refused because none began for some seconds", async () => {
  let isCrowded = false;
  const service = new Service({ maxQueueDelayMs: 60_000, isCrowded: () => isCrowded });
  const ended = newOutcome();
  for (let index = 0; index < 100; index += 1)
    service.ask("slow", { upstreamMs: 1, processorMs: 20 }, { arrival: 0, outcome: ended });
  service.loop.after(500, () => {
    isCrowded = true;
  });
  service.loop.after(8000, () => {
    isCrowded = false;
  });
  await service.loop.run(12_000);
  expect(ended.refusals).toEqual([]);
  expect(ended.done).toBe(100);
});

test("a crowded queue begins nothing until the crowd is over, and other queues go on", async () => {
  let isCrowded = true;
  const service = new Service({ isCrowded: ({ connector }) => isCrowded && connector === "crowded" });
  const outcomes = { crowded: newOutcome(), other: newOutcome() };
  for (const [connector, ended] of Object.entries(outcomes))
    for (let index = 0; index < 10; index += 1)
      service.ask(connector, { upstreamMs: 1, processorMs: 1 }, { arrival: 0, outcome: ended });
  await service.loop.run(200);
  expect([outcomes.crowded.done, outcomes.other.done]).toEqual([0, 10]);
  isCrowded = false;
  await service.loop.run(400);
  expect([outcomes.crowded.done, outcomes.crowded.refusals]).toEqual([10, []]);
});

function newOutcome(): Outcome {
  return { done: 0, refusals: [], times: [] };
}

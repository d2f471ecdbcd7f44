import { describe, expect, test } from "vitest";
import { FakeLoop } from "../../test/fake-loop.js";
import { RefusalBudget } from "./refusals.js";

/** How long reading a request and sending its refusal take, in milliseconds. */
const readMs = 0.05;
const sendMs = 0.025;

/** A service that refuses every request, and does other work whenever it can. */
class Service {
  readonly loop = new FakeLoop();
  readonly budget = new RefusalBudget(this.loop);
  /** Milliseconds until each refusal. */
  readonly waits: number[] = [];
  /** Milliseconds of work on accepted requests. */
  workedMs = 0;

  refuse(then: () => void = () => undefined): void {
    const start = this.loop.now();
    this.loop.work(readMs);
    this.budget.send(() => {
      this.loop.work(sendMs);
      this.waits.push(this.loop.now() - start);
      then();
    });
  }

  /** Accepted requests that need the event loop all the time, in pieces of 10 ms. */
  keepBusy(): void {
    this.loop.work(10);
    this.workedMs += 10;
    this.loop.nextTurn(() => this.keepBusy());
  }

  /** A caller that sends its next request as soon as it is refused. */
  call(): void {
    this.refuse(() => this.loop.after(0.01, () => this.call()));
  }

  /** Callers that send a number of requests a second, whatever they receive. */
  callAt(rate: number, due = this.loop.now()): void {
    this.refuse();
    const next = due + 1000 / rate;
    this.loop.after(next - this.loop.now(), () => this.callAt(rate, next));
  }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}

describe("RefusalBudget", () => {
  test("leaves about nine tenths of the time to accepted requests, however many callers retry immediately", async () => {
    for (const callers of [100, 800]) {
      const service = new Service();
      service.loop.nextTurn(() => service.keepBusy());
      for (let count = 0; count < callers; count += 1) service.loop.after(0, () => service.call());
      await service.loop.run(2000);
      const before = service.workedMs;
      await service.loop.run(6000);
      expect(service.workedMs - before, `${callers} callers`).toBeGreaterThan(0.88 * 4000);
    }
  });

  test("refuses in the order of arrival, so that no caller waits much longer than another", async () => {
    const service = new Service();
    service.loop.nextTurn(() => service.keepBusy());
    for (let count = 0; count < 800; count += 1) service.loop.after(0, () => service.call());
    await service.loop.run(5000);
    service.waits.length = 0;
    await service.loop.run(10_000);
    // 800 refused requests take a tenth of 600 ms.
    expect(percentile(service.waits, 0.01)).toBeGreaterThan(500);
    expect(percentile(service.waits, 0.99)).toBeLessThan(750);
  });

  test("holds no refusal back that leaves enough time to accepted requests", async () => {
    const service = new Service();
    service.loop.nextTurn(() => service.keepBusy());
    service.loop.after(0, () => service.callAt(900));
    await service.loop.run(5000);
    expect(service.waits.length).toBeGreaterThan(4000);
    expect(percentile(service.waits, 0.99)).toBeLessThan(25);
  });

  test("refuses within 100 ms what callers send at a rate that needs somewhat more than the usual share", async () => {
    const service = new Service();
    service.loop.nextTurn(() => service.keepBusy());
    service.loop.after(0, () => service.callAt(1800));
    await service.loop.run(10_000);
    expect(service.waits.length).toBeGreaterThan(15_000);
    expect(percentile(service.waits, 0.99)).toBeLessThan(100);
  });

  test("spends the time in which the event loop is idle on refusals", async () => {
    const service = new Service();
    for (let count = 0; count < 800; count += 1) service.loop.after(0, () => service.call());
    await service.loop.run(5000);
    service.waits.length = 0;
    await service.loop.run(6000);
    expect(service.waits.length).toBeGreaterThan(5000);
  });

  test("sends delayed refusals once the callers have left, and then refuses immediately again", async () => {
    const service = new Service();
    const busy = { until: 3000 };
    const keepBusy = (): void => {
      service.loop.work(10);
      if (service.loop.now() < busy.until) service.loop.nextTurn(keepBusy);
    };
    service.loop.nextTurn(keepBusy);
    let refused = 0;
    for (let count = 0; count < 1500; count += 1)
      service.loop.after(1000, () => service.refuse(() => (refused += 1)));
    await service.loop.run(3000);
    const before = refused;
    expect(before).toBeGreaterThan(1000);
    await service.loop.run(5000);
    expect(refused).toBe(1500);
    service.refuse(() => (refused += 1));
    expect(refused).toBe(1501);
  });

  test("holds 10,000 refusals at most", async () => {
    const service = new Service();
    service.loop.nextTurn(() => service.keepBusy());
    // The budget that was saved up is spent first: 20 ms of refusals.
    for (let count = 0; count < 11_000; count += 1) service.refuse();
    expect(11_000 - service.waits.length).toBe(10_000);
  });

  test("judges what a refusal costs by most of them, not by one during which another process ran", async () => {
    const loop = new FakeLoop();
    const budget = new RefusalBudget(loop);
    let sent = 0;
    for (let count = 0; count < 100; count += 1)
      budget.send(() => {
        loop.work(count % 10 === 0 ? 50 : sendMs);
        sent += 1;
      });
    expect(sent).toBe(100);
  });
});

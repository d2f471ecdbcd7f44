import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { leakingService } from "@wellhead/test-support/services/service-programs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Deadlines, RequestControl } from "../deadline/request-control.js";
import { ActiveRequests } from "./active-requests.js";
import { type MemoryUse, MemoryWatch, type ShortMemory } from "./memory-watch.js";

/** Makes a watch with a clock and a measurement that the test sets. */
function watchOf(limits: { maxHeapPercent?: number; maxResidentBytes?: number }) {
  const state = { time: 0, use: { heapBytes: 0, heapLimitBytes: 1000, residentBytes: 0 } as MemoryUse };
  const requests = new ActiveRequests((endpoint) => endpoint === "data");
  const reports: ShortMemory[] = [];
  let measurements = 0;
  const watch = new MemoryWatch({
    maxHeapPercent: 0,
    maxResidentBytes: 0,
    ...limits,
    requests,
    onShort: (memory) => reports.push(memory),
    now: () => state.time,
    measure: () => {
      measurements += 1;
      return state.use;
    },
  });
  const add = (connector: string, bufferedBytes: number, endpoint = "data") => {
    const control = new RequestControl(new Deadlines(0));
    control.bufferedBytes = () => bufferedBytes;
    control.request = {
      describe: () => ({ connector, endpoint, requestId: `${connector}-${bufferedBytes}` }),
      logUncaught: () => undefined,
      show: () => ({ id: undefined, source: undefined, caller: undefined }),
    };
    requests.add(control, { connector, endpoint });
  };
  const measureAt = (time: number, use: Partial<MemoryUse>) => {
    state.time = time;
    state.use = { ...state.use, ...use };
    watch.beat();
    return watch.refuses;
  };
  return { watch, requests, reports, add, measureAt, measurements: () => measurements };
}

describe("MemoryWatch", () => {
  it("refuses beyond the share of the heap while four requests are in progress, and no longer", () => {
    const { add, measureAt, watch } = watchOf({ maxHeapPercent: 90 });
    expect(measureAt(0, { heapBytes: 901 })).toBe(false);
    for (let count = 0; count < 3; count += 1) add("a", 0);
    expect(watch.refuses).toBe(false);
    add("a", 0);
    expect(watch.refuses).toBe(true);
    expect(measureAt(200, { heapBytes: 900 })).toBe(false);
    expect(measureAt(400, { heapBytes: 950 })).toBe(true);
  });

  it("refuses beyond the maximum of resident memory, whatever the heap has", () => {
    const { add, measureAt, watch } = watchOf({ maxResidentBytes: 5000 });
    for (let count = 0; count < 4; count += 1) add("a", 0);
    expect(measureAt(0, { heapBytes: 1000, residentBytes: 5000 })).toBe(false);
    expect(measureAt(200, { residentBytes: 5001 })).toBe(true);
    expect(watch.share).toBeCloseTo(1.0002);
  });

  it("measures nothing without a limit, and at most ten times a second", () => {
    const off = watchOf({});
    off.measureAt(0, { heapBytes: 1000, residentBytes: 1e12 });
    expect([off.measurements(), off.watch.share]).toEqual([0, 0]);
    const on = watchOf({ maxHeapPercent: 90 });
    for (let time = 0; time < 1000; time += 20) on.measureAt(time, {});
    expect(on.measurements()).toBe(10);
  });

  it("names who holds the most, once a minute", () => {
    const { add, measureAt, reports } = watchOf({ maxHeapPercent: 50, maxResidentBytes: 9000 });
    for (const [connector, bytes, endpoint] of [
      ["idle", 0, "datalist"],
      ["idle", 0, "schema"],
      ["slow", 300, "data"],
      ["slow", 200, "data"],
      ["large", 400, "data"],
      ["one", 0, "data"],
    ] as const)
      add(connector, bytes, endpoint);
    for (let time = 0; time < 59_000; time += 500) measureAt(time, { heapBytes: 600, residentBytes: 100 });
    expect(reports).toEqual([
      {
        heapBytes: 600,
        heapLimitBytes: 1000,
        residentBytes: 100,
        maxResidentBytes: 9000,
        connectors: [
          { connector: "slow", requests: 2, bufferedBytes: 500 },
          { connector: "large", requests: 1, bufferedBytes: 400 },
          { connector: "idle", requests: 2, bufferedBytes: 0 },
        ],
        streams: [
          { connector: "large", requestId: "large-400", bufferedBytes: 400 },
          { connector: "slow", requestId: "slow-300", bufferedBytes: 300 },
          { connector: "slow", requestId: "slow-200", bufferedBytes: 200 },
        ],
      },
    ]);
    measureAt(61_000, {});
    expect(reports).toHaveLength(2);
  });
});

const program = fileURLToPath(leakingService);
let child: ChildProcess | undefined;
afterEach(async () => {
  child?.kill("SIGKILL");
  if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
});

describe("a connector that leaks", () => {
  it.runIf(isLong)(
    "is named, new work is refused before the process ends, and it is accepted again afterwards",
    async () => {
      const started = fork(program, [], {
        execArgv: ["--max-old-space-size=256"],
        stdio: ["ignore", "pipe", "inherit", "ipc"],
      });
      child = started;
      let log = "";
      started.stdout?.on("data", (part: Buffer) => (log += part.toString()));
      const [{ url, adminUrl }] = await once(started, "message");
      const ask = (source: string) =>
        fetch(`${url}/`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ source }),
        });
      const held = Array.from({ length: 4 }, () => ask("held"));
      const leakUntilRefused = async (): Promise<Response> => {
        for (;;) {
          const response = await ask("leak");
          if (response.status !== 200) return response;
          await response.text();
        }
      };
      let response = await leakUntilRefused();
      let ready = await fetch(`${adminUrl}/ready`);
      // A collection of garbage may have made space in between.
      while (ready.status === 200) {
        response = await leakUntilRefused();
        ready = await fetch(`${adminUrl}/ready`);
      }
      expect({ status: response.status, retryAfter: response.headers.get("retry-after") }).toEqual({
        status: 503,
        retryAfter: expect.stringMatching(/^[567]$/),
      });
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("memory is short")]);
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
      expect(metrics).toMatch(/wellhead_refused_total\{connector="leaky",reason="memory"\} [1-9]/);
      expect(metrics).toMatch(/wellhead_memory_share [01]\.\d+/);
      await vi.waitFor(() => expect(log).toContain("Memory is short"), { timeout: 60_000 });
      // At least the held requests are counted. How many others are just ending varies.
      expect(log).toMatch(/"connectors":\[\{"connector":"leaky","requests":([4-9]|\d\d),/);
      started.send("release");
      for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
      // If every request were refused, garbage would never be collected.
      await vi.waitFor(
        async () => {
          expect((await ask("garbage")).status).toBe(200);
          expect((await fetch(`${adminUrl}/ready`)).status).toBe(200);
        },
        { timeout: 60_000, interval: 5 },
      );
    },
    120_000,
  );
});

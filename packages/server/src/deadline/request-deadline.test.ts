import { defineConnector, id } from "@wellhead/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

/** Longer than the deadline of a request (20 s), shorter than what the caller of this test waits. */
const minute = 60_000;

let started: StartedApp;
let openGate: () => void;
let signals: AbortSignal[];

beforeEach(async () => {
  signals = [];
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const connector = defineConnector({
    id: "gated",
    name: "Gated",
    version: "1.0.0",
    description: "Rows that come when the test says so",
    identify: async ({ signal }) => {
      signals.push(signal);
      return await Promise.resolve({ name: "Ada" });
    },
    sources: (source) => ({
      rows: source({
        name: "Rows",
        fields: { id: id() },
        // The deadline of a request begins with the first call that takes time.
        validateFilter: async () => await Promise.resolve(),
        async *rows({ signal }) {
          signals.push(signal);
          yield [{ id: "first" }];
          await gate;
          yield [{ id: "second" }];
        },
      }),
    }),
  });
  // Fake only what a real connection does not need to transfer its bytes.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  started = await startApp([connector], { limits: { batchTimeout: 0 } });
});

afterEach(async () => {
  vi.useRealTimers();
  openGate();
  await started.app.close();
});

test("the deadline of a request ends with its first rows; the rows may take for ever", async () => {
  // Ask for no compression: a compressor holds rows back until a timer flushes it.
  const response = await started.post("/", { source: "rows" }, { "accept-encoding": "identity" });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(first?.done).toBe(false);
  vi.advanceTimersByTime(minute);
  openGate();
  let text = Buffer.from(first?.value ?? []).toString();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    text += Buffer.from(part.value).toString();
  }
  expect(JSON.parse(text)).toEqual([{ id: "first" }, { id: "second" }]);
});

test("work that a request left running is not notified of its deadline after the response", async () => {
  const answer = await started.post("/validate", { id: "none", fields: {} });
  expect(await answer.json()).toMatchObject({ name: "Ada" });
  vi.advanceTimersByTime(minute);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

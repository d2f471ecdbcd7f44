import { writeSync } from "node:fs";
import { type Debugger, Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import type { HeldLoop, WatchdogData } from "./loop-watchdog.js";

// The data is what LoopWatchdog starts this thread with.
const { beats, maxHoldMs, lock, describe } = workerData as WatchdogData;
const counter = new Int32Array(beats);
const examined = new Int32Array(lock);

/** How long the main thread may take to answer the inspector before the report goes without its answer, in milliseconds. */
const answerMs = 1000;

/** How many frames of the stack a report has. */
const maxFrames = 8;

let lastBeat = Atomics.load(counter, 0);
let since = performance.now();
let isReported = false;

setInterval(
  () => {
    const beat = Atomics.load(counter, 0);
    const now = performance.now();
    if (beat !== lastBeat) {
      lastBeat = beat;
      since = now;
      isReported = false;
    } else if (!isReported && now - since >= maxHoldMs) {
      isReported = true;
      void report(Math.round(now - since));
    }
  },
  Math.min(250, maxHoldMs / 4),
);

async function report(heldMs: number): Promise<void> {
  const held: HeldLoop = { heldMs, ...(await inspectAlone()) };
  const line = {
    level: "error",
    time: new Date().toISOString(),
    ...held,
    msg: "The event loop is held: nothing else runs until this code returns.",
  };
  try {
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads standard error. The log says it when the event loop turns again.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a port of a thread, not a window
  parentPort?.postMessage(held);
}

/** Examines the main thread unless the watchdog of another service in this process does: its report says what holds it. */
async function inspectAlone(): Promise<Omit<HeldLoop, "heldMs">> {
  if (Atomics.compareExchange(examined, 0, 0, 1) !== 0) return {};
  try {
    return await inspectMainThread();
  } finally {
    Atomics.store(examined, 0, 0);
  }
}

/** Finds out what the main thread runs: the inspector interrupts it wherever it is. */
async function inspectMainThread(): Promise<Omit<HeldLoop, "heldMs">> {
  const session = new Session();
  try {
    session.connectToMainThread();
    const request = await withinLimit<HeldLoop>((resolve) =>
      session.post("Runtime.evaluate", { expression: describe, returnByValue: true }, (error, answer) =>
        // What is evaluated returns the members of a HeldLoop.
        resolve(error === null ? (answer.result.value as HeldLoop | undefined) : undefined),
      ),
    );
    const files = new Map<string, string>();
    session.on("Debugger.scriptParsed", ({ params: { scriptId, url } }) => files.set(scriptId, url));
    const at = await withinLimit<readonly string[]>((resolve) => {
      session.once("Debugger.paused", ({ params }) => {
        resolve(params.callFrames.slice(0, maxFrames).map((frame) => textOf(frame, files)));
        session.post("Debugger.resume");
      });
      session.post("Debugger.enable");
      session.post("Debugger.pause");
    });
    session.post("Debugger.disable");
    return { ...request, ...(at !== undefined && { at }) };
  } catch {
    return {};
  } finally {
    session.disconnect();
  }
}

function textOf(
  { functionName, location: { scriptId, lineNumber } }: Debugger.CallFrame,
  files: ReadonlyMap<string, string>,
): string {
  const name = functionName === "" ? "(anonymous)" : functionName;
  return `${name} (${files.get(scriptId) ?? "unknown"}:${lineNumber + 1})`;
}

/** Waits for an answer, but not for ever: code outside of JavaScript cannot be interrupted. */
function withinLimit<Value>(
  ask: (resolve: (value: Value | undefined) => void) => void,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), answerMs);
    ask((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

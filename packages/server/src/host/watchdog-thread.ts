import { readFileSync, writeSync } from "node:fs";
import { Session } from "node:inspector";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type BlockedLoop, blockedMessage, type WatchdogData } from "./event-loop.js";
import { HoldClock, type HoldSample } from "./hold-clock.js";

// LoopWatchdog starts this thread, and passes a WatchdogData.
const { signs, describe } = workerData as WatchdogData;
const read = new Int32Array(signs);

/**
 * How long to wait for the description of the main thread before the line is written without it, in milliseconds. The
 * inspector cannot interrupt native code, so the description arrives only when such code returns.
 */
const answerMs = 1000;

/** Maximum milliseconds between two checks of the main thread. */
const maxCheckIntervalMs = 250;

let timer: NodeJS.Timeout | undefined;
let isExamining = false;

parentPort?.on("message", (maxHoldMs: number) => {
  clearInterval(timer);
  if (maxHoldMs > 0) timer = watch(maxHoldMs);
});

function watch(maxHoldMs: number): NodeJS.Timeout {
  const checkIntervalMs = Math.min(maxCheckIntervalMs, maxHoldMs / 4);
  const clock = new HoldClock(checkIntervalMs, sample());
  let isReported = false;
  return setInterval(() => {
    const heldMs = clock.add(sample());
    if (Atomics.load(read, 1) === 1) clock.reset();
    else if (heldMs === 0) isReported = false;
    else if (!isReported && !isExamining && heldMs >= maxHoldMs) {
      isReported = true;
      void report(Math.round(heldMs));
    }
  }, checkIntervalMs);
}

function sample(): HoldSample {
  return { now: performance.now(), waitedMs: waitedMs(), turns: Atomics.load(read, 0) };
}

/** Returns the milliseconds that the main thread has waited for a processor; 0 if the system does not tell, as only Linux does. */
function waitedMs(): number {
  try {
    // The main thread has the id of the process. The second number is the time on the run queue, in nanoseconds.
    const [, waited = "0"] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / 1e6;
  } catch {
    return 0;
  }
}

async function report(heldMs: number): Promise<void> {
  isExamining = true;
  const examined = examineMainThread();
  const soon = await Promise.race([examined, delay(answerMs, undefined, { ref: false })]);
  const turnedMeanwhile = soon?.at?.length === 0;
  if (!turnedMeanwhile) writeLine({ heldMs, ...soon });
  const found = await examined;
  isExamining = false;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a port of a thread, not a window
  if (!turnedMeanwhile) parentPort?.postMessage({ heldMs, ...found } satisfies BlockedLoop);
}

function writeLine(held: BlockedLoop): void {
  const line = {
    level: "error",
    time: new Date().toISOString(),
    ...held,
    msg: blockedMessage,
  };
  try {
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {
    // Standard error cannot be written to. The log reports it when the event loop turns again.
  }
}

/** Has the main thread describe what it runs. Resolves once the main thread runs JavaScript, however late that is. */
async function examineMainThread(): Promise<Omit<BlockedLoop, "heldMs">> {
  const session = new Session();
  try {
    session.connectToMainThread();
    return await new Promise((resolve, reject) => {
      session.post("Runtime.evaluate", { expression: describe, returnByValue: true }, (error, answer) => {
        if (error !== null) reject(error);
        // The expression returns the members of a HeldLoop. If it throws, the result is not one.
        else resolve((answer.result.value as BlockedLoop | undefined) ?? {});
      });
    });
  } catch {
    return {};
  } finally {
    session.disconnect();
  }
}

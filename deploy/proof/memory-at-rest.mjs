import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

// Loaded into a service before its own modules. At SIGUSR2 it collects garbage, and writes how many bytes are still in use to the
// file that MEMORY_AT_REST names. The second collection frees what the first one only prepares, and the last streams.

if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  process.on("SIGUSR2", async () => {
    collectGarbage();
    await delay(500);
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(process.env.MEMORY_AT_REST, String(heapUsed + external));
  });
}

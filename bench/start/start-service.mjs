import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Milliseconds without requests after which the memory of a service is read. */
const idleMs = 2000;

/**
 * Starts a service and waits until it prints its address.
 *
 * @param {readonly string[]} words Parameters of Node.
 * @param {Record<string, string>} [environment] Further variables. Default: none.
 * @returns {Promise<{ listeningMs: number, processorMs: number, memory: () => Promise<number>, end: () => Promise<void> }>}
 *   The time and the processor time until then, the resident memory in MiB once the service was idle, and how to end it.
 */
export async function startService(words, environment = {}) {
  const begin = performance.now();
  const service = spawn(process.execPath, words, {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...environment },
  });
  let printed = "";
  for await (const [chunk] of on(service.stdout, "data", { close: ["end"] })) {
    printed += chunk;
    if (printed.includes("http://")) break;
  }
  if (!printed.includes("http://")) throw new Error(`expected the address of the service, got "${printed}"`);
  const listeningMs = performance.now() - begin;
  const processorMs = processorOf(service.pid);
  return {
    listeningMs,
    processorMs,
    memory: async () => {
      await delay(idleMs);
      return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${service.pid}/status`, "utf8"))?.[1]) / 1024;
    },
    end: async () => {
      const ended = once(service, "exit");
      service.kill("SIGKILL");
      await ended;
    },
  };
}

/**
 * Runs a command to its end.
 *
 * @param {readonly string[]} words Parameters of Node.
 * @returns {Promise<number>} Its processor time in milliseconds.
 */
export async function runOnce(words) {
  const report = fileURLToPath(new URL("report-processor.mjs", import.meta.url));
  const command = spawn(process.execPath, ["--import", report, ...words], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  command.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
  await once(command, "close");
  return Number(/processor ([\d.]+)/.exec(errors)?.[1]);
}

/** Returns the processor time of a process in milliseconds. Linux counts it in hundredths of a second. */
function processorOf(pid) {
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .split(") ")[1]
    .split(" ");
  return (Number(user) + Number(system)) * 10;
}

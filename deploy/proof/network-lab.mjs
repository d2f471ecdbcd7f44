import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const relayProgram = fileURLToPath(new URL("network-relay.py", import.meta.url));

/**
 * Makes a network of this process and namespaces, in which packets can be lost, delayed or cut by direction.
 *
 * @param {Record<string, string>} hosts The address of each host by its name; "here" is this process.
 * @returns {Promise<undefined | { spawn: (host: string, command: string[], options: object) => import("node:child_process").ChildProcess, change: (from: string, to: string, rule: { loss?: number, delayMs?: number }) => Promise<void>, close: () => void }>}
 *   `undefined` where the kernel does not allow it.
 */
export async function openNetwork(hosts) {
  if (!existsSync("/dev/net/tun")) return undefined;
  const namespaces = new Map(
    Object.keys(hosts).map((name) => [name, name === "here" ? "" : `wellhead-${process.pid}-${name}`]),
  );
  const named = [...namespaces.values()].filter((name) => name !== "");
  try {
    for (const name of named) {
      execFileSync("ip", ["netns", "add", name], { stdio: "ignore" });
      execFileSync("ip", ["-n", name, "link", "set", "lo", "up"]);
    }
  } catch {
    return undefined;
  }
  const words = [...namespaces].map(([host, namespace]) => `${namespace}=${hosts[host]}`);
  const relay = spawn("python3", [relayProgram, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  await Promise.race([once(relay.stdout, "data"), failOnExit(relay, "the relay")]);
  return {
    spawn: (host, command, options) =>
      spawn("ip", ["netns", "exec", namespaces.get(host), ...command], options),
    change: async (from, to, { loss = 0, delayMs = 0 }) => {
      const applied = once(relay.stdout, "data");
      relay.stdin.write(`${JSON.stringify({ from: hosts[from], to: hosts[to], loss, delayMs })}\n`);
      await applied;
    },
    close: () => {
      relay.kill("SIGKILL");
      for (const name of named) execFileSync("ip", ["netns", "delete", name]);
    },
  };
}

/** Rejects when a program ends. */
export async function failOnExit(child, what) {
  const [code] = await once(child, "exit");
  throw new Error(`Could not start ${what}: it ended with ${code}.`);
}

import { readdirSync, readFileSync } from "node:fs";

/** Units of processor time per second in `/proc`: `USER_HZ`, which Linux fixes at 100 for programs. */
const ticksPerSecond = 100;

/**
 * Sums memory and processor time of the processes that a process started, and of those that they started. Includes the
 * processor time of those that have ended.
 *
 * @param {number} root Process id.
 * @returns {{ rss: number, processorSeconds: number }} Bytes and seconds, without the process itself; 0 where the system
 * has no `/proc`.
 */
export function descendants(root) {
  const processes = readProcesses();
  const children = [...processes.values()].filter(({ parent }) => parent === root);
  const ended = processes.get(root)?.endedTicks ?? 0;
  return children.reduce(
    (sum, { id, rss, ticks }) => {
      const below = descendants(id);
      return {
        rss: sum.rss + rss + below.rss,
        processorSeconds: sum.processorSeconds + ticks / ticksPerSecond + below.processorSeconds,
      };
    },
    { rss: 0, processorSeconds: ended / ticksPerSecond },
  );
}

function readProcesses() {
  const found = new Map();
  for (const name of listProcesses()) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name of the program before these fields may contain spaces and parentheses.
      const fields = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .map(Number);
      const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map(
        (index) => fields[index] ?? 0,
      );
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1] ?? 0;
      const process = { id: Number(name), parent, rss: Number(kilobytes) * 1024 };
      found.set(process.id, { ...process, ticks: user + system, endedTicks: endedUser + endedSystem });
    } catch {
      // The process has ended in the meantime.
    }
  }
  return found;
}

function listProcesses() {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

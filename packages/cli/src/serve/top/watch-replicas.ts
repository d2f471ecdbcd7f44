import { setTimeout as delay } from "node:timers/promises";
import type { ActivityOrder } from "@wellhead/server";
import { unguarded } from "../../terminal/guarded-output.js";
import { makePaint } from "../../terminal/paint.js";
import type { Terminal } from "../../terminal/terminal.js";
import { formatScreen } from "./format-screen.js";
import { LiveScreen } from "./live-screen.js";
import type { ReplicaState } from "./read-replica.js";

/** Options of {@link watchReplicas}. */
export interface WatchReplicasOptions {
  readonly terminal: Terminal;
  /** What the requests are ordered by at first. */
  readonly order: ActivityOrder;
  /** Milliseconds between two readings. */
  readonly intervalMs: number;
  /** Reads what the replicas are doing. */
  readonly read: (order: ActivityOrder, signal: AbortSignal) => Promise<readonly ReplicaState[]>;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

const orderKeys: Readonly<Record<string, ActivityOrder>> = {
  a: "age",
  w: "wait",
  r: "rows",
  b: "bytes",
  t: "rate",
};

/**
 * Shows what replicas are doing on the whole terminal, until a key or the signal ends it.
 *
 * @param options - Terminal, order, interval, and how the replicas are read
 */
export async function watchReplicas(options: WatchReplicasOptions): Promise<void> {
  const { terminal, intervalMs, read, signal } = options;
  const paint = makePaint(terminal, terminal.stdout);
  const ended = new AbortController();
  const isOver = AbortSignal.any([signal, ended.signal]);
  let { order } = options;
  let wake = new AbortController();
  let replicas: readonly ReplicaState[] = [];
  let first = 0;
  const screen = new LiveScreen({
    stdin: terminal.stdin,
    stdout: unguarded(terminal.stdout),
    onResize: () => draw(),
    onKey: (key) => {
      const chosen = orderKeys[key];
      if (key === "q" || key === "interrupt") ended.abort();
      else if (chosen !== undefined) {
        order = chosen;
        first = 0;
        wake.abort();
      } else scroll(key);
    },
  });
  function scroll(key: string): void {
    const page = Math.max(1, screen.height - 6);
    const steps: Readonly<Record<string, number>> = { up: -1, down: 1, "page up": -page, "page down": page };
    first = Math.max(0, first + (steps[key] ?? 0));
    draw();
  }
  function draw(): void {
    const { summary, head, requests } = formatScreen(replicas, { width: screen.width, order, paint });
    const room = Math.max(1, screen.height - summary.length - 3);
    first = Math.max(0, Math.min(first, requests.length - room));
    const shown = requests.slice(first, first + room);
    const range =
      requests.length > room ? `  ${first + 1}–${first + shown.length} of ${requests.length}` : "";
    const help = `by ${order}${range}  ·  a w r b t: order  ↑ ↓: scroll  q: quit`;
    screen.draw([...summary, "", head, ...shown, paint.dim(help.slice(0, screen.width))]);
  }
  screen.open();
  try {
    while (!isOver.aborted) {
      wake = new AbortController();
      replicas = await read(order, isOver);
      draw();
      await pause(intervalMs, AbortSignal.any([isOver, wake.signal]));
    }
  } finally {
    screen.close();
  }
}

/** Waits, but no longer than until the signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

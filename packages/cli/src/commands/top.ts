import { setTimeout as delay } from "node:timers/promises";
import type { ActivityOrder } from "@wellhead/server";
import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { requestOrders } from "../command-line/usage/top-usage.js";
import { readCallerHeaders } from "../remote/caller-headers.js";
import { formatScreen } from "../serve/top/format-screen.js";
import { openReplica } from "../serve/top/open-link.js";
import { type ReplicaState, readReplica } from "../serve/top/read-replica.js";
import { watchReplicas } from "../serve/top/watch-replicas.js";
import { makePaint } from "../terminal/paint.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** Number of cells of a line where there is no terminal. */
const printedWidth = 160;

/**
 * Runs `wellhead top`: shows what services are doing.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code; `unreachable` for one list without any replica
 */
export async function runTop(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const headers = await readCallerHeaders(commandLine, terminal);
  const targets = await Promise.all(commandLine.operands.map((operand) => openReplica(operand, headers)));
  const order = commandLine.choice("sort", requestOrders) ?? "age";
  const intervalMs = readInterval(commandLine) * 1000;
  const stop = watchStopSignals();
  const read = (by: ActivityOrder, signal: AbortSignal): Promise<readonly ReplicaState[]> =>
    Promise.all(targets.map((target) => readReplica(target.url, { ...target, order: by, signal })));
  try {
    const isJson = commandLine.has("json");
    if (commandLine.has("once") || (!isJson && terminal.stdout.isTTY !== true)) {
      const replicas = await read(order, stop.signal);
      await write(terminal.stdout, isJson ? jsonLine(replicas) : listOf(replicas, order, terminal));
      return replicas.some((replica) => "activity" in replica) ? "success" : "unreachable";
    }
    if (!isJson) await watchReplicas({ terminal, order, intervalMs, read, signal: stop.signal });
    else
      await printLines(async () => jsonLine(await read(order, stop.signal)), { terminal, intervalMs, stop });
    return stop.reason() === "terminated" ? "terminated" : "success";
  } finally {
    stop.end();
  }
}

function readInterval(commandLine: Arguments): number {
  const seconds = commandLine.count("interval", 3600) ?? 1;
  if (seconds > 0) return seconds;
  throw usageError("Could not read --interval: expected a whole number from 1 to 3600, got 0.");
}

interface PrintLinesOptions {
  readonly terminal: Terminal;
  readonly intervalMs: number;
  readonly stop: Pick<ReturnType<typeof watchStopSignals>, "signal">;
}

async function printLines(
  next: () => Promise<string>,
  { terminal, intervalMs, stop: { signal } }: PrintLinesOptions,
): Promise<void> {
  for (;;) {
    const line = await next();
    if (signal.aborted) return;
    await write(terminal.stdout, line);
    await delay(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

function jsonLine(replicas: readonly ReplicaState[]): string {
  return `${JSON.stringify({ time: new Date().toISOString(), replicas })}\n`;
}

function listOf(replicas: readonly ReplicaState[], order: ActivityOrder, terminal: Terminal): string {
  const width = terminal.stdout.columns ?? printedWidth;
  const paint = makePaint(terminal, terminal.stdout);
  const { summary, head, requests } = formatScreen(replicas, { width, order, paint });
  return `${[...summary, "", head, ...requests].join("\n")}\n`;
}

import inspector from "node:inspector";
import { inspectUpstreamCalls } from "@wellhead/runtime";
import { endWithParent, type ServiceLog } from "@wellhead/server";
import { type PrivateService, startPrivateService } from "../serve/private-service.js";
import { typeScriptLoader } from "../serve/typescript-loader.js";
import { silentOutput } from "../terminal/silent-output.js";
import { findFault, findThrown } from "./find-fault.js";
import type { RevisionOrder, RevisionReport, RevisionRequest, UpstreamCall } from "./messages.js";

// The process of one revision. Its modules are loaded before there is a revision, so that a save only loads the files of
// the author. Another save is another process: no module, timer or connection of the old revision remains.

let service: PrivateService | undefined;

// The compiler of TypeScript files is loaded by its first use.
typeScriptLoader(import.meta.dirname).transform({
  source: "const warm: number = 1;",
  ts: true,
  filename: "warm.ts",
});

process.on("message", (order: RevisionOrder) => {
  if (order.type === "load") void load(order.request);
  else if (order.type === "open-debugger") openDebugger(order.port);
  else inspector.close();
});
// The command has ended, for whatever reason. Code of the author may keep this process from noticing.
endWithParent();
process.on("disconnect", () => void stop());
process.on("SIGTERM", () => void stop());
// The keyboard stops the command, which then stops this process.
process.on("SIGINT", () => {});

async function load({ words, config, tape, inspectPort }: RevisionRequest): Promise<void> {
  if (inspectPort !== undefined) openDebugger(inspectPort);
  inspectUpstreamCalls();
  const terminal = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    notes: silentOutput(),
    isVerbose: false,
    env: process.env,
    directory: process.cwd(),
  };
  try {
    service = await startPrivateService(words, { terminal, config, tape, logger });
    const connectors = service.connectors.map(({ id, name, base }) => ({ id, name, base: base.href }));
    report({ type: "serving", connectors, headers: service.headers });
  } catch (error) {
    report({ type: "fault", fault: findFault(error) });
  }
}

async function stop(): Promise<void> {
  inspector.close();
  await service?.close();
  // oxlint-disable-next-line unicorn/no-process-exit -- timers of the author would keep the process alive
  process.exit();
}

function openDebugger(port: number): void {
  inspector.open(port, "127.0.0.1");
  report({ type: "debugger", url: inspector.url() });
}

function report(message: RevisionReport): void {
  if (process.connected) process.send?.(message);
}

/** Passes on the lines about calls to upstreams, about complete rows, and about what failed. */
const logger: ServiceLog = {
  info: pass,
  warn: (line, message) => {
    if (pass(line, message)) return;
    // A failure after the first rows is no fault of the service.
    if (message.startsWith("Could not send all rows") && passThrown(line)) return;
    report({ type: "log", level: "warn", message, detail: detailOf(line) });
  },
  error: (line, message) => {
    if (!passThrown(line)) report({ type: "log", level: "error", message, detail: detailOf(line) });
  },
};

function passThrown(line: object): boolean {
  const fault = findThrown(detailOf(line));
  if (fault !== undefined) report({ type: "thrown", fault });
  return fault !== undefined;
}

function pass(line: object, message: string): boolean {
  if (message === "answered" && "ending" in line && line.ending === "whole") report({ type: "whole-rows" });
  if (!message.startsWith("Upstream call")) return false;
  // The HTTP client of the runtime writes these lines.
  const { connector, requestId, details } = line as {
    readonly connector: string;
    readonly requestId: string;
    readonly details: Omit<UpstreamCall, "connector" | "requestId">;
  };
  report({ type: "call", call: { connector, requestId, ...details } });
  return true;
}

function detailOf(line: object): string {
  return "cause" in line ? String(line.cause) : "";
}

// A timer or an event of the author's code may throw at any time, which ends other services.
process.on("uncaughtException", (error) => {
  report({ type: "fault", fault: findFault(error) });
});

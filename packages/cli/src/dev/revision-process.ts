import inspector from "node:inspector";
import type { UpstreamCall } from "@wellhead/mcp";
import { inspectUpstreamCalls } from "@wellhead/runtime";
import { endWithParent, type ServiceLog, watchEventLoop } from "@wellhead/server";
import { type Place, placesOnStack } from "../serve/original-place.js";
import { type PrivateService, startPrivateService } from "../serve/private-service.js";
import { typeScriptLoader } from "../serve/typescript-loader.js";
import { printableText } from "../terminal/printable-text.js";
import { silentOutput } from "../terminal/silent-output.js";
import { AuthorCode } from "./author-code.js";
import { describeThrown, findFault } from "./find-fault.js";
import type { RevisionOrder, RevisionReport, RevisionRequest } from "./messages.js";
import { refuseFetch } from "./refuse-fetch.js";

// The process of one revision. Its modules are loaded before there is a revision, so that a save only loads the files of
// the author. Another save is another process: no module, timer or connection of the old revision remains.

let service: PrivateService | undefined;
const code = new AuthorCode();

/** Maximum milliseconds that the author's files may run without a pause while they are loaded. */
const maxLoadHoldMs = 2000;

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
  if (inspectPort === undefined) code.start();
  else openDebugger(inspectPort);
  inspectUpstreamCalls();
  refuseFetch();
  const unwatch = watchEventLoop(maxLoadHoldMs);
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
    service = await startPrivateService(words, {
      terminal,
      config,
      tape,
      logger,
      describeFault: (thrown) => `Could not answer the request: ${describeThrown(thrown)}.`,
    });
    const connectors = service.connectors.map(({ id, name, base }) => ({ id, name, base: base.href }));
    report({ type: "serving", connectors, headers: service.headers });
  } catch (error) {
    report({ type: "fault", fault: findFault(error, code.thrownAt) });
  } finally {
    unwatch();
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

/** Passes on the lines about calls to upstreams, and about what failed. */
const logger: ServiceLog = {
  info: pass,
  warn: (line, message) => {
    if (!pass(line, message)) void explain(line, message);
  },
  error: (line, message) => void explain(line, message),
};

/** Reports why a request failed, with the place in the author's files. */
async function explain(line: object, message: string): Promise<void> {
  // The watchdog has reported it while the code ran.
  if ("heldMs" in line) return;
  // The log of the service writes these members.
  const { cause, connector, source } = line as {
    readonly cause?: string;
    readonly connector?: string;
    readonly source?: string;
  };
  if (cause === undefined) return report({ type: "log", message });
  const { thrownAt } = code;
  const [place, ...callers] = placesOnStack(cause);
  const isValue = cause.startsWith("not an Error");
  const known = place ?? (isValue ? thrownAt : undefined) ?? (await placeOfRows(connector, source));
  const [reason = ""] = cause.replace(/^\w*Error: /, "").split("\n");
  const isSaid = isValue || message.includes(reason.replace(/\.?(?: \[\w+\])?$/, ""));
  const said = isSaid ? message : `${message.replace(/\.$/, "")}: ${reason}`;
  report({ type: "thrown", fault: { message: printableText(said), place: known, callers } });
}

async function placeOfRows(id: string | undefined, source: string | undefined): Promise<Place | undefined> {
  const connector = service?.connectors.find((one) => one.id === id)?.definition;
  if (connector === undefined || source === undefined) return undefined;
  // Sources that are found with an account are not in the files.
  const sources = await connector.sources(source).catch(() => undefined);
  const found = sources?.get(source);
  // oxlint-disable-next-line typescript/unbound-method -- it is looked at, and never called
  return found && code.placeOf(found.rows);
}

/** A line about a request to an upstream, as the service and the HTTP client of the runtime write it. */
interface UpstreamLine {
  readonly connector: string;
  readonly requestId: string;
  readonly details: Omit<UpstreamCall, "connector" | "requestId"> & {
    /** Where a response announces another page; `undefined` in other lines. */
    readonly place?: string;
    /** What a call sent as credentials, separated by spaces; `undefined` for none. */
    readonly credentials?: string;
  };
}

function pass(line: object, message: string): boolean {
  // The lines that have other members are not passed on.
  const { connector, requestId, details } = line as UpstreamLine;
  if (message === "answered" && "ending" in line && line.ending !== undefined)
    report({ type: "rows-end", requestId, isWhole: line.ending === "whole" });
  if (message.startsWith("Upstream call")) {
    const { credentials, ...call } = details;
    report({
      type: "call",
      call: { connector, requestId, ...call },
      credentials: credentials?.split(" ") ?? [],
    });
    return true;
  }
  if (!/^A (?:list (?:may be incomplete|is read twice):|response announces another page$)/.test(message))
    return false;
  const { place, ...request } = details;
  report({
    type: "remark",
    remark: { requestId, remark: place === undefined ? message : { announcedIn: place }, ...request },
  });
  return true;
}

// A timer or an event of the author's code may throw at any time, which ends other services.
process.on("uncaughtException", (error) => {
  report({ type: "fault", fault: findFault(error, code.thrownAt) });
});

import { configureEgress } from "@wellhead/runtime";
import { type Connector } from "@wellhead/sdk";
import Fastify, { type FastifyInstance } from "fastify";
import { AllowLists } from "../callers/allow-lists.js";
import { acceptCaller } from "../callers/caller-guard.js";
import { servedFaces } from "../faces/faces.js";
import { readActivity } from "../host/activity/service-activity.js";
import { Connections } from "../host/connections.js";
import { Host } from "../host/host.js";
import { endWithParent } from "../isolate/end-with-parent.js";
import { RemoteStore } from "../isolate/remote-store.js";
import {
  type FromWorker,
  type MetricMessage,
  readCaller,
  type ToWorker,
  type WorkerStart,
} from "../isolate/worker-messages.js";
import { AuditLog } from "../observe/logs/audit-log.js";
import type { ServiceLog } from "../observe/logs/service-log.js";
import type { Metrics } from "../observe/metrics/metrics.js";
import { startTelemetry } from "../observe/telemetry/telemetry.js";
import { accountFieldsOf } from "../request/account/account-key.js";
import { ServedConnector } from "../request/request-scope.js";
import { hostOptions, mountConnector, prefixesOf } from "./connector-routes.js";
import { fastifyOptions } from "./fastify-options.js";

const store = new RemoteStore(send);
let running:
  | { readonly fastify: FastifyInstance; readonly host: Host; readonly connector: Connector }
  | undefined;

process.on("message", (message: ToWorker) => {
  if (message.type === "ping") send({ type: "pong", call: message.call });
  else if (message.type === "look") {
    const activity = running && readActivity(running.host, message.order);
    send({ type: "seen", call: message.call, activity });
  } else if (message.type === "stored") store.settle(message.call, message.value, message.failed === true);
  else if (message.type === "close") void stop();
  else void start(message).catch((error: unknown) => fail(error));
});
// The process of the service has ended, for whatever reason. The connector may keep this process from noticing.
endWithParent();
process.on("disconnect", () => exit(0));
// A terminal sends signals to the whole process group, but the service decides when its workers end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("uncaughtException", (error) => crash(error));
process.on("unhandledRejection", (error) => crash(error));

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

async function start(options: WorkerStart): Promise<void> {
  configureEgress({ allow: options.allow });
  const connector = await load(options);
  const allow = new AllowLists(options.allowOf, process.env).of(connector.id);
  if (allow !== undefined) configureEgress({ allow });
  const { limits, onStreamError, formulaEscape, failures, accounts } = options;
  const serving = {
    limits,
    onStreamError,
    formulaEscape,
    failures,
    accounts: { ...accounts, store },
    logger: log,
    telemetry: options.exportsTelemetry ? await startTelemetry({ log, isWorker: true }) : undefined,
  };
  const host = new Host({ ...(await hostOptions(serving, [connector])), metrics, audit }, servedFaces);
  // Only the service connects to this process, and it limits its callers itself.
  const connections = new Connections({
    maxConnections: Number.POSITIVE_INFINITY,
    refused: () => undefined,
    maxPerAddress: 0,
    isProxy: () => false,
    arrived: () => host.turns.connectionArrived(),
  });
  const fastify: FastifyInstance = Fastify(
    fastifyOptions({ ...limits, requestTimeout: 0 }, { host, connections, certificates: undefined }),
  );
  connections.watch(fastify.server);
  fastify.addHook("onRequest", (request, _reply, done) => {
    acceptCaller(request, readCaller(request.raw));
    done();
  });
  const served = new ServedConnector(connector);
  const reported = new Set<string>();
  fastify.addHook("onResponse", (_request, _reply, done) => {
    for (const [path, { body, tag }] of served.fixedBodies) {
      if (reported.has(path)) continue;
      reported.add(path);
      send({ type: "fixed", path, body: body.toString(), tag });
    }
    done();
  });
  for (const prefix of prefixesOf(connector.id, options.alone, host.faces))
    await fastify.register(async (scope) => mountConnector(scope, host, served), { prefix });
  await fastify.listen({ path: options.socket });
  host.watchFromFirstRequest();
  running = { fastify, host, connector };
  const { id, name, version, description } = connector;
  const accountFields = accountFieldsOf(connector);
  send({ type: "ready", facts: { id, name, version, description }, accountFields });
}

async function load({ module, exportName, argument }: WorkerStart): Promise<Connector> {
  const loaded: unknown = await import(module);
  const value: unknown = Reflect.get(Object(loaded), exportName);
  const made: unknown = argument !== undefined && isFunction(value) ? await value(argument) : value;
  if (typeof made === "object" && made !== null && "sources" in made && "accounts" in made) {
    // Only `defineConnector` makes objects with both.
    return made as Connector;
  }
  throw new TypeError(`its export "${exportName}" is not a connector made by defineConnector`);
}

function isFunction(value: unknown): value is (argument: unknown) => unknown {
  return typeof value === "function";
}

async function stop(): Promise<void> {
  try {
    await running?.connector.close?.();
    await running?.host.options.accounts.close();
    await running?.host.options.telemetry?.close();
  } finally {
    exit(0);
  }
}

function fail(error: unknown): void {
  last({ type: "failed", reason: error instanceof Error ? error.message : "unknown" });
}

/**
 * Logs an uncaught error and exits. Its message may contain a secret of any request, so only name and stack are logged.
 */
function crash(error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const at = stack
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 8);
  const record = { name: error instanceof Error ? error.name : typeof error, at };
  const message = "Ended the worker of a connector: the connector threw an error outside of any request.";
  last({ type: "log", level: "error", record, message });
}

/** Sends a last message and exits once it is sent. */
function last(message: FromWorker): void {
  if (!process.connected) exit(1);
  else process.send?.(message, () => exit(1));
}

function exit(code: number): void {
  // oxlint-disable-next-line unicorn/no-process-exit -- timers and sockets of a connector would keep the process alive
  process.exit(code);
}

const log: ServiceLog = {
  info: (record, message) => send({ type: "log", level: "info", record, message }),
  warn: (record, message) => send({ type: "log", level: "warn", record, message }),
  error: (record, message) => send({ type: "log", level: "error", record, message }),
};

const audit = new AuditLog(
  ({ time: _time, event, ...details }) => send({ type: "audit", event, details }),
  () => new Date(),
);

const metrics: Metrics = {
  answered: count("answered"),
  refused: count("refused"),
  held: count("held"),
  stored: count("stored"),
  refreshed: count("refreshed"),
  throttled: count("throttled"),
};

function count<Name extends keyof Metrics>(name: Name): Metrics[Name] {
  // The message consists of the name of the counter and the argument of that counter.
  return (fact: Parameters<Metrics[Name]>[0]) => send({ type: "count", name, fact } as MetricMessage);
}

import { processEgress } from "@wellhead/runtime";
import { type Connector } from "@wellhead/sdk";
import { AllowLists } from "../callers/allow-lists.js";
import { UseCount } from "../deadline/use-count.js";
import type { Host } from "../host/host.js";
import { ConnectorWorker } from "../isolate/connector-worker.js";
import { forwardRequest } from "../isolate/forward-request.js";
import { type IsolatedConnector, isIsolated } from "../isolate/isolated-connector.js";
import { sendFixed } from "../isolate/send-fixed.js";
import type { ConnectorFacts } from "../isolate/worker-messages.js";
import { ServedConnector, type ServedConnectorOptions } from "../request/request-scope.js";
import { type ConnectorLimits, checkConnectorLimits, checkLimitedIds, noQuotas } from "../settings/limits.js";
import { admitRequest } from "./admit-request.js";
import type { AppOptions } from "./app.js";
import { type RequestHandler, variablesOf } from "./connector-routes.js";
import { pathOf } from "./destination.js";
import { beginSpan, serveRequest } from "./serve-request.js";

/** A connector of a service, in this process or in a worker. */
export interface OpenConnector {
  readonly facts: ConnectorFacts;
  /** Its own limits. */
  readonly limits: Partial<ConnectorLimits>;
  /** What is closed: the connector, or the worker it runs in. */
  readonly resource: object;
  /** Answers its requests. */
  readonly handler: RequestHandler;
  /** Counts what still needs the resource. */
  readonly uses: UseCount;
  /** Returns what does not work of it, in sentences. */
  readonly faults: () => readonly string[];
  /** Releases its resources. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the handlers of all connectors, and starts the workers of the isolated ones.
 *
 * @param options - Options of the service
 * @param host - The service
 * @returns The connectors, in order
 * @throws TypeError when a connector cannot be started, there is none, two have the same id, or `allow` names an
 *   unknown id; no worker is left running
 */
export async function openConnectors(options: AppOptions, host: Host): Promise<readonly OpenConnector[]> {
  const { connectors } = options;
  const alone = connectors.length === 1;
  const lists = new AllowLists(options.allow ?? {}, variablesOf(options));
  const results = await Promise.allSettled(
    connectors.map((connector) =>
      isIsolated(connector)
        ? startWorker(connector, { options, host, alone })
        : openLocal(connector, host, { ...options, allow: lists.of(connector.id) }),
    ),
  );
  const opened = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  try {
    for (const result of results) if (result.status === "rejected") throw result.reason;
    checkIds(opened.map(({ facts }) => facts));
    const ids = opened.map(({ facts }) => facts.id);
    lists.check(ids);
    checkLimitedIds(Object.keys(options.connectorLimits ?? {}), ids);
    return opened;
  } catch (error) {
    await closeWorkers(opened);
    throw error;
  }
}

/**
 * Ends the workers among connectors that are not going to be served. The others belong to the application.
 *
 * @param opened - The connectors
 */
export async function closeWorkers(opened: readonly OpenConnector[]): Promise<void> {
  for (const { resource, close } of opened) if (resource instanceof ConnectorWorker) await close();
}

/** Settings of one connector of this process. */
interface LocalOptions extends ServedConnectorOptions, Pick<AppOptions, "connectorLimits"> {}

async function openLocal(
  connector: Connector,
  host: Host,
  { allow, egress, connectorLimits = {} }: LocalOptions,
): Promise<OpenConnector> {
  const { id } = connector;
  const limits = checkConnectorLimits(id, connectorLimits[id]);
  const served = new ServedConnector(connector, { allow, egress });
  return {
    facts: connector,
    limits,
    resource: connector,
    handler: serveRequest(host, served),
    uses: served.uses,
    faults: () => connector.faults?.() ?? [],
    close: async () => connector.close?.(),
  };
}

interface StartWorkerOptions {
  readonly options: AppOptions;
  readonly host: Host;
  readonly alone: boolean;
}

async function startWorker(
  connector: IsolatedConnector,
  { options, host, alone }: StartWorkerOptions,
): Promise<OpenConnector> {
  const { limits, onStreamError, formulaEscape, failures, accounts } = host.options;
  const {
    secret,
    store,
    variables: _variables,
    egress: _egress,
    onEvent: _event,
    ...settings
  } = options.accounts ?? {};
  const { environment } = accounts;
  const worker = new ConnectorWorker({
    host,
    connector,
    start: {
      alone,
      // The service itself counts the callers, so its workers do not limit them.
      limits: { ...limits, ...noQuotas, maxConnectionsPerAddress: 0 },
      exportsTelemetry: host.options.telemetry !== undefined,
      onStreamError,
      formulaEscape,
      failures: failures.settings ?? false,
      // A secret that was generated for this process must stay the same when a worker restarts.
      accounts: {
        ...settings,
        // A store that is an object stays in this process.
        ...(typeof store === "string" && { store }),
        ...(environment.secret.madeUp
          ? { secret: environment.secret.derive("isolated connector") }
          : secret && { secret }),
      },
      allow: connector.allow ?? processEgress().allow,
      allowOf: options.allow ?? {},
    },
  });
  try {
    await worker.start();
    const { id } = worker.facts;
    return {
      facts: worker.facts,
      limits: checkConnectorLimits(id, options.connectorLimits?.[id] ?? connector.limits),
      resource: worker,
      uses: new UseCount(),
      handler: serveFromWorker(host, worker),
      faults: () => [],
      close: () => worker.close(),
    };
  } catch (error) {
    await worker.close();
    throw error;
  }
}

/** Requests queue in this process: a busy or stuck worker must not get more than it can answer in time. */
function serveFromWorker(host: Host, worker: ConnectorWorker): RequestHandler {
  const connector = worker.facts.id;
  const forward = forwardRequest(host, worker);
  return (request, reply) => {
    const path = pathOf(request);
    const fixed = request.method === "GET" ? worker.fixedBody(path) : undefined;
    if (fixed !== undefined) return sendFixed(request, reply, { host, connector, path, fixed });
    const start = performance.now();
    const { accountFields } = worker;
    return admitRequest({ host, connector, accountFields, request, reply }, ({ leave, pace }, endpoint) => {
      const span = beginSpan(host, { request, connector, start });
      forward(request, reply, { leave, endpoint, span, pace }).catch((error: unknown) => reply.send(error));
    });
  };
}

function checkIds(connectors: readonly ConnectorFacts[]): void {
  if (connectors.length === 0)
    throw new TypeError("Could not start the service: it has no connector. Add at least one.");
  const ids = new Set<string>();
  for (const { id } of connectors) {
    if (ids.has(id))
      throw new TypeError(
        `Could not start the service: two connectors have the id "${id}". Rename one of them.`,
      );
    ids.add(id);
  }
}

import { SpareEngine } from "@wellhead/results";
import { ConnectorCalls } from "../connectors/connector-calls.js";
import type { McpConnector } from "../connectors/mcp-connector.js";
import { RequestBudget } from "../connectors/request-budget.js";
import { Jobs } from "../jobs/jobs.js";
import { StatementParser } from "../jobs/statement-parser.js";
import { Redactor } from "../secrets/redactor.js";

/** Limits of the server. Each has a default. */
export interface McpLimits {
  /** Maximum size of one copy of an answer in bytes. Default: 16 KiB. A message contains two copies. */
  readonly maxAnswerBytes?: number;
  /** Maximum rows that one query reads from the sources. Default: 5,000,000. */
  readonly maxSourceRows?: number;
  /** Maximum size of an exported result in bytes. Default: 8 MiB. */
  readonly maxExportBytes?: number;
  /** Maximum memory of the engine of a query in bytes. Default: 512 MiB. */
  readonly maxMemory?: number;
  /** Maximum milliseconds of a query, reading included. Default: 10 minutes. */
  readonly timeoutMs?: number;
  /** Milliseconds after which a tool returns a handle instead of continuing to wait. Default: 20 seconds. */
  readonly waitMs?: number;
  /** Milliseconds that a result is kept after its last use. Default: 15 minutes. */
  readonly keepMs?: number;
  /** Maximum queries that run at the same time; others wait for their turn. Default: 4. */
  readonly maxRunning?: number;
  /** Maximum results that are kept. Default: 8. */
  readonly maxKept?: number;
  /** Maximum requests to connectors per hour. Default: unlimited. */
  readonly maxRequestsPerHour?: number;
}

/** Options of the server. */
export interface McpOptions {
  /** The connectors, each with a name of its own. */
  readonly connectors: readonly McpConnector[];
  /** Version of the server, which clients show. */
  readonly version: string;
  /** Limits that differ from the defaults. */
  readonly limits?: McpLimits;
  /** Whether accounts are validated before use. Default: `true`. */
  readonly validates?: boolean;
  /** Called with faults of the server, for the operator's log. Default: ignored. */
  readonly onError?: (error: unknown) => void;
  /** Returns the current time in milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
}

const defaults: Required<McpLimits> = {
  maxAnswerBytes: 16 * 1024,
  maxSourceRows: 5_000_000,
  maxExportBytes: 8 * 2 ** 20,
  maxMemory: 512 * 2 ** 20,
  timeoutMs: 600_000,
  waitMs: 20_000,
  keepMs: 900_000,
  maxRunning: 4,
  maxKept: 8,
  maxRequestsPerHour: Number.POSITIVE_INFINITY,
};

/** What the tools share: connectors, running queries, and the secrets that no message may contain. */
export class Workspace {
  readonly connectors: readonly McpConnector[];
  readonly limits: Required<McpLimits>;
  readonly validates: boolean;
  readonly redactor = new Redactor();
  readonly jobs: Jobs;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  /** A process for the engine of the next query. */
  readonly spare: SpareEngine;
  /** Parses statements, so that an invalid one needs no engine of its own. */
  readonly parser: StatementParser;
  readonly #budget: RequestBudget;

  /** @param options - Connectors, limits and clock */
  constructor(options: McpOptions) {
    this.connectors = options.connectors;
    this.limits = { ...defaults, ...options.limits };
    this.validates = options.validates ?? true;
    this.now = options.now ?? Date.now;
    this.onError = options.onError ?? (() => undefined);
    this.#budget = new RequestBudget(this.limits.maxRequestsPerHour, this.now);
    this.spare = new SpareEngine(this.limits);
    this.parser = new StatementParser(this.limits);
    this.jobs = new Jobs({ ...this.limits, now: this.now });
  }

  /** Begins the requests of one tool call. */
  calls(): ConnectorCalls {
    const { connectors, redactor } = this;
    return new ConnectorCalls({ connectors, redactor, budget: this.#budget });
  }

  /** Ends all queries and frees their rows. */
  async close(): Promise<void> {
    this.spare.close();
    await Promise.all([this.jobs.close(), this.parser.close()]);
  }
}

import { configureEgress } from "@wellhead/runtime";
import {
  type App,
  type AppOptions,
  createApp,
  makeLog as makeServiceLog,
  readSecretFiles,
  type ServiceLog,
  startTelemetry,
  type Telemetry,
} from "@wellhead/server";
import { usageError } from "../command-line/command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import { readTape } from "./read-tape.js";
import type { ServeSettings } from "./serve-settings.js";
import type { LogLevel } from "./wellhead-config.js";

/**
 * Adds the values of secret files to the environment. Configurations and connectors read `process.env`, so they are added
 * to that too.
 *
 * @param terminal - Provides the environment
 * @returns The terminal with the complete environment
 * @throws CommandError when a file cannot be read
 */
export function withSecretFiles(terminal: Terminal): Terminal {
  try {
    const secrets = readSecretFiles(terminal.env);
    if (terminal.env === process.env) Object.assign(process.env, secrets);
    return { ...terminal, env: { ...terminal.env, ...secrets } };
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, { cause: error });
    throw error;
  }
}

/** How a service reports what it does. */
export interface ReportingOptions {
  /** Receives the lines of the log. Default: JSON lines on standard error. */
  readonly logger?: ServiceLog | undefined;
  /** Describes to callers what a connector threw. Default: callers get the request id only. */
  readonly describeFault?: AppOptions["describeFault"];
  /** Whether the environment of this process may ask for an export to OpenTelemetry. Default: `false`. */
  readonly exportsTelemetry?: boolean;
}

/**
 * Creates the service of the settings, not listening yet.
 *
 * @param settings - Connectors and limits
 * @param terminal - Provides the environment
 * @param reporting - How it reports what it does
 * @returns The service
 * @throws CommandError for duplicate ids and invalid settings
 */
export async function makeService(
  settings: ServeSettings,
  terminal: Terminal,
  { logger = makeLog(settings.logLevel), describeFault, exportsTelemetry = false }: ReportingOptions = {},
): Promise<App> {
  const { connectors, admin, entrance, allow, allowAll, connectorLimits, accounts, serving, tape } = settings;
  const { env: variables } = terminal;
  let telemetry: Telemetry | undefined;
  try {
    configureEgress({ allow: allowAll ?? "" });
    if (exportsTelemetry) telemetry = await startTelemetry({ log: logger });
    return await createApp({
      connectors,
      admin,
      allow,
      connectorLimits,
      logger,
      ...(describeFault && { describeFault }),
      telemetry,
      accounts: { ...accounts, variables },
      ...entrance,
      ...serving,
      ...(tape !== undefined && (await tapeOptions(tape))),
    });
  } catch (error) {
    await telemetry?.close();
    // Duplicate ids and invalid limits or settings are mistakes of the user who starts the service.
    if (error instanceof TypeError || error instanceof RangeError)
      throw usageError(error.message, { cause: error });
    throw error;
  }
}

/**
 * Replaces the connectors of a running service, their addresses and limits, and who may call.
 *
 * @param app - The service
 * @param settings - The new settings
 * @param previous - The settings it runs with, which stay in use when an error is thrown
 * @throws TypeError or RangeError when a new setting is invalid
 */
export async function updateService(
  app: App,
  { connectors, allow, allowAll = "", connectorLimits, entrance: { callers }, serving }: ServeSettings,
  previous: ServeSettings,
): Promise<void> {
  try {
    configureEgress({ allow: allowAll });
    const { limits = {} } = serving;
    await app.update({ connectors, allow, connectorLimits, limits, callers });
  } catch (error) {
    configureEgress({ allow: previous.allowAll ?? "" });
    throw error;
  }
}

/** Returns the network and the clock of a service that answers from a tape. */
async function tapeOptions(path: string): Promise<Pick<AppOptions, "egress" | "now">> {
  const { replay, servingOptions } = await import("@wellhead/testing");
  return servingOptions(replay(await readTape(path)));
}

/**
 * Creates the log of the service: JSON lines on standard error. Standard output is reserved for text that people read.
 *
 * @param level - Minimum level of the lines to write
 * @returns The log
 */
export function makeLog(level: LogLevel): ServiceLog {
  return makeServiceLog({ target: process.stderr, level });
}

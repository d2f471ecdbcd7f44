import { randomBytes } from "node:crypto";
import { allocatorSetting } from "@wellhead/engine-process";
import type { Connector } from "@wellhead/sdk";
import { type AppOptions, patientLimits, type ServiceLog } from "@wellhead/server";
import { Arguments } from "../command-line/arguments.js";
import type { CallerHeaders } from "../remote/connect.js";
import type { Terminal } from "../terminal/terminal.js";
import { loadConfig } from "./load-config.js";
import { makeService, withSecretFiles } from "./make-service.js";
import { readSettings, type ServeSettings } from "./serve-settings.js";

/** A connector that only this command calls. */
export interface PrivateConnector {
  readonly id: string;
  readonly name: string;
  readonly base: URL;
  /** Its definition; `undefined` when it runs in another process. */
  readonly definition: Connector | undefined;
}

/** A service for connectors that only this command calls. */
export interface PrivateService {
  /** The connectors, in the order of the words. */
  readonly connectors: readonly PrivateConnector[];
  /** Credentials that every request must contain. */
  readonly headers: CallerHeaders;
  readonly close: () => Promise<void>;
}

/** Options of {@link startPrivateService}. */
export interface PrivateServiceOptions {
  /** Provides the folder and the environment. */
  readonly terminal: Terminal;
  /** File with the configuration. Default: `wellhead.config.ts` of the folder. */
  readonly config?: string | undefined;
  /** Absolute path of the tape that answers instead of the network. Default: none. */
  readonly tape?: string | undefined;
  /** Receives the lines of the log. Default: warnings and errors are written to standard error. */
  readonly logger?: ServiceLog;
  /** Describes to the caller what a connector threw. Default: the caller gets the request id only. */
  readonly describeFault?: AppOptions["describeFault"];
}

/**
 * Starts a service for connectors on this machine, at a free port of the loopback interface, for as long as the command
 * runs.
 *
 * @param words - Connectors as `wellhead serve` takes them, or ids of connectors of the configuration; all connectors
 *   of the configuration when empty
 * @param options - Terminal, configuration and log
 * @returns The service, listening
 * @throws CommandError when a word is not a connector, or there is no connector
 */
export async function startPrivateService(
  words: readonly string[],
  { terminal: given, config, tape, logger, describeFault }: PrivateServiceOptions,
): Promise<PrivateService> {
  const terminal = withSecretFiles(given);
  if (given.env === process.env) Object.assign(process.env, allocatorSetting());
  const settings = await settingsFor(words, terminal, config);
  const token = randomBytes(32).toString("hex");
  const app = await makeService(
    {
      ...settings,
      tape,
      admin: false,
      logLevel: "warn",
      serving: { ...settings.serving, limits: { ...patientLimits, ...settings.serving.limits } },
      // Connectors of an operator may contain credentials, so other programs on this machine must not be able to reach
      // them.
      entrance: {
        callers: { tokens: [token], addresses: ["127.0.0.0/8"], hosts: ["127.0.0.1"] },
        tls: false,
      },
    },
    terminal,
    { logger, describeFault },
  );
  try {
    const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
    const { connectors } = app;
    return {
      connectors: connectors.map(({ id, name }) => ({
        id,
        name,
        base: new URL(connectors.length === 1 ? "/" : `/${id}`, url),
        definition: settings.connectors.find((one): one is Connector => "sources" in one && one.id === id),
      })),
      headers: { authorization: `Bearer ${token}` },
      close: () => app.close(),
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function settingsFor(
  words: readonly string[],
  terminal: Terminal,
  config: string | undefined,
): Promise<ServeSettings> {
  const options = new Map(config === undefined ? [] : [["config", [config]]]);
  const read = (operands: readonly string[]) => readSettings(new Arguments(operands, options), terminal);
  if (words.length === 0) return read([]);
  const loaded = await loadConfig(terminal.directory, config);
  const configured = loaded === undefined ? undefined : await read([]);
  // The id of an isolated connector is known only once its process runs.
  const available = (configured?.connectors ?? []).filter((connector) => "id" in connector);
  const named = words.flatMap((word) => available.filter(({ id }) => id === word));
  const isNamed = configured !== undefined && named.length === words.length;
  const unused = available.filter((connector) => !isNamed || !named.includes(connector));
  for (const connector of unused) await connector.close?.();
  return isNamed ? { ...configured, connectors: named } : read(words);
}

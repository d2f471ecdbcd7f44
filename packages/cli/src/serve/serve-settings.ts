import { dirname, resolve } from "node:path";
import type { Connector } from "@wellhead/sdk";
import {
  type IsolatedConnector,
  isIsolated,
  isolated,
  type ListenOptions,
  type ServingOptions,
} from "@wellhead/server";
import { type Arguments, readCount } from "../command/arguments.js";
import { usageError } from "../command/command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import { logLevels } from "../usage/serve-usage.js";
import { type EntranceSettings, readEntranceSettings } from "./entrance-settings.js";
import { loadConfig } from "./load-config.js";
import type { IsolatedArgument } from "./load-isolated.js";
import { isFollowedByPath, resolveConnector, resolvePathConnector } from "./resolve-connector.js";
import type { LogLevel, WellheadConfig } from "./wellhead-config.js";

const largestPort = 65_535;

/** All settings of `wellhead serve`, whatever source they come from. */
export interface ServeSettings {
  readonly connectors: readonly (Connector | IsolatedConnector)[];
  readonly host: string;
  readonly port: number;
  readonly admin: ListenOptions | false;
  readonly logLevel: LogLevel;
  /** Who may call, and the certificates. */
  readonly entrance: EntranceSettings;
  /** Private addresses that individual connectors may reach, by connector id. */
  readonly allow: Readonly<Record<string, string>>;
  /** Path of the tape that answers instead of the network. Default: none. */
  readonly tape?: string | undefined;
  /** Options of the service that only the configuration can set. */
  readonly serving: Pick<ServingOptions, "limits" | "onStreamError" | "formulaEscape" | "failures">;
}

/**
 * Reads the settings. The command line takes precedence over the environment, and the environment over the
 * configuration.
 *
 * @param commandLine - Options and paths
 * @param terminal - Provides environment and folder
 * @returns The settings, with the connectors loaded
 * @throws CommandError when a setting is invalid, or there is nothing to serve
 */
export async function readSettings(commandLine: Arguments, terminal: Terminal): Promise<ServeSettings> {
  const { operands } = commandLine;
  const named = commandLine.value("config");
  // Paths on the command line replace the configuration, unless the user also names a configuration file.
  const loaded =
    operands.length > 0 && named === undefined ? undefined : await loadConfig(terminal.directory, named);
  const config: WellheadConfig = loaded?.config ?? { connectors: [] };
  const listed = operands.length > 0 ? operands : config.connectors;
  if (listed.length === 0) {
    throw usageError(
      "Could not start the service: there is nothing to serve. Name a path, or add a wellhead.config.ts to this folder.",
      {
        details: ["For example: wellhead serve ./my-folder"],
      },
    );
  }
  const directory = operands.length > 0 || loaded === undefined ? terminal.directory : dirname(loaded.path);
  const host = commandLine.value("host") ?? (terminal.env["HOST"] || config.host) ?? "127.0.0.1";
  const adminPort = commandLine.count("admin-port", largestPort);
  const maxFiles = readMaxFiles(commandLine, terminal);
  const options = {
    directory,
    isolatesAll: commandLine.has("isolate"),
    ...(maxFiles !== undefined && { maxFiles }),
  };
  return {
    connectors: await resolveAll(listed, options),
    host,
    port: readPort(commandLine, terminal) ?? config.port ?? 8642,
    admin: adminPort === undefined ? (config.admin ?? false) : { host, port: adminPort },
    logLevel: readLevel(commandLine) ?? config.logLevel ?? (terminal.stderr.isTTY === true ? "warn" : "info"),
    entrance: readEntranceSettings({ commandLine, terminal, config, directory }),
    allow: readAllow(commandLine, terminal, config.allow),
    serving: servingOf(config, terminal),
    tape: readTapePath(commandLine, terminal),
  };
}

/**
 * Reads the option `--tape`.
 *
 * @param commandLine - The command line
 * @param terminal - Provides the folder
 * @returns The absolute path; `undefined` without the option
 */
export function readTapePath(commandLine: Arguments, { directory }: Terminal): string | undefined {
  const path = commandLine.value("tape");
  return path === undefined ? undefined : resolve(directory, path);
}

function servingOf(
  { limits, onStreamError, formulaEscape, failures }: WellheadConfig,
  { env }: Terminal,
): ServeSettings["serving"] {
  const inEnvironment = (env["WELLHEAD_FAILURES"] ?? "") !== "";
  return {
    ...(failures !== undefined && !inEnvironment && { failures }),
    ...(limits && { limits }),
    ...(onStreamError && { onStreamError }),
    ...(formulaEscape !== undefined && { formulaEscape }),
  };
}

/**
 * Joins the `--allow` lists of each connector. A list replaces the connector's list in the environment, which the
 * service reads.
 */
function readAllow(
  commandLine: Arguments,
  { env }: Terminal,
  configured: Readonly<Record<string, string>> = {},
): ServeSettings["allow"] {
  const lists = new Map(
    Object.entries(configured).filter(
      ([id]) => env[`WELLHEAD_ALLOW_${id.toUpperCase().replaceAll("-", "_")}`] === undefined,
    ),
  );
  const typed = new Map<string, string[]>();
  for (const value of commandLine.values("allow")) {
    const { id, list } = /^(?<id>[a-z0-9-]+)=(?<list>.*)$/.exec(value)?.groups ?? {};
    if (id === undefined || list === undefined) {
      throw usageError(
        `Could not read --allow: expected a connector and addresses, such as postgres=10.1.0.0/16:5432, got "${value}". For all connectors set WELLHEAD_ALLOW.`,
      );
    }
    typed.set(id, [...(typed.get(id) ?? []), list]);
  }
  for (const [id, parts] of typed) lists.set(id, parts.join(","));
  return Object.fromEntries(lists);
}

type Listed = WellheadConfig["connectors"][number];

/** Options for turning words into connectors. */
interface ResolveAllOptions {
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  readonly isolatesAll: boolean;
  /** Maximum number of files of a folder. Default: that of the files connector. */
  readonly maxFiles?: number;
}

async function resolveAll(
  listed: readonly Listed[],
  { directory, isolatesAll, ...limits }: ResolveAllOptions,
): Promise<ServeSettings["connectors"]> {
  const taken = new Set(
    listed.flatMap((item) => (typeof item === "object" && "id" in item ? [item.id] : [])),
  );
  const connectors: (Connector | IsolatedConnector)[] = [];
  const rest = [...listed];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const item = next;
    const isPath = typeof item === "object" && "path" in item;
    const word = isPath ? item.path : item;
    if (typeof word !== "string") {
      if (isolatesAll && !isIsolated(word)) throw notAPath(word);
      connectors.push(word);
      continue;
    }
    const isFollowed = await isFollowedByPath(word, directory);
    const [following] = rest;
    const path = isFollowed && typeof following === "string" ? following : undefined;
    if (path !== undefined) rest.shift();
    const options = { directory, taken, ...limits };
    if (isolatesAll || (isPath && item.isolate)) {
      const argument = { word, directory, taken: [...taken], ...limits, ...(path !== undefined && { path }) };
      connectors.push(isolateWord(argument, isPath ? item.allow : undefined));
    } else if (isFollowed) connectors.push(await resolvePathConnector(word, path, options));
    else connectors.push(await resolveConnector(word, options));
  }
  return connectors;
}

function isolateWord(argument: IsolatedArgument, allow: string | undefined): IsolatedConnector {
  return isolated(new URL("../../dist/serve/load-isolated.js", import.meta.url), {
    exportName: "loadIsolated",
    argument,
    ...(allow !== undefined && { allow }),
  });
}

function notAPath({ id }: Connector): Error {
  return usageError(
    `Could not isolate the connector "${id}": the configuration lists the connector itself. List its module instead, such as { path: "./${id}.ts", isolate: true }.`,
  );
}

function readPort(commandLine: Arguments, terminal: Terminal): number | undefined {
  const typed = commandLine.count("port", largestPort);
  const variable = terminal.env["PORT"];
  if (typed !== undefined || variable === undefined || variable === "") return typed;
  return readCount(variable, "the environment variable PORT", largestPort);
}

function readMaxFiles(commandLine: Arguments, { env }: Terminal): number | undefined {
  const typed = commandLine.count("max-files");
  const variable = env["WELLHEAD_MAX_FILES"];
  if (typed !== undefined || variable === undefined || variable === "") return typed;
  return readCount(variable, "the environment variable WELLHEAD_MAX_FILES", Number.MAX_SAFE_INTEGER);
}

function readLevel(commandLine: Arguments): LogLevel | undefined {
  const level = commandLine.choice("log-level", logLevels);
  if (level !== undefined) return level;
  if (commandLine.has("quiet")) return "error";
  return commandLine.has("verbose") ? "info" : undefined;
}

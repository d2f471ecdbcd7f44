import { dirname, resolve } from "node:path";
import type { Connector } from "@wellhead/sdk";
import {
  type AccountSettings,
  type AdminOptions,
  type AppOptions,
  type CallerSettings,
  type IsolatedConnector,
  type ServingOptions,
  type TlsSettings,
} from "@wellhead/server";
import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import { logLevels } from "../command-line/usage/serve-usage.js";
import type { Terminal } from "../terminal/terminal.js";
import { ConnectorLoad } from "./connector-load.js";
import { type LoadedConfig, loadConfig } from "./load-config.js";
import { resolveListed } from "./resolve-listed.js";
import type { SettingSources } from "./settings/choose-setting.js";
import { ChosenSettings } from "./settings/chosen-settings.js";
import { isObject } from "./settings/kinds.js";
import type { Setting } from "./settings/setting.js";
import type { ListedPath, LogLevel, WellheadConfig } from "./wellhead-config.js";

/** Who may call, and the certificates of the listener. The service reads omitted members from the environment. */
export interface EntranceSettings {
  readonly callers: CallerSettings;
  readonly tls?: TlsSettings | false;
}

/** All settings of `wellhead serve`, whatever source they come from. */
export interface ServeSettings {
  readonly connectors: readonly (Connector | IsolatedConnector)[];
  readonly host: string;
  readonly port: number;
  readonly admin: AdminOptions | false;
  readonly logLevel: LogLevel;
  /** Who may call, and the certificates. */
  readonly entrance: EntranceSettings;
  /** Private addresses that individual connectors may reach, by connector id. */
  readonly allow: Readonly<Record<string, string>>;
  /** Private addresses that all other connectors may reach. Default: none. */
  readonly allowAll: string | undefined;
  /** Limits of individual connectors, by connector id. */
  readonly connectorLimits: NonNullable<AppOptions["connectorLimits"]>;
  /** Whether the console is served. Default: on this machine only, and not in production. */
  readonly console: boolean | undefined;
  /** Settings of accounts that the configuration sets; the service reads the others from the environment. */
  readonly accounts: AccountSettings;
  /** Path of the tape that answers instead of the network. Default: none. */
  readonly tape?: string | undefined;
  /** Options of the service that only the configuration can set. */
  readonly serving: Pick<ServingOptions, "limits" | "onStreamError" | "formulaEscape" | "failures">;
  /** Values, by member, of the settings that cannot change while the service runs. */
  readonly fixed: ReadonlyMap<string, unknown>;
}

/** Everything that the settings of a service are read from. */
export interface ServeSources extends SettingSources {
  readonly terminal: Terminal;
  readonly file: (LoadedConfig & { readonly folder: string }) | undefined;
  /** Loads the connectors. */
  readonly load: ConnectorLoad;
}

/**
 * Reads the settings. The command line takes precedence over the environment, and the environment over the
 * configuration.
 *
 * @param commandLine - Options and paths
 * @param terminal - Provides environment and folder
 * @param load - Loads the connectors. Default: the first load
 * @returns The settings, with the connectors loaded
 * @throws CommandError when a setting is invalid, or there is nothing to serve
 */
export async function readSettings(
  commandLine: Arguments,
  terminal: Terminal,
  load?: ConnectorLoad,
): Promise<ServeSettings> {
  return loadSettings(await readSources(commandLine, terminal, load));
}

/**
 * Finds the configuration file, and returns everything that settings are read from.
 *
 * @param commandLine - Options and paths
 * @param terminal - Provides environment and folder
 * @param load - Loads the connectors. Default: the first load
 * @returns The sources
 * @throws CommandError when the configuration file cannot be loaded
 */
export async function readSources(
  commandLine: Arguments,
  terminal: Terminal,
  load = new ConnectorLoad(),
): Promise<ServeSources> {
  const named = commandLine.value("config") ?? (terminal.env["WELLHEAD_CONFIG"] || undefined);
  // Paths on the command line replace the configuration, unless the user also names a configuration file.
  const loaded =
    commandLine.operands.length > 0 && named === undefined
      ? undefined
      : await loadConfig(terminal.directory, named, load.number);
  const file = loaded && { ...loaded, folder: dirname(loaded.path) };
  return { commandLine, terminal, file, load };
}

/**
 * Chooses the settings, and loads the connectors.
 *
 * @param sources - Command line, environment and configuration
 * @returns The settings
 * @throws CommandError when a setting is invalid, or there is nothing to serve
 */
export async function loadSettings(sources: ServeSources): Promise<ServeSettings> {
  const { commandLine, terminal, file, load } = sources;
  const { operands } = commandLine;
  const config: WellheadConfig = file?.config ?? { connectors: [] };
  const listed = operands.length > 0 ? operands : config.connectors;
  if (listed.length === 0) {
    throw usageError(
      "Could not start the service: there is nothing to serve. Name a path, or add a wellhead.config.ts to this folder.",
      {
        details: ["For example: wellhead serve ./my-folder"],
      },
    );
  }
  const chosen = new ChosenSettings(sources);
  const maxFiles = chosen.number("maxFiles");
  const engine = chosen.text("engine");
  const { connectors, own } = await resolveListed(listed, {
    directory: operands.length > 0 || file === undefined ? terminal.directory : file.folder,
    isolatesAll: chosen.isOn("isolate") ?? false,
    load,
    ...(maxFiles !== undefined && { maxFiles }),
    ...(engine !== undefined && { engine }),
  });
  const host = chosen.text("host") ?? "127.0.0.1";
  return {
    connectors,
    host,
    port: chosen.number("port") ?? 8642,
    admin: adminOf(chosen, host),
    logLevel: readLevel(commandLine, chosen, terminal),
    console: chosen.isOn("console"),
    entrance: readEntranceSettings(chosen, config),
    allow: { ...ownMembers(own, "allow"), ...allowOf(chosen) },
    connectorLimits: { ...ownMembers(own, "limits"), ...config.connectorLimits },
    allowAll: textOf(chosen.allow.get("*")?.value),
    accounts: chosen.group("accounts"),
    serving: servingOf(chosen, config),
    tape: readTapePath(commandLine, terminal),
    fixed: fixedOf(chosen),
  };
}

/** Returns a member of the connectors that are listed with it, by connector id. */
function ownMembers<Name extends "allow" | "limits">(
  own: ReadonlyMap<string, ListedPath>,
  name: Name,
): Readonly<Record<string, NonNullable<ListedPath[Name]>>> {
  return Object.fromEntries(
    [...own].flatMap(([id, { [name]: value }]) => (value === undefined ? [] : [[id, value]])),
  );
}

function fixedOf({ all }: ChosenSettings): ServeSettings["fixed"] {
  return new Map(
    all.flatMap(({ setting, value }) =>
      setting.change === "reload" ? [] : [[setting.member, withoutReloaded(setting, value)]],
    ),
  );
}

function withoutReloaded({ reloaded = [] }: Setting, value: unknown): unknown {
  if (reloaded.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !reloaded.includes(name)));
}

function readEntranceSettings(chosen: ChosenSettings, config: WellheadConfig): EntranceSettings {
  const tls = readTls(chosen) ?? (config.tls === false ? false : undefined);
  return { callers: chosen.group("callers"), ...(tls !== undefined && { tls }) };
}

function readTls(chosen: ChosenSettings): TlsSettings | undefined {
  const [cert, key, clientCa] = ["tls.cert", "tls.key", "tls.clientCa"].map((member) => chosen.text(member));
  if (cert === undefined && key === undefined && clientCa === undefined) return undefined;
  if (cert !== undefined && key !== undefined)
    return { cert, key, ...(clientCa !== undefined && { clientCa }) };
  throw usageError(
    "Could not read the TLS settings: a certificate and its key are needed together. Set both --tls-cert (WELLHEAD_TLS_CERT) and --tls-key (WELLHEAD_TLS_KEY).",
  );
}

/** The admin port that an option or a variable sets is opened on the interface of the service. */
function adminOf(chosen: ChosenSettings, host: string): AdminOptions | false {
  const port = chosen.number("admin.port");
  if (port === undefined) return false;
  const own = chosen.text("admin.host");
  const token = chosen.text("admin.token");
  const isOwn = chosen.of("admin.port").layer === "file";
  const interfaceName = isOwn ? own : (own ?? host);
  return {
    port,
    ...(interfaceName !== undefined && { host: interfaceName }),
    ...(token !== undefined && { token }),
  };
}

function allowOf({ allow }: ChosenSettings): ServeSettings["allow"] {
  // The service itself reads the variables.
  const set = [...allow].filter(([id, { layer }]) => id !== "*" && layer !== "variable");
  return Object.fromEntries(set.map(([id, { value }]) => [id, textOf(value) ?? ""]));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
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

function servingOf(chosen: ChosenSettings, config: WellheadConfig): ServeSettings["serving"] {
  const limits = chosen.of("limits");
  const formulaEscape = chosen.isOn("formulaEscape");
  const onStreamError = chosen.text("onStreamError");
  return {
    // The service itself reads the variable.
    ...(chosen.of("failures").layer === "file" &&
      config.failures !== undefined && { failures: config.failures }),
    // `checkLimits` of the service checks names and numbers.
    ...(isObject(limits.value) && { limits: limits.value }),
    ...((onStreamError === "mark" || onStreamError === "cut") && { onStreamError }),
    ...(formulaEscape !== undefined && { formulaEscape }),
  };
}

function readLevel(commandLine: Arguments, chosen: ChosenSettings, { stderr }: Terminal): LogLevel {
  const { layer, value } = chosen.of("logLevel");
  const level = logLevels.find((known) => known === value);
  if (level !== undefined && layer === "option") return level;
  if (commandLine.has("quiet")) return "error";
  if (commandLine.has("verbose")) return "info";
  return level ?? (stderr.isTTY === true ? "warn" : "info");
}

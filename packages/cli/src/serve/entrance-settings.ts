import { resolve } from "node:path";
import type { CallerSettings, TlsSettings } from "@wellhead/server";
import type { Arguments } from "../command/arguments.js";
import { usageError } from "../command/command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import type { WellheadConfig } from "./wellhead-config.js";

/** Who may call, and the certificates of the listener. The service reads omitted members from the environment. */
export interface EntranceSettings {
  readonly callers: CallerSettings;
  readonly tls?: TlsSettings | false;
}

/** The environment variable that overrides a member of the configuration. */
const variableOf: Readonly<Partial<Record<keyof CallerSettings, string>>> = {
  tokens: "WELLHEAD_TOKENS",
  tokensFile: "WELLHEAD_TOKENS_FILE",
  signingKeys: "WELLHEAD_SIGNING_KEYS",
  signingKeysFile: "WELLHEAD_SIGNING_KEYS_FILE",
  addresses: "WELLHEAD_CALLERS",
  proxies: "WELLHEAD_PROXIES",
  proxyHeader: "WELLHEAD_PROXY_HEADER",
  hosts: "WELLHEAD_HOSTS",
  publicDescription: "WELLHEAD_PUBLIC_DESCRIPTION",
  insecure: "WELLHEAD_INSECURE",
};

/** The sources that {@link readEntranceSettings} reads. */
export interface EntranceSources {
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
  readonly config: WellheadConfig;
  /** Folder that paths in the configuration are relative to. */
  readonly directory: string;
}

/**
 * Reads who may call. The command line takes precedence over the environment, and the environment over the
 * configuration.
 *
 * @param sources - Command line, environment and configuration
 * @returns The settings of the service
 * @throws CommandError when only one of certificate and key is given
 */
export function readEntranceSettings(sources: EntranceSources): EntranceSettings {
  const { commandLine, terminal, config, directory } = sources;
  const configured = Object.entries(config.callers ?? {}).filter(([member]) => {
    // `Object.entries` widens the keys to `string`.
    const variable = variableOf[member as keyof CallerSettings];
    return variable === undefined || !terminal.env[variable];
  });
  const file = (name: string): string | undefined => {
    const path = commandLine.value(name);
    return path === undefined ? undefined : resolve(terminal.directory, path);
  };
  const list = (name: string): readonly string[] | undefined =>
    commandLine.has(name) ? commandLine.values(name).flatMap((value) => value.split(",")) : undefined;
  const typed: { readonly [Member in keyof CallerSettings]: CallerSettings[Member] | undefined } = {
    tokensFile: file("tokens"),
    signingKeysFile: file("signing-keys"),
    addresses: list("allow-address"),
    proxies: list("trust-proxy"),
    hosts: list("allow-host"),
    insecure: commandLine.has("insecure") ? true : undefined,
  };
  const given = Object.entries(typed).filter(([, value]) => value !== undefined);
  const tls = readTls(sources) ?? fromFolder(config.tls, terminal, directory);
  return {
    callers: { ...withFiles(Object.fromEntries(configured), directory), ...Object.fromEntries(given) },
    ...(tls !== undefined && { tls }),
  };
}

function readTls({ commandLine, terminal }: EntranceSources): TlsSettings | undefined {
  const file = (name: string, variable: string): string | undefined => {
    const typed = commandLine.value(name);
    return typed === undefined ? terminal.env[variable] || undefined : resolve(terminal.directory, typed);
  };
  if (!["tls-cert", "tls-key", "client-ca"].some((name) => commandLine.has(name))) return undefined;
  const cert = file("tls-cert", "WELLHEAD_TLS_CERT");
  const key = file("tls-key", "WELLHEAD_TLS_KEY");
  const clientCa = file("client-ca", "WELLHEAD_TLS_CLIENT_CA");
  if (cert !== undefined && key !== undefined)
    return { cert, key, ...(clientCa !== undefined && { clientCa }) };
  throw usageError("Could not read the TLS options: --tls-cert and --tls-key are needed together.");
}

/** Resolves paths in the configuration against its folder; environment variables take precedence over them. */
function fromFolder(
  tls: WellheadConfig["tls"],
  terminal: Terminal,
  directory: string,
): TlsSettings | false | undefined {
  const isInEnvironment = terminal.env["WELLHEAD_TLS_CERT"] || terminal.env["WELLHEAD_TLS_KEY"];
  if (isInEnvironment || tls === undefined || tls === false) return isInEnvironment ? undefined : tls;
  const { cert, key, clientCa } = tls;
  return {
    cert: resolve(directory, cert),
    key: resolve(directory, key),
    ...(clientCa !== undefined && { clientCa: resolve(directory, clientCa) }),
  };
}

function withFiles(callers: CallerSettings, directory: string): CallerSettings {
  const { tokensFile, signingKeysFile, ...rest } = callers;
  return {
    ...rest,
    ...(tokensFile !== undefined && { tokensFile: resolve(directory, tokensFile) }),
    ...(signingKeysFile !== undefined && { signingKeysFile: resolve(directory, signingKeysFile) }),
  };
}

import { isIsolated } from "@wellhead/server";
import { usageError } from "../command/command-error.js";
import { didYouMean } from "../command/nearest.js";
import { isConnector } from "./is-connector.js";
import type { WellheadConfig } from "./wellhead-config.js";

/** The allowed values of a member, and their description for the error. */
interface Rule {
  readonly fits: (value: unknown) => boolean;
  readonly wanted: string;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isIsolatedPath(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    isIsolated(value) ||
    ("path" in value && isText(value.path) && "isolate" in value && value.isolate === true)
  );
}

function isPort(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function oneOf(...words: readonly string[]): Rule {
  return {
    fits: (value) => typeof value === "string" && words.includes(value),
    wanted: words.map((word) => `"${word}"`).join(", "),
  };
}

const rules: Readonly<Record<keyof WellheadConfig, Rule>> = {
  connectors: { fits: (value) => Array.isArray(value) && value.length > 0, wanted: "a list of at least one" },
  host: { fits: isText, wanted: "a host name or address" },
  port: { fits: isPort, wanted: "a whole number from 0 to 65535" },
  admin: {
    fits: (value) => value === false || (isObject(value) && "port" in value && isPort(value.port)),
    wanted: "{ port } or false",
  },
  callers: { fits: isObject, wanted: 'an object such as { tokensFile: "tokens" }' },
  allow: {
    fits: (value) => isObject(value) && Object.values(value).every((list) => typeof list === "string"),
    wanted: 'an object such as { postgres: "10.1.0.0/16:5432" }',
  },
  tls: {
    fits: (value) =>
      value === false ||
      (isObject(value) && "cert" in value && isText(value.cert) && "key" in value && isText(value.key)),
    wanted: "{ cert, key, clientCa } or false",
  },
  logLevel: oneOf("info", "warn", "error", "silent"),
  limits: { fits: isObject, wanted: "an object" },
  failures: {
    fits: (value) => value === false || isObject(value),
    wanted: "an object such as { account: 10 }, or false",
  },
  onStreamError: oneOf("mark", "cut"),
  formulaEscape: { fits: (value) => typeof value === "boolean", wanted: "true or false" },
};

/**
 * Checks a configuration.
 *
 * @param value - The default export of a configuration file
 * @param place - The file, named in the error
 * @returns The configuration
 * @throws CommandError naming the first invalid member
 */
export function checkConfig(value: unknown, place: string): WellheadConfig {
  if (!isObject(value)) {
    throw usageError(
      `Could not read ${place}: expected defineConfig({ connectors: […] }) as default export, got ${describe(value)}.`,
    );
  }
  if (!("connectors" in value))
    throw usageError(
      `Could not read ${place}: connectors: expected ${rules.connectors.wanted}, got nothing.`,
    );
  for (const [name, member] of Object.entries(value)) {
    if (!isKnown(name)) {
      const near = didYouMean(name, Object.keys(rules));
      throw usageError(`Could not read ${place}: the member "${name}" is not known.${near}`);
    }
    if (member !== undefined && !rules[name].fits(member)) {
      throw usageError(
        `Could not read ${place}: ${name}: expected ${rules[name].wanted}, got ${describe(member)}.`,
      );
    }
  }
  // All members were checked above, except the connectors, which are checked below.
  const config = value as WellheadConfig;
  for (const [index, connector] of config.connectors.entries()) {
    if (isConnector(connector) || isText(connector) || isIsolatedPath(connector)) continue;
    throw usageError(
      `Could not read ${place}: connectors[${index}]: expected a connector made by defineConnector, a path, or { path, isolate: true }, got ${describe(connector)}.`,
    );
  }
  return config;
}

function isKnown(name: string): name is keyof WellheadConfig {
  return Object.hasOwn(rules, name);
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return typeof value === "function" ? "a function" : JSON.stringify(value);
}

import {
  type Credentials,
  type OperatorParts,
  operatorCredentials,
  operatorParts,
  readConnectionString,
  readOperatorOption,
} from "@wellhead/sql";
import { readOptionFile } from "./option-file.js";
import type { PinnedDatabase } from "./options.js";

const defaultPort = 3306;
const defaultGroups = ["client", "client-server", "client-mariadb"];

/** Client options that affect where the database is, which user reads it, or how the connection is secured. */
const used: ReadonlySet<string> = new Set([
  "host",
  "port",
  "user",
  "password",
  "database",
  "ssl-mode",
  "ssl-ca",
  "ssl-cert",
  "ssl-key",
]);

/**
 * Reads the database that the operator chose, from its members, a connection string and an option file.
 *
 * @param pinned - The operator's options
 * @returns Its credentials
 * @throws TypeError that says what is missing or cannot be read
 */
export function readPinned(pinned: PinnedDatabase): Credentials {
  const { connection, optionFile, optionGroups = defaultGroups, tables: _, ...members } = pinned;
  const string =
    connection === undefined
      ? {}
      : readConnectionString(connection, { schemes: ["mysql", "mariadb"], isOperators: true });
  const written = { ...operatorParts(members), ...string };
  const { socketPath, ...filed } = optionFile === undefined ? {} : fileParts(optionFile, optionGroups);
  const parts: OperatorParts = { ...filed, ...written };
  // As in the MySQL client, the socket option applies only when the host is this machine.
  const isLocal = parts.host === undefined || parts.host === "localhost";
  return operatorCredentials(
    {
      ...parts,
      ...(isLocal && socketPath !== undefined && written.host === undefined && { socketPath }),
      ...(written.socketPath !== undefined && { socketPath: written.socketPath }),
    },
    defaultPort,
  );
}

function fileParts(file: string, groups: readonly string[]): OperatorParts {
  const options = readOptionFile(file, groups);
  let parts: OperatorParts = {};
  for (const [name, value = ""] of options) {
    const isSocket = name === "socket" && !/^tcp$/i.test(options.get("protocol") ?? "");
    if (!used.has(name) && !isSocket) continue;
    const read = readOperatorOption(name, value);
    if (typeof read === "string") throw new TypeError(`Could not read the option file "${file}": ${read}`);
    parts = { ...parts, ...read };
  }
  return parts.tls === undefined ? { ...parts, ...tlsOf(options) } : parts;
}

/** Reads the TLS options: `ssl` and `skip-ssl` turn TLS on or off, `ssl-verify-server-cert` sets the mode. */
function tlsOf(options: ReadonlyMap<string, string | undefined>): OperatorParts {
  const isOff = (name: string) => /^(?:0|off|false)$/i.test(options.get(name) ?? "");
  if (options.has("skip-ssl") || options.has("disable-ssl") || (options.has("ssl") && isOff("ssl")))
    return { tls: "disable" };
  if (options.has("ssl-verify-server-cert"))
    return { tls: isOff("ssl-verify-server-cert") ? "require" : "verify-full" };
  return {};
}

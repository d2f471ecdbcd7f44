import { inputInvalid, Secret } from "@wellhead/sdk";
import {
  type ConnectionParts,
  type OperatorParts,
  readConnectionOption,
  readOperatorOption,
} from "./connection-options.js";

/** The connection strings that one kind of database accepts. */
export interface ConnectionStringOptions {
  /** Accepted URL schemes, without `://`. Errors show the first one. */
  readonly schemes: readonly string[];
  /** Whether `host=… dbname=…` is also accepted. Default: `false`. */
  readonly keywords?: boolean;
  /** Whether the operator wrote it. It may then name sockets and files of this machine. Default: `false`. */
  readonly isOperators?: boolean;
}

const address =
  /^(?<scheme>[a-z][a-z0-9.+-]*):\/\/(?:(?<login>[^/?]*)@)?(?<servers>[^/?]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/is;
const pair =
  /\s*(?<key>\w+)\s*=\s*(?:'(?<quoted>(?:[^'\\]|\\[\s\S])*)'|(?<plain>(?:[^\s'\\]|\\[\s\S])*))(?=\s|$)/y;

/**
 * Parses a connection string, such as `postgres://user:password@host:5432/database?sslmode=verify-full`. Its parts may
 * be percent-encoded, an IPv6 address is in brackets, and several hosts are separated by commas.
 *
 * Paths of this machine (a socket, a certificate or a service file) are accepted from an operator only: the sender of
 * an account must not be able to choose files of the service.
 *
 * @param text - The connection string
 * @param options - What the kind of database accepts
 * @returns The parts it names
 * @throws ConnectorError `invalid_field` with a message that contains no value of the string
 */
export function readConnectionString(text: string, options: ConnectionStringOptions): OperatorParts {
  const trimmed = text.trim();
  if (/^jdbc:/i.test(trimmed))
    throw unreadable('it is an address for JDBC. Remove "jdbc:" from its beginning.');
  const found = address.exec(trimmed)?.groups;
  if (found !== undefined) return readAddress(found, options);
  if (options.keywords === true && /^\w+\s*=/.test(trimmed)) return readKeywords(trimmed, options);
  throw unreadable(`expected an address that begins with ${options.schemes[0]}://.`);
}

function readAddress(
  found: Readonly<Record<string, string | undefined>>,
  options: ConnectionStringOptions,
): OperatorParts {
  const { schemes } = options;
  const { scheme = "", login, servers = "", database, query = "" } = found;
  if (/^mysqlx\b/i.test(scheme) && schemes.includes("mysql")) {
    throw unreadable(
      "mysqlx:// is the X Protocol, which this connector does not speak. Write mysql:// and the port of the classic protocol, usually 3306.",
    );
  }
  // A scheme such as `postgresql+psycopg2` names a driver. The part after the plus sign is ignored.
  if (!schemes.includes(scheme.toLowerCase().replace(/\+.*$/, "")))
    throw unreadable(`expected an address that begins with ${schemes[0]}://, got ${scheme.slice(0, 40)}://.`);
  const [user, ...secret] = (login ?? "").split(":");
  const password = decoded(secret.join(":"), "password");
  const parts: Mutable<OperatorParts> = {
    ...readServer(servers, options),
    ...named("database", decoded(database ?? "", "database")),
    ...named("user", decoded(user ?? "", "user")),
    ...(password !== "" && { password: new Secret(password) }),
  };
  for (const entry of query.split("&").filter((part) => part !== "")) {
    const [name = "", ...value] = entry.split("=");
    Object.assign(
      parts,
      readOption([decoded(name, "options"), decoded(value.join("="), "options")], options),
    );
  }
  return parts;
}

function readServer(text: string, options: ConnectionStringOptions): OperatorParts {
  const servers = text.split(",").map((entry) => {
    const server = /^(?:\[(?<v6>[^\]]*)\]|(?<name>[^:()]*))(?::(?<port>\d*))?$/.exec(entry)?.groups;
    if (server === undefined)
      throw unreadable("expected a host and a port. Write an IPv6 address in brackets, such as [::1]:5432.");
    return { host: server["v6"] ?? decoded(server["name"] ?? "", "host"), port: server["port"] ?? "" };
  });
  const host = servers.map((server) => server.host).join(",");
  const ports = servers.map((server) => server.port);
  const port = ports.every((one) => one === "") ? "" : ports.join(",");
  return { ...readOption(["host", host], options), ...readOption(["port", port], options) };
}

function readKeywords(text: string, options: ConnectionStringOptions): OperatorParts {
  const parts: Mutable<OperatorParts> = {};
  pair.lastIndex = 0;
  while (pair.lastIndex < text.length) {
    const found = pair.exec(text)?.groups;
    if (found === undefined)
      throw unreadable("expected name=value pairs. Put a value with spaces into quotes.");
    const { key = "", quoted, plain = "" } = found;
    Object.assign(parts, readOption([key, (quoted ?? plain).replace(/\\([\s\S])/g, "$1")], options));
  }
  return parts;
}

function readOption(
  [name, value]: readonly [name: string, value: string],
  { isOperators = false }: ConnectionStringOptions,
): OperatorParts {
  const result = isOperators ? readOperatorOption(name, value) : readConnectionOption(name, value);
  if (typeof result === "string") throw unreadable(result);
  return result;
}

function named(part: "database" | "user", value: string): ConnectionParts {
  return value === "" ? {} : { [part]: value };
}

function decoded(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unreadable(`the percent-encoding of its ${part} is broken. Write a percent sign as %25.`);
  }
}

function unreadable(reason: string): Error {
  return inputInvalid(`Could not read the connection string: ${reason}`);
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

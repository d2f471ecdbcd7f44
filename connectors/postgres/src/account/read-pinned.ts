import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  type Credentials,
  type DatabaseHost,
  type OperatorParts,
  operatorCredentials,
  operatorParts,
  readConnectionString,
  readOperatorOption,
} from "@wellhead/sql";
import type { PinnedDatabase } from "./options.js";
import { findPassword } from "./password-file.js";
import { type FileOption, readService } from "./service-file.js";

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPort = 5432;

/** Environment variables of libpq, with the corresponding connection string options. */
const variables: Readonly<Record<string, string>> = {
  PGHOST: "host",
  PGHOSTADDR: "hostaddr",
  PGPORT: "port",
  PGDATABASE: "dbname",
  PGUSER: "user",
  PGPASSWORD: "password",
  PGPASSFILE: "passfile",
  PGSERVICE: "service",
  PGOPTIONS: "options",
  PGSSLMODE: "sslmode",
  PGSSLROOTCERT: "sslrootcert",
  PGSSLCERT: "sslcert",
  PGSSLKEY: "sslkey",
  PGCHANNELBINDING: "channel_binding",
  PGTARGETSESSIONATTRS: "target_session_attrs",
  PGLOADBALANCEHOSTS: "load_balance_hosts",
};

/**
 * Reads the database that the operator chose, from its members, a connection string, a service file, a password file
 * and, if the operator enables it, the environment.
 *
 * @param pinned - The operator's options
 * @param environment - The environment variables. Default: those of the process
 * @returns Its credentials
 * @throws TypeError that says what is missing or cannot be read
 */
export function readPinned(pinned: PinnedDatabase, environment: Environment = process.env): Credentials {
  const {
    connection,
    service,
    serviceFile,
    passwordFile,
    environment: isAsked = false,
    tables: _,
    ...members
  } = pinned;
  const known = isAsked ? environment : {};
  const string =
    connection === undefined
      ? {}
      : readConnectionString(connection, {
          schemes: ["postgres", "postgresql"],
          keywords: true,
          isOperators: true,
        });
  const written: OperatorParts = {
    ...inFolder(
      operatorParts({
        ...members,
        ...(passwordFile !== undefined && { passwordFile }),
        ...(service !== undefined && { service }),
      }),
    ),
    ...string,
  };
  const variableParts = partsOf(
    Object.entries(variables).flatMap(([variable, name]): readonly FileOption[] => {
      const value = known[variable];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
    "the environment",
  );
  const section = written.service ?? variableParts.service;
  const parts: OperatorParts = {
    ...variableParts,
    ...(section !== undefined && serviceParts(section, serviceFile, known)),
    ...written,
  };
  return complete(parts, isAsked);
}

/** Converts a host that is a path to the directory of the server's socket. */
function inFolder({ host, ...parts }: OperatorParts): OperatorParts {
  if (host === undefined) return parts;
  return host.startsWith("/") && !host.includes(",") ? { ...parts, socketFolder: host } : { ...parts, host };
}

function partsOf(options: readonly FileOption[], origin: string): OperatorParts {
  let parts: OperatorParts = {};
  for (const [name, value] of options) {
    const read = readOperatorOption(name, value);
    if (typeof read === "string") throw new TypeError(`Could not read ${origin}: ${read}`);
    parts = { ...parts, ...read };
  }
  return parts;
}

function serviceParts(service: string, named: string | undefined, environment: Environment): OperatorParts {
  const own = named ?? environment["PGSERVICEFILE"];
  const system = join(environment["PGSYSCONFDIR"] ?? "/etc/postgresql-common", "pg_service.conf");
  const files = own === undefined ? [join(homedir(), ".pg_service.conf"), system].filter(existsSync) : [own];
  for (const file of files) {
    const options = readService(file, service);
    if (options !== undefined) return partsOf(options, `the service "${service}" of "${file}"`);
  }
  throw new TypeError(
    `Could not find the service "${service}" in ${files.length === 0 ? "a service file" : files.join(" and ")}. Name the file as serviceFile.`,
  );
}

function complete(parts: OperatorParts, isAsked: boolean): Credentials {
  const { socketFolder, port = String(defaultPort), passwordFile } = parts;
  const socketPath = socketFolder === undefined ? parts.socketPath : join(socketFolder, `.s.PGSQL.${port}`);
  const credentials = operatorCredentials(
    { ...parts, ...(socketPath !== undefined && { socketPath }) },
    defaultPort,
  );
  const usual = join(homedir(), ".pgpass");
  const file = passwordFile ?? (isAsked && existsSync(usual) ? usual : undefined);
  if (parts.password !== undefined || file === undefined) return credentials;
  const { database, user, otherHosts } = credentials;
  const withPassword = <Host extends DatabaseHost>(host: Host): Host => {
    const target = { host: socketFolder ?? host.host, port: host.port, database, user };
    const password = findPassword(file, target);
    return password === undefined ? host : { ...host, password };
  };
  return {
    ...withPassword(credentials),
    ...(otherHosts !== undefined && { otherHosts: otherHosts.map(withPassword) }),
  };
}

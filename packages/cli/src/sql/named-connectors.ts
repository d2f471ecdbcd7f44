import { resolve } from "node:path";
import type { QueriedConnector } from "@wellhead/results";
import { Arguments } from "../command/arguments.js";
import { usageError } from "../command/command-error.js";
import { readAccountFile } from "../pull/account-file.js";
import { readCallerHeaders } from "../remote/caller-headers.js";
import { connect, readAddress } from "../remote/connect.js";
import type { Terminal } from "../terminal/terminal.js";

/** A connector given on the command line. */
export interface NamedConnector {
  /** Its name in SQL. */
  readonly name: string;
  readonly base: URL;
  /** File with the connector's account; `undefined` when there is none. */
  readonly account: string | undefined;
  /** The options that authenticate the caller to the connector. */
  readonly caller: Arguments;
}

/**
 * Reads the connectors of a command line, each with its options. `--connect tea=http://…` defines the name that
 * `--account tea=file` refers to. With one connector, the name may be omitted.
 *
 * @param commandLine - The command line
 * @returns The connectors
 * @throws CommandError when a name is missing, used twice or unknown
 */
export function readNamedConnectors(commandLine: Arguments): readonly NamedConnector[] {
  const connectors = commandLine.values("connect").map((text) => {
    const equals = text.indexOf("=");
    const address = text.slice(equals + 1);
    if (equals < 1 || !/^https?:\/\//i.test(address))
      throw usageError(`Could not read --connect: expected name=url, got "${text}".`);
    return { name: text.slice(0, equals), base: readAddress(address) };
  });
  return withOptions(connectors, commandLine);
}

/** A connector and its name. */
export type NamedAddress = Pick<NamedConnector, "name" | "base">;

/**
 * Adds the options that name a connector to the connectors: `--account tea=file` belongs to the connector `tea`.
 *
 * @param addresses - The connectors
 * @param commandLine - The command line
 * @returns The connectors, each with its options
 * @throws CommandError when a name is missing, used twice or unknown
 */
export function withOptions(
  addresses: readonly NamedAddress[],
  commandLine: Arguments,
): readonly NamedConnector[] {
  const connectors = new Map<string, NamedAddress>();
  for (const { name, base } of addresses) {
    if (connectors.has(name.toLowerCase()))
      throw usageError(
        `Could not name the connectors: the name "${name}" is used twice, and SQL ignores the case of letters. Name them with name=url.`,
      );
    connectors.set(name.toLowerCase(), { name, base });
  }
  const names = [...connectors.values()].map(({ name }) => name);
  const accounts = valuesByName(commandLine, "account", names);
  const tokens = valuesByName(commandLine, "token-file", names);
  const headers = valuesByName(commandLine, "header", names);
  return [...connectors.values()].map(({ name, base }) => ({
    name,
    base,
    account: accounts.get(name)?.at(-1),
    caller: new Arguments(
      [],
      new Map([
        ["token-file", tokens.get(name) ?? []],
        ["header", headers.get(name) ?? []],
      ]),
    ),
  }));
}

/** Returns the values of a `name=value` option by name. The option may contain a secret, so no error shows it. */
function valuesByName(
  commandLine: Arguments,
  option: string,
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const text of commandLine.values(option)) {
    const named = names
      .filter((name) => text.toLowerCase().startsWith(`${name.toLowerCase()}=`))
      .toSorted((a, b) => b.length - a.length)[0];
    const name = named ?? (names.length === 1 ? names[0] : undefined);
    if (name === undefined)
      throw usageError(
        `Could not read --${option}: expected the name of a connector in front, such as ${names[0] ?? "name"}=…`,
      );
    const value = named === undefined ? text : text.slice(named.length + 1);
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/**
 * Returns a connector as a query opens it: with its account and the credentials of the caller.
 *
 * @param named - The connector of the command line
 * @param terminal - Provides the folder that relative paths are resolved against
 * @returns The connector, which is opened only when the query reads from it
 */
export function queriedConnector(named: NamedConnector, terminal: Terminal): QueriedConnector {
  return {
    name: named.name,
    open: async () => {
      const connector = connect(named.base, await readCallerHeaders(named.caller, terminal));
      const path = accountPath(named, terminal);
      return { connector, account: path === undefined ? undefined : await readAccountFile(path) };
    },
  };
}

/**
 * Returns the file with the account of a connector.
 *
 * @param named - The connector of the command line
 * @param terminal - Provides the folder that relative paths are resolved against
 * @returns Its path; `undefined` when the connector has no account
 */
export function accountPath({ account }: NamedConnector, terminal: Terminal): string | undefined {
  return account === undefined ? undefined : resolve(terminal.directory, account);
}

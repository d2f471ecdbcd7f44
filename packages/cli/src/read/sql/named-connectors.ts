import type { Account, Connector } from "@wellhead/client";
import type { QueriedConnector } from "@wellhead/results";
import { isAddress } from "../../accounts/is-address.js";
import { Arguments } from "../../command-line/arguments.js";
import { usageError } from "../../command-line/command-error.js";
import { readCallerHeaders } from "../../remote/caller-headers.js";
import { type CallerHeaders, connect, readAddress } from "../../remote/connect.js";
import type { Terminal } from "../../terminal/terminal.js";
import { type StoredAccount, storedAccount } from "../pull/account-file.js";

/** A connector given on the command line. */
export interface NamedConnector {
  /** Its name in SQL. */
  readonly name: string;
  readonly base: URL;
  /** Headers that its service requires. Default: none. */
  readonly headers?: CallerHeaders;
  /** Id of a connector of this machine. Default: the connector is a service at its address. */
  readonly localId?: string;
  /** File or variable with the connector's account; `undefined` when there is none. */
  readonly account: string | undefined;
  /** The options that authenticate the caller to the connector. */
  readonly caller: Arguments;
}

/** A connector as the user names it. */
export interface GivenConnector {
  /** Its name in SQL. Default: its own id. */
  readonly name?: string;
  /** An address, or a connector of this machine as `wellhead serve` takes it. */
  readonly place: string;
}

/**
 * Parses a connector with an optional name, such as `tea=http://127.0.0.1:8642` or `./my-folder`.
 *
 * @param text - The text as typed
 * @returns The connector
 */
export function readGivenConnector(text: string): GivenConnector {
  const { name, place } = /^(?<name>[^=/:?#]+)=(?<place>.+)$/.exec(text)?.groups ?? {};
  return name === undefined || place === undefined ? { place: text } : { name, place };
}

/** The connectors of a command, and the function that closes their service. */
export interface OpenedConnectors {
  readonly connectors: readonly NamedConnector[];
  /** Ends the service of the connectors of this machine. */
  readonly close: () => Promise<void>;
}

/** Options of {@link openConnectors}. */
export interface OpenConnectorsOptions {
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Makes connectors available under their names. Connectors of this machine are served only to this command.
 *
 * @param given - The connectors; all connectors of `wellhead.config.ts` when empty
 * @param options - Options of the connectors, and where relative paths begin
 * @returns The connectors, each with its options
 * @throws CommandError when a connector cannot be found, or a name is missing, used twice or unknown
 */
export async function openConnectors(
  given: readonly GivenConnector[],
  { commandLine, terminal, signal }: OpenConnectorsOptions,
): Promise<OpenedConnectors> {
  const local = given.filter(({ place }) => !isAddress(place));
  const isServed = local.length > 0 || given.length === 0;
  const places = local.map(({ place }) => place);
  const service = isServed
    ? // Loads the server, which a command that is given addresses does not need.
      await (await import("../../serve/private-service.js")).startPrivateService(places, {
        terminal,
        config: commandLine.value("config"),
      })
    : undefined;
  const close = async () => service?.close();
  try {
    const served = (service?.connectors ?? []).map(({ id, base }, index) => ({
      name: local[index]?.name ?? id,
      base,
      localId: id,
      ...(service && { headers: service.headers }),
    }));
    const remote: NamedAddress[] = [];
    for (const { name, place } of given)
      if (isAddress(place)) remote.push(await nameAddress(name, readAddress(place), { terminal, signal }));
    return { connectors: withOptions([...remote, ...served], commandLine), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the name of a connector: the given one, or the id that the connector reports. */
async function nameAddress(
  name: string | undefined,
  base: URL,
  { terminal, signal }: Pick<OpenConnectorsOptions, "terminal" | "signal">,
): Promise<NamedAddress> {
  if (name !== undefined) return { name, base };
  const { id } = await connect(base, { headers: {}, terminal }).describe({ signal });
  if (id !== "") return { name: id, base };
  throw usageError(`Could not name the connector at ${base.origin}: it has no id. Name it with name=url.`);
}

/** A connector and its name. */
type NamedAddress = Pick<NamedConnector, "name" | "base" | "headers" | "localId">;

/**
 * Adds the options that name a connector to the connectors: `--account tea=file` belongs to the connector `tea`.
 *
 * @param addresses - The connectors
 * @param commandLine - The command line
 * @returns The connectors, each with its options
 * @throws CommandError when a name is missing, used twice or unknown
 */
function withOptions(addresses: readonly NamedAddress[], commandLine: Arguments): readonly NamedConnector[] {
  const connectors = new Map<string, NamedAddress>();
  for (const address of addresses) {
    const { name } = address;
    if (connectors.has(name.toLowerCase()))
      throw usageError(
        `Could not name the connectors: the name "${name}" is used twice, and SQL ignores the case of letters. Name them with name=url.`,
      );
    connectors.set(name.toLowerCase(), address);
  }
  const names = [...connectors.values()].map(({ name }) => name);
  const accounts = valuesByName(commandLine, "account", names);
  const tokens = valuesByName(commandLine, "token-file", names);
  const headers = valuesByName(commandLine, "header", names);
  return [...connectors.values()].map(({ name, ...address }) => ({
    name,
    ...address,
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
        `Could not read --${option}: expected a value that begins with the name of a connector, such as ${names[0] ?? "name"}=…`,
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
 * @param terminal - Provides the folder and the environment
 * @param validates - Whether its account is validated when it is opened
 * @returns The connector, which is opened only when the query reads from it
 */
export function queriedConnector(
  named: NamedConnector,
  terminal: Terminal,
  validates: boolean,
): QueriedConnector {
  return {
    name: named.name,
    open: async () => {
      const connector = connect(named.base, { headers: await headersOf(named, terminal), terminal });
      return { connector, account: await currentAccount(named, { connector, terminal, validates }) };
    },
  };
}

/**
 * Returns the headers of every request to a connector.
 *
 * @param named - The connector of the command line
 * @param terminal - Provides the folder that relative paths are resolved against
 * @returns The headers
 */
export async function headersOf(
  { caller, headers }: NamedConnector,
  terminal: Terminal,
): Promise<CallerHeaders> {
  return { ...(await readCallerHeaders(caller, terminal)), ...headers };
}

/**
 * Returns the store of a connector's account.
 *
 * @param named - The connector of the command line
 * @param terminal - Provides the folder and the environment
 * @returns The store; `undefined` when the connector has no account
 */
export function accountOf(
  { account, base, localId }: NamedConnector,
  terminal: Terminal,
): StoredAccount | undefined {
  const target = localId === undefined ? { address: base } : { connector: localId };
  return account === undefined ? undefined : storedAccount(account, { terminal, target });
}

/** Options of {@link currentAccount}. */
export interface CurrentAccountOptions {
  readonly connector: Connector;
  readonly terminal: Terminal;
  /** Whether the connector checks it, and refreshes its token if necessary. */
  readonly validates: boolean;
}

/**
 * Returns the account of a connector. An account that several processes use is validated by one of them at a time.
 *
 * @param named - The connector of the command line
 * @param options - How to reach the connector
 * @returns The account; `undefined` when the connector has none
 */
export async function currentAccount(
  named: NamedConnector,
  { connector, terminal, validates }: CurrentAccountOptions,
): Promise<Account | undefined> {
  const place = accountOf(named, terminal);
  if (place === undefined || !place.isShared || !validates) return place?.read();
  return place.update((stored) => connector.validate(stored));
}

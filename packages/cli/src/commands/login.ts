import { AccountVault, accountName, type VaultEntry } from "../accounts/account-vault.js";
import { askMembers, chooseKind } from "../accounts/ask-account.js";
import { Questions } from "../accounts/questions.js";
import { signIn } from "../accounts/sign-in.js";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import {
  headersOf,
  type NamedConnector,
  openConnectors,
  readGivenConnector,
} from "../read/sql/named-connectors.js";
import { connect } from "../remote/connect.js";
import { printableText } from "../terminal/printable-text.js";
import { type StopWatch, watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead login`: connects an account, lists the connected ones, or removes one.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runLogin(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const [first = "", second] = commandLine.operands;
  const vault = new AccountVault(terminal);
  const asJson = commandLine.has("json");
  if (first === "list" && second === undefined) {
    const entries = await vault.list();
    const text = asJson ? `${JSON.stringify(entries)}\n` : formatEntries(entries);
    await write(terminal.stdout, text);
    return "success";
  }
  if (second === undefined)
    throw usageError(
      "Could not read the command line: expected wellhead login <name> <connector>, login list or login remove <name>.",
    );
  if (first === "remove") {
    await vault.remove(second);
    await write(
      terminal.notes,
      `Removed the account "${second}" from this machine. It may still be valid at its source.\n`,
    );
    return "success";
  }
  if (!accountName.test(first) || first === "list")
    throw usageError(
      `Could not use the name "${printableText(first)}": expected letters, digits, "-" and "_", and neither list nor remove.`,
    );
  const entry = await connectAccount(first, second, { commandLine, terminal, vault });
  const done = `Connected ${printableText(entry.title || entry.connector)} as "${first}". Use it with --account ${first}.\n`;
  await write(terminal.stdout, asJson ? `${JSON.stringify(entry)}\n` : done);
  return "success";
}

function formatEntries(entries: readonly VaultEntry[]): string {
  const width = Math.max(0, ...entries.map(({ name }) => name.length));
  return entries
    .map(
      ({ name, connector, place, title }) =>
        `${name.padEnd(width)}  ${printableText(`${connector} at ${place}: ${title}`)}\n`,
    )
    .join("");
}

interface LoginOptions {
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
  readonly vault: AccountVault;
}

async function connectAccount(
  name: string,
  place: string,
  { commandLine, terminal, vault }: LoginOptions,
): Promise<VaultEntry> {
  const stop = watchStopSignals();
  try {
    const given = readGivenConnector(`${name}=${place}`);
    const { connectors, close } = await openConnectors([given], {
      commandLine,
      terminal,
      signal: stop.signal,
    });
    try {
      const [named] = connectors;
      if (named === undefined) throw usageError(`Could not find the connector "${place}".`);
      return await askAndStore(named, place, { commandLine, terminal, vault, stop });
    } finally {
      await close();
    }
  } catch (error) {
    const reason = stop.reason();
    if (reason === undefined) throw error;
    throw new CommandError(reason, "Could not connect the account: it was stopped. Nothing was stored.", {
      cause: error,
    });
  } finally {
    stop.end();
  }
}

async function askAndStore(
  named: NamedConnector,
  place: string,
  { commandLine, terminal, vault, stop }: LoginOptions & { readonly stop: StopWatch },
): Promise<VaultEntry> {
  const { signal } = stop;
  const connector = connect(named.base, { headers: await headersOf(named, terminal), terminal });
  const application = await connector.describe({ signal });
  const questions = new Questions(terminal);
  try {
    const kind = await chooseKind(application, commandLine.value("kind"), questions);
    const fields = await askMembers(kind, readFields(commandLine.values("field")), questions);
    const version = { oauth: 1, oauth2: 2 } as const;
    const oauth = kind.id === "oauth" || kind.id === "oauth2" ? version[kind.id] : undefined;
    const ids = { auth: kind.id, identifier: kind.id };
    const signed =
      oauth === undefined
        ? fields
        : await signIn(connector, {
            version: oauth,
            fields,
            port: commandLine.count("port", 65_535) ?? 0,
            opensBrowser: !commandLine.has("no-browser") && terminal.stderr.isTTY === true,
            terminal,
            signal,
          });
    const account = await connector.validate({ ...fields, ...signed, ...ids }, { signal });
    const title = typeof account["name"] === "string" ? account["name"] : "";
    const entry = { name: named.name, connector: application.id, place, title };
    await vault.write(entry, account);
    return entry;
  } finally {
    questions.close();
  }
}

function readFields(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at < 1) throw usageError("Could not read --field: expected id=value.");
      return [text.slice(0, at), text.slice(at + 1)] as const;
    }),
  );
}

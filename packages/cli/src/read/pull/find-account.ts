import type { Account, Connector } from "@wellhead/client";
import type { Arguments } from "../../command-line/arguments.js";
import type { StopWatch } from "../../terminal/stop-signal.js";
import type { Terminal } from "../../terminal/terminal.js";
import { storedAccount } from "./account-file.js";

/** Options of {@link findAccount}. */
export interface FindAccountOptions {
  readonly connector: Connector;
  readonly terminal: Terminal;
  readonly stop: StopWatch;
}

/**
 * Reads the account that a command line names and validates it, as the platform does before each use.
 *
 * @param commandLine - The command line, with `--account` and `--no-validate`
 * @param options - Connector, terminal and signals
 * @returns The account; an empty one when the command line does not name one
 * @throws ConnectorError when the connector refuses the account
 */
export async function findAccount(
  commandLine: Arguments,
  { connector, terminal, stop }: FindAccountOptions,
): Promise<Account> {
  const typed = commandLine.value("account");
  if (typed === undefined) return {};
  const place = storedAccount(typed, { terminal, target: { address: connector.base } });
  if (commandLine.has("no-validate")) return place.read();
  return place.update((stored) => connector.validate(stored, { signal: stop.signal }));
}

import { connectorAddress } from "@wellhead/client";
import { usageError } from "../command-line/command-error.js";
import { printableText } from "../terminal/printable-text.js";
import { isAddress } from "./is-address.js";
import type { VaultEntry } from "./vault-entry.js";

/** What a command sends an account to: the service at an address, or a connector of this machine by its id. */
export type AccountTarget = { readonly address: URL } | { readonly connector: string };

/**
 * Refuses to send an account anywhere but where it was connected: to the same scheme, host and port, or to a connector of
 * this machine with the same id. Whoever receives an account can use it.
 *
 * @param entry - The account
 * @param target - Where a command would send it
 * @throws CommandError that names both places
 */
export function refuseOtherTarget({ name, connector, place }: VaultEntry, target: AccountTarget): void {
  const origin = isAddress(place) ? connectorAddress(place).origin : undefined;
  if ("connector" in target) {
    if (target.connector === connector) return;
    throw refusal(name, `it belongs to the connector "${connector}", not to "${target.connector}"`);
  }
  if (target.address.origin === origin) return;
  const connected = origin ?? `a connector of this machine, "${connector}"`;
  throw refusal(name, `it was connected at ${connected}, not at ${target.address.origin}`);
}

function refusal(name: string, reason: string): Error {
  return usageError(
    `Could not use the account "${name}": ${printableText(reason)}. Whoever gets an account can use it. Connect another with wellhead login <name> <connector>.`,
  );
}

import { type AddressRule, parseAddressRule } from "./address-rule.js";

/** Targets that one entry of a reach list covers. */
export type ReachRule =
  | { readonly block: AddressRule }
  /** A name, or all names below it when `isSuffix`; a port of `undefined` means every port. */
  | { readonly name: string; readonly isSuffix: boolean; readonly port: number | undefined };

const namePattern = /^(?<wild>\*\.)?(?<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(?<port>\*|\d{1,5}))?$/i;

/**
 * Parses the list of targets that an account kind may reach.
 *
 * @param entries - Names such as `api.example.com`, `*.example.com` or `db.example.com:5432`, and blocks such as
 *   `10.1.0.0/16:5432` or `[fd12::/48]:*`; a name without a port means every port
 * @returns The rules
 * @throws TypeError naming the first entry that is neither
 */
export function parseReachList(entries: readonly string[]): readonly ReachRule[] {
  return entries.map((entry) => {
    const { wild, name = "", port = "*" } = namePattern.exec(entry)?.groups ?? {};
    const number = port === "*" ? undefined : Number(port);
    const isName = /[a-z]/i.test(name.split(".").at(-1) ?? "");
    if (isName && (number === undefined || (number > 0 && number <= 65_535)))
      return { name: name.toLowerCase(), isSuffix: wild !== undefined, port: number };
    const block = parseAddressRule(entry);
    if (block !== undefined) return { block };
    throw new TypeError(
      `expected names such as api.example.com or *.example.com:443, or blocks such as 10.1.0.0/16:5432, got "${entry.slice(0, 80)}"`,
    );
  });
}

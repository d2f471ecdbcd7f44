import type { AccountKind } from "./account-kind.js";

/**
 * Defines access without an account: anybody may read. Its id is `none`.
 *
 * @returns The account kind, without fields
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#none
 * const accounts = { none: none() };
 * ```
 */
export function none(): AccountKind<Record<never, never>> {
  return { name: "No account", description: "No account needed", fields: {} };
}

import { acceptAlias, aliases } from "@wellhead/contract";
import { type AccountKind, type Connector, ConnectorError } from "@wellhead/sdk";
import type { JsonObject } from "../request/json-object.js";
import { malformedRequest } from "../request/malformed-request.js";

/** An account kind with its id. */
export interface FoundAccountKind {
  readonly id: string;
  readonly kind: AccountKind;
}

/**
 * Finds the kind of an account: the id given next to it, else its own marker (`auth` or `identifier`), else the
 * connector's single kind.
 *
 * @param connector - The connector
 * @param members - Flat account
 * @param given - Id that the request named next to the account
 * @returns The kind and its id
 * @throws ConnectorError `unknown_account_kind` when the connector has no such kind, `malformed_request` when none is
 * named and the connector has several
 * @see The connector contract, "General rules", row "account kind in a flat account"
 */
export function findAccountKind(connector: Connector, members: JsonObject, given?: string): FoundAccountKind {
  const marker: unknown = given ?? acceptAlias(members, aliases.accountKind);
  if (marker === undefined) return singleKind(connector);
  if (typeof marker !== "string") {
    throw malformedRequest(
      `Read account: found an account kind that is no text, wanted one of ${kindsOf(connector)}`,
      "auth",
    );
  }
  const kind = connector.accounts.get(marker);
  if (kind !== undefined) return { id: marker, kind };
  throw new ConnectorError(
    "unknown_account_kind",
    `Read account: found account kind "${marker.slice(0, 80)}", wanted one of ${kindsOf(connector)}`,
    { field: "auth" },
  );
}

/** Lists the account kinds of a connector for an error message. */
function kindsOf(connector: Connector): string {
  return [...connector.accounts.keys()].map((id) => `"${id}"`).join(", ");
}

function singleKind(connector: Connector): FoundAccountKind {
  const [first, second] = connector.accounts;
  if (first === undefined || second !== undefined) {
    throw malformedRequest(
      `Read account: found no account kind in "auth", wanted one of ${kindsOf(connector)}`,
      "auth",
    );
  }
  return { id: first[0], kind: first[1] };
}

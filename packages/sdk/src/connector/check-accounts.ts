import { accountKindIdPattern, fieldTypes, reservedAccountKinds } from "@wellhead/contract/vocabulary";
import type { AccountKind, AccountKinds } from "../accounts/account-kind.js";
import { parseReachList } from "../reach/reach-list.js";
import { checkForm } from "./check-form.js";
import { definitionFault } from "./definition-fault.js";

const kindId = new RegExp(accountKindIdPattern);

/**
 * Checks the account kinds: at least one, valid ids, and only fields that are allowed in an account form.
 *
 * @param connector - Id of the connector
 * @param kinds - Account kinds by id
 * @throws TypeError naming the first fault
 * @see The connector contract, GET /, `authentication[]`
 */
export function checkAccounts(connector: string, kinds: AccountKinds): void {
  const entries = Object.entries(kinds);
  if (entries.length === 0)
    throw definitionFault(
      connector,
      "accounts",
      "expected at least one account kind, such as none(), got none",
    );
  for (const [id, kind] of entries) {
    const path = `accounts.${id}`;
    if (!kindId.test(id)) {
      throw definitionFault(connector, path, `expected lower case letters, digits and hyphens, got "${id}"`);
    }
    checkFlow(connector, path, { id, kind });
    if (id === reservedAccountKinds.none && Object.keys(kind.fields).length > 0) {
      throw definitionFault(
        connector,
        path,
        'the account kind "none" means that no account is needed, so it cannot have fields',
      );
    }
    checkReach(connector, `${path}.reach`, kind.reach);
    checkForm(connector, `${path}.fields`, {
      form: kind.fields,
      allows: (type) => fieldTypes[type].account,
      place: "account",
    });
  }
}

function checkReach(connector: string, path: string, reach: readonly string[] = []): void {
  try {
    parseReachList(reach);
  } catch (error) {
    throw definitionFault(
      connector,
      path,
      error instanceof Error ? error.message : "expected a list of targets",
    );
  }
}

/** Each OAuth version has one reserved id, and no other account kind may use that id. */
function checkFlow(
  connector: string,
  path: string,
  { id, kind }: { readonly id: string; readonly kind: AccountKind },
): void {
  const flows = [
    { name: "OAuth 1", wanted: reservedAccountKinds.oauth1, found: kind.oauth1 !== undefined },
    { name: "OAuth 2", wanted: reservedAccountKinds.oauth2, found: kind.oauth2 !== undefined },
  ];
  for (const { name, wanted, found } of flows) {
    if (found && id !== wanted) {
      throw definitionFault(connector, path, `expected ${name} under the id "${wanted}", got "${id}"`);
    }
    if (!found && id === wanted) {
      throw definitionFault(
        connector,
        path,
        `expected ${name} under the id "${id}", got another account kind`,
      );
    }
  }
}

import { identifyAccount, identifyRefreshed } from "../../../account/identify-account.js";
import { openAccount } from "../../../account/open-account.js";
import { refreshIfDue } from "../../../account/request-account.js";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import type { ValidateRequest } from "../requests/requests.js";
import { storedAccount } from "./stored-account.js";

/**
 * Handles POST /validate: refreshes the tokens of an account if they are due, checks the account and names it.
 *
 * @param request - The account
 * @param scope - The request
 * @returns The whole account for the platform to store: every member of the request, with the new and changed members
 * merged in, and the name
 * @throws ConnectorError `account_invalid` when the account does not work, and what `openAccount` throws
 * @see The connector contract, POST /validate
 */
export async function validate(request: ValidateRequest, scope: RequestScope): Promise<Answer> {
  const account = openAccount(request.account, scope);
  // Most kinds have nothing to refresh, so nothing is awaited for them.
  if (account.kind.oauth2 !== undefined) await refreshIfDue(account, scope);
  const identify = account.changed === undefined ? identifyAccount : identifyRefreshed;
  const identity = await identify(account, scope);
  const changed = [identity.members, account.changed];
  const { given } = request;
  return jsonAnswer(storedAccount({ form: account.kind.fields, given, changed, name: identity.name }));
}

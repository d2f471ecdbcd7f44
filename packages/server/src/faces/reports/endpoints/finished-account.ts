import type { AccountMembers } from "@wellhead/runtime";
import { identifyAccount } from "../../../account/identify-account.js";
import { readAccount } from "../../../account/open-account.js";
import type { RequestAccount } from "../../../account/request-account.js";
import type { Answer } from "../../../answer/answer.js";
import { jsonAnswer } from "../../../answer/json-answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { storedAccount } from "./stored-account.js";

/** An account that a sign-in has just created. */
export interface FinishedAccount {
  /** Id of its kind. */
  readonly kind: string;
  readonly members: AccountMembers;
  /** Called with the current members if no platform will ever receive them. Default: nothing is done. */
  readonly discard?: (members: AccountMembers) => Promise<void>;
}

/**
 * Checks and names the account that a sign-in has just created, and builds the response with it.
 *
 * @param finished - The account
 * @param scope - The request
 * @returns The response with the account
 * @throws ConnectorError `account_invalid` when the account does not work
 * @see The connector contract, "OAuth 1" and "OAuth 2"
 */
export async function finishedAccount(
  { kind, members, discard }: FinishedAccount,
  scope: RequestScope,
): Promise<Answer> {
  let account: RequestAccount | undefined;
  try {
    account = readAccount(members, scope, kind);
    const { name, members: added } = await identifyAccount(account, scope);
    const changed = [added, account.changed];
    return jsonAnswer(storedAccount({ form: account.kind.fields, given: members, changed, name }));
  } catch (error) {
    await discard?.({ ...members, ...account?.changed });
    throw error;
  }
}

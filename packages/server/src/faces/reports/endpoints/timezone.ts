import { askZone } from "../../../account/ask-zone.js";
import { offsetOf } from "../../../account/offset-of.js";
import { openAccount } from "../../../account/open-account.js";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { GivenAccount } from "../../../request/account-members.js";
import type { RequestScope } from "../../../scope/request-scope.js";

/**
 * Handles POST /timezone: returns the current offset of an account from UTC.
 *
 * @param account - The account
 * @param scope - The request's scope
 * @returns `{ timeZone: "+05:00" }`
 * @see The connector contract, "Optional v2 endpoints"
 */
export async function timezone(account: GivenAccount, scope: RequestScope): Promise<Answer> {
  const zone = await askZone(openAccount(account, scope), scope);
  return jsonAnswer({ timeZone: offsetOf(zone ?? "UTC", scope.service.now()) });
}

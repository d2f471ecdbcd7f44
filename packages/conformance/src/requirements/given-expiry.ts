import { acceptAlias, aliases, reservedAccountKinds } from "@wellhead/contract";
import { unmet } from "../expect/finding.js";
import { parseObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { accountOf } from "../target/account.js";

/**
 * Judges the expiry that comes with new tokens of the caller's account, which needs no provider of the suite's own.
 *
 * @param context - Context of the check
 * @throws Finding when POST /validate has refreshed the account and says that it has expired
 */
export async function expectGivenExpiry(context: CheckContext): Promise<void> {
  const { account: given, readOnly = false } = context.options;
  if (given === undefined || readOnly) return;
  const { kind, members } = await accountOf(context);
  if (kind.id !== reservedAccountKinds.oauth2) return;
  const answer = await context.post("/validate", { id: kind.id, fields: members });
  const refreshed = parseObject(answer.text) ?? {};
  const { access_token: token } = refreshed;
  if (answer.status >= 300 || token === undefined || token === members["access_token"]) return;
  const expiry = acceptAlias(refreshed, aliases.expiry);
  if (typeof expiry === "string" && Date.parse(expiry) <= Date.now())
    unmet(`POST /validate returned a new access token with the expiry "${expiry}", which is in the past`, {
      witness: answer,
    });
}

import { emitExpiry } from "@wellhead/contract";
import type { AccountMembers } from "../oauth/oauth-flow.js";
import type { TokenSet } from "./token-set.js";

/**
 * Converts tokens to the members of an account.
 *
 * @param tokens - Tokens that a provider returned
 * @returns The members; the expiry appears under both of its names
 */
export function membersOf({ accessToken, refreshToken, expiry, kept }: TokenSet): AccountMembers {
  return {
    ...kept,
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(expiry !== undefined && emitExpiry(expiry)),
  };
}

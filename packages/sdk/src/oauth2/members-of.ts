import { emitExpiry } from "@wellhead/contract";
import type { AccountMembers } from "../oauth/oauth-flow.js";
import type { TokenSet } from "./token-set.js";

/**
 * Makes members of an account of tokens.
 *
 * @param tokens - What a provider gave
 * @returns The members, the expiry under both its names
 */
export function membersOf({ accessToken, refreshToken, expiry, kept }: TokenSet): AccountMembers {
  return {
    ...kept,
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(expiry !== undefined && emitExpiry(expiry)),
  };
}

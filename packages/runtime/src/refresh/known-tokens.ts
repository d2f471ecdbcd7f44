import type { TokenSet } from "../oauth2/token-set.js";
import { type JournalEntry, journaledError } from "./refresh-journal.js";

/** The tokens of the caller that looks up a journal entry. */
export interface KnownTokensOptions {
  readonly refreshToken: string;
  /** Access token that the caller already has; an entry with the same one is of no use to it. */
  readonly accessToken?: string | undefined;
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns the tokens in the journal entry of a refresh token, if they can serve the caller.
 *
 * If the provider issued a new refresh token, the entry always serves. If the refresh token stayed the same, it yields
 * a series of access tokens. The entry then serves until its access token expires, and only a caller that does not
 * already have that access token.
 *
 * @param entry - Entry of the journal
 * @param options - The caller's tokens and the current time
 * @returns The tokens; `undefined` when the refresh token must be sent to the provider
 * @throws ConnectorError when the entry is a refusal
 */
export function knownTokens(
  entry: JournalEntry | undefined,
  { refreshToken, accessToken, now }: KnownTokensOptions,
): TokenSet | undefined {
  if (entry?.kind === "failure") throw journaledError(entry);
  if (entry?.kind !== "tokens") return undefined;
  const { tokens } = entry;
  const stays = tokens.refreshToken === undefined || tokens.refreshToken === refreshToken;
  if (!stays) return tokens;
  const isOver = tokens.expiry !== undefined && tokens.expiry <= now;
  return isOver || tokens.accessToken === accessToken ? undefined : tokens;
}

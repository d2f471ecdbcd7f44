import type { TokenSet } from "../token-set.js";
import { type JournalEntry, journaledError } from "./refresh-journal.js";

/** Who asks for the tokens of a journal entry. */
export interface KnownTokensOptions {
  readonly refreshToken: string;
  /** Access token the caller has; an entry with this one tells nothing new. */
  readonly accessToken?: string | undefined;
  /** The present in milliseconds. */
  readonly now: number;
}

/**
 * Finds the tokens that answer a request in the journal entry of its refresh token.
 *
 * Where the provider gave a new refresh token, the entry answers whenever it is asked. Where the refresh token stayed
 * the same, many access tokens come of it one after the other: then the entry answers as long as its access token
 * lives, and only who does not have that one already.
 *
 * @param entry - What the journal holds
 * @param options - What the caller has
 * @returns The tokens; `undefined` when the refresh token must be presented
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

import { refreshLost, refreshPending } from "./refresh-errors.js";
import type { JournalMark } from "./refresh-journal.js";
import type { RefreshRequest } from "./refresh-request.js";

/** How long a token whose response was lost is not sent again, in milliseconds. */
export interface Cooldown {
  /** Cooldown after the first attempt; it doubles with each attempt. */
  readonly cooldownMs: number;
  /** Maximum cooldown. */
  readonly maxCooldownMs: number;
}

/** The default: 30 seconds, doubled up to an hour. */
export const usualCooldown: Cooldown = { cooldownMs: 30_000, maxCooldownMs: 3_600_000 };

/**
 * Creates the mark of a token that is about to be sent.
 *
 * @param before - Mark of the previous attempt; `undefined` for the first attempt
 * @param next - Sender, current time and cooldown
 * @returns The mark
 */
export function nextMark(
  before: JournalMark | undefined,
  next: { readonly owner: string; readonly now: number; readonly cooldown: Cooldown },
): JournalMark {
  const { owner, now, cooldown } = next;
  const attempt = (before?.attempt ?? 0) + 1;
  const until = now + cooldownOf(attempt, cooldown);
  return { kind: "mark", owner, time: before?.time ?? now, attempt, until };
}

/**
 * Returns the cooldown of a token after an attempt.
 *
 * @param attempt - Number of attempts so far
 * @param cooldown - First and maximum cooldown
 * @returns The cooldown in milliseconds
 */
export function cooldownOf(attempt: number, { cooldownMs, maxCooldownMs }: Cooldown): number {
  return Math.min(maxCooldownMs, cooldownMs * 2 ** (attempt - 1));
}

/**
 * Checks whether a token whose response was lost may be sent again. The caller holds the lock, so the previous sender
 * no longer waits for a response.
 *
 * @param mark - Mark of the token
 * @param request - The token
 * @param at - Current time and cooldown
 * @throws ProviderFailure when it must not be sent: `account_expired` permanently, `upstream_unavailable` temporarily
 */
export function checkMark(
  { time, until }: JournalMark,
  { rotation, provider, onUnknown }: RefreshRequest,
  { now, cooldown }: { readonly now: number; readonly cooldown: Cooldown },
): void {
  if (rotation === "none") return;
  if (typeof rotation === "object" && Math.abs(now - time) < rotation.leeway * 1000) return;
  if (rotation === "single-use" && onUnknown === "stop") throw refreshLost(provider);
  // A clock that was set back must not extend the wait past the maximum cooldown.
  const left = Math.min(until - now, cooldown.maxCooldownMs);
  if (left > 0) throw refreshPending(provider, Math.ceil(left / 1000));
}

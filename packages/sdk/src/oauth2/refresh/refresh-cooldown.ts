import { refreshLost, refreshPending } from "./refresh-errors.js";
import type { JournalMark } from "./refresh-journal.js";
import type { RefreshRequest } from "./refresh-request.js";

/** After which a token is sent again whose answer was lost, in milliseconds. */
export interface Cooldown {
  /** After the first time; doubled each time. */
  readonly cooldownMs: number;
  /** At most. */
  readonly maxCooldownMs: number;
}

/** 30 seconds, doubled up to an hour. */
export const usualCooldown: Cooldown = { cooldownMs: 30_000, maxCooldownMs: 3_600_000 };

/**
 * Makes the mark of a token that is about to be sent.
 *
 * @param before - Mark of the time before; `undefined` when this is the first time
 * @param next - Who sends it and when
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
 * Returns how long a token is not sent again.
 *
 * @param attempt - How often it was sent
 * @param cooldown - Shortest and longest
 * @returns Milliseconds
 */
export function cooldownOf(attempt: number, { cooldownMs, maxCooldownMs }: Cooldown): number {
  return Math.min(maxCooldownMs, cooldownMs * 2 ** (attempt - 1));
}

/**
 * Checks whether a token may be sent again whose answer was lost. Whoever sent it listens no more, for its lock is free.
 *
 * @param mark - Its mark
 * @param request - The token
 * @param at - The present and the cool-down
 * @throws ProviderFailure when it may not: `account_expired` for ever, `upstream_unavailable` for now
 */
export function checkMark(
  { time, until }: JournalMark,
  { rotation, provider, onUnknown }: RefreshRequest,
  { now, cooldown }: { readonly now: number; readonly cooldown: Cooldown },
): void {
  if (rotation === "none") return;
  if (typeof rotation === "object" && Math.abs(now - time) < rotation.leeway * 1000) return;
  if (rotation === "single-use" && onUnknown === "stop") throw refreshLost(provider);
  // A clock that was set back must not make it wait for longer than the longest cool-down.
  const left = Math.min(until - now, cooldown.maxCooldownMs);
  if (left > 0) throw refreshPending(provider, Math.ceil(left / 1000));
}

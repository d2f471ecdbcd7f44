/** All outcomes of a refresh request, for metrics. */
export const refreshOutcomes = [
  /** The provider returned tokens. */
  "refreshed",
  /** Another request of this process was already refreshing; its result was shared. */
  "joined",
  /** The journal already held the result. */
  "replayed",
  /** Another replica was already refreshing; this one waited for its result. */
  "awaited",
  /** The provider refused the token. */
  "refused",
  /** The token was sent, and whether the provider used it is unknown. */
  "unknown",
  /** Nothing was sent: the provider, the store or the lock was unavailable. */
  "unavailable",
] as const;

/** The outcome of a refresh request. */
export type RefreshOutcome = (typeof refreshOutcomes)[number];

/** Every way in which one request for a refresh can end, for counting. */
export const refreshOutcomes = [
  /** The provider was asked and gave tokens. */
  "refreshed",
  /** Another request of this process asked; its result was shared. */
  "joined",
  /** The journal held the result already. */
  "replayed",
  /** Another replica was asking; its result was awaited. */
  "awaited",
  /** The provider refused. */
  "refused",
  /** What became of the token is not known. */
  "unknown",
  /** Nothing was sent: provider, store or lock could not be had. */
  "unavailable",
] as const;

/** How a request for a refresh ended. */
export type RefreshOutcome = (typeof refreshOutcomes)[number];

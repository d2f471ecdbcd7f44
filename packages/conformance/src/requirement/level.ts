/** How strongly something is asked for, as RFC 2119 uses the words. */
export type Level = "MUST" | "SHOULD" | "MAY";

/** Whose rules a connector is judged by: one public generation of the interface, or both and ours on top. */
export type Profile = "v1" | "v2" | "all";

/** How strongly each profile asks for something; a profile that is left out does not ask at all. */
export type Levels = { readonly all: Level } & { readonly [profile in "v1" | "v2"]?: Level };

/** The usual combinations, by name. */
export const levels = {
  /** Both public generations and ours. */
  everywhere: { all: "MUST", v1: "MUST", v2: "MUST" },
  /** Advice everywhere. */
  advice: { all: "SHOULD", v1: "SHOULD", v2: "SHOULD" },
  /** Ours; the public generations only advise it. */
  stricter: { all: "MUST", v1: "SHOULD", v2: "SHOULD" },
  /** The first public generation and ours. */
  first: { all: "MUST", v1: "MUST" },
  /** The second public generation and ours. */
  second: { all: "MUST", v2: "MUST" },
  /** Ours alone. */
  ours: { all: "MUST" },
  /** Ours alone, as advice. */
  oursAdvice: { all: "SHOULD" },
  /** Ours alone, as an offer: judged when it is there. */
  oursOffer: { all: "MAY" },
} as const satisfies Readonly<Record<string, Levels>>;

/** How strongly something is asked for, as RFC 2119 uses the words. */
export type Level = "MUST" | "SHOULD" | "MAY";

/**
 * Whose rules a connector is judged by: the interface document alone, the document together with the public texts of
 * one generation, or everything that Wellhead asks of its own connectors.
 */
export type Profile = "interface" | "v1" | "v2" | "all";

/** How strongly each profile asks for something; a profile that is left out does not ask at all. */
export type Levels = { readonly all: Level } & { readonly [profile in Exclude<Profile, "all">]?: Level };

/** A requirement level as defined in RFC 2119. */
export type Level = "MUST" | "SHOULD" | "MAY";

/**
 * The rules that a connector is judged by: the interface document alone, the document together with the public texts of
 * one generation, or everything that Wellhead requires of its own connectors.
 */
export type Profile = "interface" | "v1" | "v2" | "v3" | "all";

/** The level of a requirement in each profile; an omitted profile does not include the requirement. */
export type Levels = { readonly all: Level } & { readonly [profile in Exclude<Profile, "all">]?: Level };

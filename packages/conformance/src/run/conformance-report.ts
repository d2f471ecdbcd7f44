import type { Area } from "../requirement/area.js";
import type { Level, Profile } from "../requirement/level.js";

/** What came of one requirement. */
export type Verdict = "pass" | "fail" | "warn" | "not-applicable" | "could-not-run";

/** One request and its answer as they stand in a report: secrets masked, bodies shortened. */
export interface Evidence {
  /** Method and address. */
  readonly request: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answerBody: string;
}

/** What came of one requirement, and why. */
export interface RequirementResult {
  readonly id: string;
  readonly area: Area;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  readonly reason: string;
  readonly fix: string;
  /** Ids of the public sentences it rests on; empty when only Wellhead asks for it. */
  readonly rests: readonly string[];
  readonly verdict: Verdict;
  /** What was found and what was wanted; empty for a pass. */
  readonly detail: string;
  /** What decides that the requirement does not apply. */
  readonly capability?: string;
  /** Name of the cause, where several requirements share it. */
  readonly cause?: string;
  /** Requests and answers the finding rests on, the one that failed last; empty for a pass. */
  readonly evidence: readonly Evidence[];
}

/** One cause of what failed or was warned of, however many requirements see it. */
export interface Cause {
  /** Name of the cause; the id of the requirement where only one sees it. */
  readonly id: string;
  readonly verdict: "fail" | "warn";
  /** Whether it loses data, shows wrong data, or opens a door. */
  readonly serious: boolean;
  /** What is wrong, in one sentence. */
  readonly sentence: string;
  /** What was found. */
  readonly detail: string;
  /** Who is hurt, and how. */
  readonly reason: string;
  readonly fix: string;
  /** Ids of the requirements that see it, the clearest first. */
  readonly witnesses: readonly string[];
  /** The request that failed, and its answer. */
  readonly evidence: readonly Evidence[];
}

/** Figures that are reported and not judged. */
export interface Measurements {
  /** Requests sent. */
  readonly requests: number;
  /** Milliseconds the whole run took. */
  readonly totalMs: number;
  /** Milliseconds of one GET /; `null` when it was not answered. */
  readonly applicationMs: number | null;
  /** Milliseconds to the first byte of all rows; `null` when no rows were asked for. */
  readonly firstByteMs: number | null;
  /** Rows per second of the largest answer; `null` when no rows came. */
  readonly rowsPerSecond: number | null;
  /** Bytes per second of the largest answer; `null` when no rows came. */
  readonly bytesPerSecond: number | null;
}

/** What a run found. */
export interface ConformanceReport {
  /** Version of this form; it changes when members change their meaning. */
  readonly format: 1;
  /** Address that was judged, without credentials. */
  readonly address: string;
  /** Name of the connector, as GET / tells it. */
  readonly name: string;
  readonly version: string;
  readonly profile: Profile;
  /** Why that profile. */
  readonly profileBecause: string;
  /** Generation of the interface the connector was taken for. */
  readonly generation: "v1" | "v2" | "v3";
  /** Whether the address answers like a connector at all; if not, why. */
  readonly connector: { readonly recognised: boolean; readonly reason: string };
  /** What matters, in one sentence. */
  readonly headline: string;
  readonly summary: Readonly<Record<Verdict, number>>;
  /** What failed or was warned of, by cause, the most serious first. */
  readonly causes: readonly Cause[];
  readonly measurements: Measurements;
  readonly results: readonly RequirementResult[];
}

import type { Area } from "../requirement/area.js";
import type { Level, Profile } from "../requirement/level.js";

/** The outcome of one requirement. */
export type Verdict = "pass" | "fail" | "warn" | "not-applicable" | "could-not-run";

/** One request and its response as shown in a report: secrets masked, bodies shortened. */
export interface Evidence {
  /** Method and address. */
  readonly request: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answerBody: string;
}

/** The outcome of one requirement, and the reason for it. */
export interface RequirementResult {
  readonly id: string;
  readonly area: Area;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  readonly reason: string;
  readonly fix: string;
  /** Ids of the public sentences it is based on; empty when only Wellhead requires it. */
  readonly rests: readonly string[];
  readonly verdict: Verdict;
  /** What was expected and what it got; empty for a pass. */
  readonly detail: string;
  /** The capability that decides that the requirement does not apply. */
  readonly capability?: string;
  /** Name of the cause, if several requirements share it. */
  readonly cause?: string;
  /** Requests and responses the finding is based on, the failed one last; empty for a pass. */
  readonly evidence: readonly Evidence[];
}

/** One cause of failures or warnings, however many requirements detect it. */
export interface Cause {
  /** Name of the cause; the id of the requirement if only one detects it. */
  readonly id: string;
  readonly verdict: "fail" | "warn";
  /** Whether it loses data, shows wrong data, or is a security hole. */
  readonly serious: boolean;
  /** What is wrong, in one sentence. */
  readonly sentence: string;
  /** The observed behavior. */
  readonly detail: string;
  /** Who is affected, and how. */
  readonly reason: string;
  readonly fix: string;
  /** Ids of the requirements that detect it, the most explicit first. */
  readonly witnesses: readonly string[];
  /** The failed request and its response. */
  readonly evidence: readonly Evidence[];
}

/** Figures that are reported but not judged. */
export interface Measurements {
  /** Number of requests sent. */
  readonly requests: number;
  /** Milliseconds the whole run took. */
  readonly totalMs: number;
  /** Milliseconds that were spent on waits that responses asked for. Omitted by earlier versions. */
  readonly waitedMs?: number;
  /** Number of requests that were sent again because a response asked for it. Omitted by earlier versions. */
  readonly repeats?: number;
  /** Milliseconds of one GET /; `null` when there was no response. */
  readonly applicationMs: number | null;
  /** Milliseconds to the first byte of all rows; `null` when no rows were requested. */
  readonly firstByteMs: number | null;
  /** Rows per second of the largest response; `null` when no rows arrived. */
  readonly rowsPerSecond: number | null;
  /** Bytes per second of the largest response; `null` when no rows arrived. */
  readonly bytesPerSecond: number | null;
}

/** The report of a run. */
export interface ConformanceReport {
  /** Version of this format; it changes when members change their meaning. */
  readonly format: 1;
  /** Address of the judged connector, without credentials. */
  readonly address: string;
  /** Name of the connector according to GET /. */
  readonly name: string;
  readonly version: string;
  readonly profile: Profile;
  /** Why the profile was chosen. */
  readonly profileBecause: string;
  /** Detected generation of the interface. */
  readonly generation: "v1" | "v2" | "v3";
  /** Whether the address responds like a connector; if not, why. */
  readonly connector: { readonly recognised: boolean; readonly reason: string };
  /** The most important result, in one sentence. */
  readonly headline: string;
  readonly summary: Readonly<Record<Verdict, number>>;
  /** Causes of failures and warnings, the most serious first. */
  readonly causes: readonly Cause[];
  readonly measurements: Measurements;
  readonly results: readonly RequirementResult[];
}

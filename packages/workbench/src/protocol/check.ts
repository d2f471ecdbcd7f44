/**
 * The request to judge a connector. `POST data/check`; the response is a stream of {@link CheckEvent}, one per line.
 */
export interface CheckRequest {
  /** Base address of a connector that the console lists. */
  readonly base: string;
  readonly account?: Readonly<Record<string, unknown>>;
  /** Source whose rows are requested. Default: the connector's default. */
  readonly source?: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Whether to send nothing that could change a token of the account. Default: `false`. */
  readonly isReadOnly?: boolean;
}

/** A request that shows a finding, and its response. Secrets are masked and bodies are shortened. */
export interface CheckEvidence {
  /** Method and address. */
  readonly request: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answerBody: string;
}

/** A finding: the fault, the requests that show it, and the fix. */
export interface CheckFinding {
  /** Id of the requirement. */
  readonly id: string;
  readonly verdict: "fail" | "warn";
  /** Whether it loses data, shows wrong data, or is a security hole. */
  readonly isSerious: boolean;
  /** What is wrong, in one sentence. */
  readonly sentence: string;
  /** What was expected and what it got. */
  readonly detail: string;
  /** Who is affected, and how. */
  readonly reason: string;
  readonly fix: string;
  /** The requests that show it, the failed one last; empty when no request is needed to see it. */
  readonly evidence: readonly CheckEvidence[];
}

/** The verdict on a connector. */
export interface CheckAnswer {
  /** The most important result, in one sentence. */
  readonly headline: string;
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  /** The most serious first. */
  readonly findings: readonly CheckFinding[];
}

/** An event of a check. The check ends when the page closes the stream. */
export type CheckEvent =
  | { readonly type: "progress"; readonly judged: number; readonly total: number }
  /** The last event. */
  | { readonly type: "end"; readonly answer: CheckAnswer }
  /** The last event if the check could not run. */
  | { readonly type: "failed"; readonly message: string };

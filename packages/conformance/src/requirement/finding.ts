import type { Exchange } from "../probe/exchange.js";

/** What a check found when it did not simply pass. */
export type FindingKind = "unmet" | "not-applicable" | "could-not-run";

/** What a finding rests on. */
export interface FindingDetails {
  /** The capability that is missing. */
  readonly capability?: string;
  /** Whether the requirement would apply if the caller had given more, e.g. an account; default: false. */
  readonly input?: boolean;
  /** The request that failed and its answer; default: the last one of the check. */
  readonly witness?: Exchange | undefined;
  /** The cause, where several requirements share it; default: the requirement alone. */
  readonly cause?: string | undefined;
}

/** Thrown by a check; the runner turns it into a verdict. */
export class Finding extends Error {
  /** What was found. */
  readonly kind: FindingKind;
  /** What decides that the requirement does not apply, e.g. `kind oauth2`. */
  readonly capability: string | undefined;
  /** Whether it would apply if the caller had given more, e.g. an account. */
  readonly input: boolean;
  /** The request that failed and its answer. */
  readonly witness: Exchange | undefined;
  /** The cause, where several requirements share it. */
  readonly sharedCause: string | undefined;

  /**
   * @param kind - What was found
   * @param message - What was found and what was expected
   * @param details - What it rests on
   */
  constructor(kind: FindingKind, message: string, details: FindingDetails = {}) {
    super(message);
    this.name = "Finding";
    this.kind = kind;
    this.capability = details.capability;
    this.input = details.input ?? false;
    this.witness = details.witness;
    this.sharedCause = details.cause;
  }
}

/**
 * Ends a check: the connector does not meet the requirement.
 *
 * @param message - What was found and what was expected
 * @param details - The request that failed, and the cause where it is shared
 * @throws Finding always
 */
export function unmet(message: string, details: Pick<FindingDetails, "witness" | "cause"> = {}): never {
  throw new Finding("unmet", message, details);
}

/**
 * Ends a check: the connector declares nothing the requirement is about.
 *
 * @param capability - What it would have to declare
 * @param message - What it declares instead
 * @throws Finding always
 */
export function notApplicable(capability: string, message: string): never {
  throw new Finding("not-applicable", message, { capability });
}

/**
 * Ends a check: it needs something that only the caller can give.
 *
 * @param option - Name of the option that is missing
 * @param message - Why it is needed
 * @throws Finding always
 */
export function needsInput(option: string, message: string): never {
  throw new Finding("not-applicable", message, { capability: `option ${option}`, input: true });
}

/**
 * Ends a check: something it builds on failed, so nothing can be said.
 *
 * @param message - What failed
 * @throws Finding always
 */
export function couldNotRun(message: string): never {
  throw new Finding("could-not-run", message);
}

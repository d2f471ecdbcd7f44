import type { Exchange } from "../exchange/exchange.js";

/** The outcome of a check that did not pass. */
export type FindingKind = "unmet" | "not-applicable" | "could-not-run";

/** The basis of a finding. */
export interface FindingDetails {
  /** The missing capability. */
  readonly capability?: string;
  /** Whether the requirement would apply if the caller had provided more, e.g. an account. Default: false. */
  readonly input?: boolean;
  /** The failed request and its response. Default: the last one of the check. */
  readonly witness?: Exchange | undefined;
  /** The cause, if several requirements share it. Default: the requirement itself. */
  readonly cause?: string | undefined;
}

/** Thrown by a check. The runner converts it into a verdict. */
export class Finding extends Error {
  /** The kind of finding. */
  readonly kind: FindingKind;
  /** The capability that decides that the requirement does not apply, e.g. `kind oauth2`. */
  readonly capability: string | undefined;
  /** Whether the requirement would apply if the caller had provided more, e.g. an account. */
  readonly input: boolean;
  /** The failed request and its response. */
  readonly witness: Exchange | undefined;
  /** The cause, if several requirements share it. */
  readonly sharedCause: string | undefined;

  /**
   * @param kind - The kind of finding
   * @param message - What was expected and what it got
   * @param details - The basis of the finding
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
 * @param message - What was expected and what it got
 * @param details - The failed request, and the cause if it is shared
 * @throws Finding always
 */
export function unmet(message: string, details: Pick<FindingDetails, "witness" | "cause"> = {}): never {
  throw new Finding("unmet", message, details);
}

/**
 * Ends a check: the connector does not declare anything that the requirement applies to.
 *
 * @param capability - What it would have to declare
 * @param message - What it declares instead
 * @throws Finding always
 */
export function notApplicable(capability: string, message: string): never {
  throw new Finding("not-applicable", message, { capability });
}

/**
 * Ends a check: it needs something that only the caller can provide.
 *
 * @param option - Name of the option that is missing
 * @param message - Why it is needed
 * @throws Finding always
 */
export function needsInput(option: string, message: string): never {
  throw new Finding("not-applicable", message, { capability: `option ${option}`, input: true });
}

/**
 * Ends a check: a precondition failed, so the requirement cannot be judged.
 *
 * @param message - What failed
 * @throws Finding always
 */
export function couldNotRun(message: string): never {
  throw new Finding("could-not-run", message);
}

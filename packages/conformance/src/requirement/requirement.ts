import type { Area } from "./area.js";
import type { CheckContext } from "./check-context.js";
import type { Levels } from "./level.js";

/**
 * A requirement that connectors are judged by. The id never changes its meaning.
 *
 * A check returns when the requirement is met and throws a finding when it is not, does not apply or cannot be judged.
 */
export interface Requirement {
  /** Frozen id, `area.what`. */
  readonly id: string;
  /** The area it belongs to. */
  readonly area: Area;
  /** Its level in each profile. */
  readonly levels: Levels;
  /** Ids of the public sentences it is based on; empty when only Wellhead requires it. */
  readonly rests: readonly string[];
  /** Section of the connector contract it comes from. */
  readonly section: string;
  /** Ids of the sentences of the contract it covers. */
  readonly covers: readonly string[];
  /** The requirement, in one sentence. */
  readonly sentence: string;
  /** What goes wrong for users when it is not met. */
  readonly reason: string;
  /** How to fix a connector that does not meet it. */
  readonly fix: string;
  /** Whether no other request may be in progress during the check. Default: only for account setup. */
  readonly alone?: boolean;
  /** Judges one connector. */
  readonly check: (context: CheckContext) => Promise<void>;
}

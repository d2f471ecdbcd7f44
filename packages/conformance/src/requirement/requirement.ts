import type { CheckContext } from "../run/check-context.js";
import type { Area } from "./area.js";
import type { Levels } from "./level.js";

/**
 * One thing a connector is judged by. The id never changes its meaning.
 *
 * A check returns when the requirement is met and throws a finding when it is not, does not apply or cannot
 * be judged.
 */
export interface Requirement {
  /** Frozen name, `area.what`. */
  readonly id: string;
  /** What it is about. */
  readonly area: Area;
  /** How strongly each profile asks for it. */
  readonly levels: Levels;
  /** Ids of the public sentences it rests on; empty when only Wellhead asks for it. */
  readonly rests: readonly string[];
  /** Section of the connector contract it comes from. */
  readonly section: string;
  /** Ids of the sentences of the contract it covers. */
  readonly covers: readonly string[];
  /** What is asked for, in one sentence. */
  readonly sentence: string;
  /** What goes wrong for people when it is not met. */
  readonly reason: string;
  /** What to change. */
  readonly fix: string;
  /** Whether no other request may be under way meanwhile; default: only for account setup. */
  readonly alone?: boolean;
  /** Judges one connector. */
  readonly check: (context: CheckContext) => Promise<void>;
}

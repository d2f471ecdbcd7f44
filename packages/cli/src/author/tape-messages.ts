import type { Account } from "@wellhead/client";
import type { FaultOutcome, PlayedFaultKind, TapeRead } from "@wellhead/testing";

/** What the process of a tape loads. */
export interface TapeSubject {
  /** Paths as `wellhead serve` takes them; the configuration when empty. */
  readonly words: readonly string[];
  readonly config: string | undefined;
}

/** What the process of a tape does with a connector of the author. */
export type TapeTask =
  | {
      readonly type: "record";
      readonly connector: string;
      readonly account: Account;
      /** Default: every source that needs no filter. */
      readonly reads: readonly TapeRead[] | undefined;
    }
  | { readonly type: "replay"; readonly tape: string }
  | { readonly type: "faults"; readonly tape: string; readonly kinds: readonly PlayedFaultKind[] };

/** A message to the process of a tape. */
export interface TapeOrder<Type extends TapeTask["type"] = TapeTask["type"]> {
  readonly subject: TapeSubject;
  readonly task: Extract<TapeTask, { readonly type: Type }>;
}

/** A message from the process of a tape. */
export type TapeReport =
  | { readonly type: "account"; readonly account: Account }
  | { readonly type: "played"; readonly played: number; readonly total: number }
  | { readonly type: "failed"; readonly message: string }
  | {
      readonly type: "recorded";
      readonly text: string;
      readonly interactions: number;
      readonly reads: number;
    }
  | {
      readonly type: "replayed";
      readonly reads: ReadonlyArray<{ readonly source: string; readonly rows: number }>;
    }
  | { readonly type: "faults"; readonly outcomes: readonly FaultOutcome[] };

/** What the process returns for each task. */
export interface TapeResults {
  readonly record: Extract<TapeReport, { readonly type: "recorded" }>;
  readonly replay: Extract<TapeReport, { readonly type: "replayed" }>;
  readonly faults: Extract<TapeReport, { readonly type: "faults" }>;
}

import type { JsonObject } from "../expect/json-of.js";

/** A value that JSON writes without brackets. */
export type Scalar = string | number | boolean;

/** One field of a form, read loosely: whatever is missing or odd is left to the checks of that area. */
export interface DeclaredField {
  readonly id: string;
  readonly type: string;
  /** Whether it must be filled in: by default it must, as both generations document. */
  readonly required: boolean;
  /** Whether the field itself says that it is required. */
  readonly saysRequired: boolean;
  /** Whether POST /datalist answers for it. */
  readonly datalist: boolean;
  readonly requires: readonly string[];
  /** Values of its static options. */
  readonly options: readonly Scalar[];
  readonly raw: JsonObject;
}

/** One account kind. */
export interface DeclaredKind {
  readonly id: string;
  readonly fields: readonly DeclaredField[];
  readonly raw: JsonObject;
}

/** One source. */
export interface DeclaredSource {
  readonly id: string;
  readonly filter: readonly DeclaredField[];
  /** Types of the declared columns by id; `undefined` when none are declared. */
  readonly columns: ReadonlyMap<string, string> | undefined;
  readonly raw: JsonObject;
}

/** What GET / says, read loosely. */
export interface Declared {
  readonly raw: JsonObject;
  readonly kinds: readonly DeclaredKind[];
  readonly sources: readonly DeclaredSource[];
}

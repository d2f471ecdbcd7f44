import type { JsonObject } from "../expect/json-of.js";

/** A JSON string, number or boolean. */
export type Scalar = string | number | boolean;

/** A field of a form, parsed leniently: missing or invalid members are judged by the checks of that area. */
export interface DeclaredField {
  readonly id: string;
  readonly type: string;
  /** Whether a value is required. The default is true, as both generations document. */
  readonly required: boolean;
  /** Whether the field itself declares that it is required. */
  readonly saysRequired: boolean;
  /** Whether POST /datalist returns its options. */
  readonly datalist: boolean;
  readonly requires: readonly string[];
  /** Values of its static options. */
  readonly options: readonly Scalar[];
  readonly raw: JsonObject;
}

/** An account kind. */
export interface DeclaredKind {
  readonly id: string;
  readonly fields: readonly DeclaredField[];
  readonly raw: JsonObject;
}

/** A source. */
export interface DeclaredSource {
  readonly id: string;
  readonly filter: readonly DeclaredField[];
  /** Types of the declared columns by id; `undefined` when none are declared. */
  readonly columns: ReadonlyMap<string, string> | undefined;
  readonly raw: JsonObject;
}

/** What GET / declares, parsed leniently. */
export interface Declared {
  readonly raw: JsonObject;
  readonly kinds: readonly DeclaredKind[];
  readonly sources: readonly DeclaredSource[];
}

import { signal } from "@preact/signals";
import type { FieldOption } from "../controls/form/form-field.js";

/** Options that a connector returned, by `optionsKey`, so that a chip can show the title of a value. */
export const knownOptions = signal<ReadonlyMap<string, readonly FieldOption[]>>(new Map());

/** Returns the key of a field in `knownOptions`. */
export function optionsKey(base: string, source: string, field: string): string {
  return JSON.stringify([base, source, field]);
}

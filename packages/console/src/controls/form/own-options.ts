import type { OptionsState } from "./field-props.js";
import type { FormField } from "./form-field.js";

/** Returns the options listed in the field itself. */
export function ownOptions(field: FormField): OptionsState {
  return field.options === undefined
    ? { state: "none" }
    : { state: "ready", options: field.options, cutNote: "" };
}

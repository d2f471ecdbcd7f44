import type { OptionsState } from "./field-props.js";
import type { FormField } from "./form-field.js";

/** The options a field carries itself. */
export function ownOptions(field: FormField): OptionsState {
  return field.options === undefined
    ? { state: "none" }
    : { state: "ready", options: field.options, cutNote: "" };
}

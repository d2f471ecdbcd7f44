import type { FieldOption, FormField } from "./form-field.js";

/** The state of a field's options. */
export type OptionsState =
  | { readonly state: "none" }
  | { readonly state: "waiting"; readonly reason: string }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly problem: string; readonly retry: () => void }
  | {
      readonly state: "ready";
      readonly options: readonly FieldOption[];
      /** The connector's note about omitted options; empty when none were omitted. */
      readonly cutNote: string;
    };

/** Props of every input of a form. */
export interface InputProps {
  readonly field: FormField;
  /** Id of the input element, which its label refers to. */
  readonly inputId: string;
  /** Ids of the elements that describe the input. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  readonly options: OptionsState;
  /** Time zone of the account; `undefined` when it is not known. */
  readonly zone?: string | undefined;
}
